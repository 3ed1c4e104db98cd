#pragma once

#include "common/bytequeue.h"

#include <QObject>

#include <memory>

class QSocketNotifier;

/// The one writer of the protocol's stdout.
///
/// claim() moves descriptor 1 to a private one and points descriptor 1 at stderr, so that nothing else in the process
/// can reach the client. It must be called first thing in main(), before any library writes. Writes never block: what
/// the client does not take is queued, up to maxQueued bytes.
class ProtocolStdout : public QObject
{
    Q_OBJECT

public:
    static constexpr qint64 maxQueued = 64 * 1024 * 1024;

    /// The private descriptor, or -1 if stdout was closed.
    static int claim();

    explicit ProtocolStdout(int descriptor, QObject *parent = nullptr);
    ~ProtocolStdout() override;

    /// One message; the line end is added.
    void send(const QByteArray &message);
    /// Between these two, messages only queue up, to leave together.
    void hold() { m_isHeld = true; }
    void release();
    [[nodiscard]] bool isFlushed() const { return m_queue.isEmpty(); }

Q_SIGNALS:
    /// The client has taken everything that was queued.
    void flushed();
    /// Nobody reads any more (EPIPE), or far too slowly. Nothing is written afterwards.
    void broken();

private:
    void flush();
    void fail();

    int m_descriptor;
    bool m_isSocket = false;
    bool m_isHeld = false;
    ByteQueue m_queue;
    std::unique_ptr<QSocketNotifier> m_writable;
};
