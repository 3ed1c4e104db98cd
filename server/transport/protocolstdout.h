#pragma once

#include <QByteArrayList>
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
    [[nodiscard]] bool isFlushed() const { return m_queuedBytes == 0; }

Q_SIGNALS:
    /// Nobody reads any more (EPIPE), or far too slowly. Nothing is written afterwards.
    void broken();

private:
    void flush();
    void fail();
    qint64 writeSome(const QByteArray &bytes, qsizetype offset);

    int m_descriptor;
    bool m_isSocket = false;
    QByteArrayList m_queue;
    qsizetype m_offset = 0; ///< Of the first queued message, already written.
    qint64 m_queuedBytes = 0;
    std::unique_ptr<QSocketNotifier> m_writable;
};
