#pragma once

#include "bytequeue.h"

#include <QObject>
#include <QSocketNotifier>

#include <memory>

/// A socket between this process and sandbox-init that no engine copies bytes through.
///
/// One end is ours, the other one goes to the engine's client, which hands it on to the container as
/// frames::directDescriptor. Reading and writing go through the event loop and never block. What has been received is
/// not lost when the other side ends: it is read up to its end.
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
    void flush();
    void receive(qint64 mostBytes);
    void close();

    int m_descriptor = -1;
    int m_otherEnd = -1;
    ByteQueue m_queue;
    QByteArray m_buffer;
    bool m_closesWhenFlushed = false;
    std::unique_ptr<QSocketNotifier> m_readable;
    std::unique_ptr<QSocketNotifier> m_writable;
};
