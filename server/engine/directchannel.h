#pragma once

#include "common/bytequeue.h"

#include <QObject>
#include <QSocketNotifier>

#include <memory>

/// A socket between this process and sandbox-init that no engine copies bytes through.
///
/// Reading and writing go through the event loop and never block. What has been received is not lost when the other
/// side ends: it is read up to its end.
class DirectChannel : public QObject
{
    Q_OBJECT

public:
    explicit DirectChannel(QObject *parent = nullptr);
    ~DirectChannel() override;

    /// False when the system had no descriptors left; nothing can be sent or received then.
    [[nodiscard]] bool isOpen() const { return m_descriptor >= 0; }
    /// The container's end, until it is closed here. Close-on-exec.
    [[nodiscard]] int otherEnd() const { return m_otherEnd; }
    /// Gives the container's end to whoever first connects to a socket at `path`, in a folder that nobody else can
    /// enter. The socket is removed when that has happened, or with this object. False if it cannot be made.
    [[nodiscard]] bool offerAt(const QString &path);
    /// To be called when the client has its copy; only then can the end of the container be seen.
    void closeOtherEnd();

    void write(const QByteArray &bytes);
    /// Of what was written, so much has not left this process yet.
    [[nodiscard]] qint64 pendingBytes() const { return m_queue.bytes(); }
    /// The oldest descriptor that came along with bytes received, for the caller to close; -1 if there is none.
    [[nodiscard]] int takeDescriptor();
    /// After what was written, the other side reads end of file. Receiving goes on.
    void closeSending();
    /// Receives now what has come, and nothing afterwards.
    void finish();

Q_SIGNALS:
    void bytesReceived(const QByteArray &bytes);
    /// Some of what was written has left.
    void bytesLeft();

private:
    void handOtherEndOver();
    void stopListening();
    void flush();
    void receive(qint64 mostBytes);
    void close();

    int m_descriptor = -1;
    int m_otherEnd = -1;
    int m_listener = -1;
    QByteArray m_path; ///< Of the listener.
    ByteQueue m_queue;
    QByteArray m_buffer;
    QList<int> m_descriptors;
    bool m_closesWhenFlushed = false;
    std::unique_ptr<QSocketNotifier> m_connecting;
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable;
};
