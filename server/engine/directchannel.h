#pragma once

#include "bytequeue.h"

#include <QObject>
#include <QSocketNotifier>

#include <memory>

/// A socket between this process and sandbox-init that no engine copies bytes through.
///
/// Reading and writing go through the event loop and never block. What has been received is not lost when the other side
/// ends: it is read up to its end.
class DirectChannel : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;
    ~DirectChannel() override;

    /// Makes both ends: ours, and one for the engine's client to hand on. False when the system has no descriptors left;
    /// nothing can be sent or received then.
    [[nodiscard]] bool openPair();
    /// Makes a socket at `path`, in a folder that nobody else can enter, for one container to connect to; it is removed
    /// when that has happened, or with this object. Nothing can be sent before. False if it cannot be made.
    [[nodiscard]] bool listen(const QString &path);

    /// The container's end of a pair, until it is closed here. Close-on-exec.
    [[nodiscard]] int otherEnd() const { return m_otherEnd; }
    /// To be called when the client has its copy; only then can the end of the container be seen.
    void closeOtherEnd();

    void write(const QByteArray &bytes);
    /// Of what was written, so much has not left this process yet.
    [[nodiscard]] qint64 pendingBytes() const { return m_queue.bytes(); }
    /// After what was written, the other side reads end of file. Receiving goes on.
    void closeSending();
    /// Receives now what has come, and nothing afterwards.
    void finish();

Q_SIGNALS:
    void bytesReceived(const QByteArray &bytes);
    /// Some of what was written has left.
    void bytesLeft();

private:
    void accept();
    void stopListening();
    void adopt(int descriptor);
    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    void flush();
    void receive(qint64 mostBytes);
    void close();

    int m_descriptor = -1;
    int m_otherEnd = -1;
    int m_listener = -1;
    QByteArray m_path; ///< Of the listener.
    ByteQueue m_queue;
    QByteArray m_buffer;
    bool m_closesWhenFlushed = false;
    std::unique_ptr<QSocketNotifier> m_connecting;
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable;
};
