#pragma once

#include "common/bytequeue.h"
#include "egress/egressstream.h"

#include <QSocketNotifier>

/// A connection of the program that sandbox-init has handed over: the accepted end of it, in the container's network.
///
/// The kernel's buffers are its windows. Nothing in here blocks, whatever state the descriptor's flags are in.
class SocketStream : public EgressStream
{
    Q_OBJECT

public:
    /// False for what is no stream socket of the internet families, which our sandbox-init would not hand over.
    [[nodiscard]] static bool isConnection(int descriptor);
    /// Owns the descriptor.
    SocketStream(int descriptor, QObject *parent);
    ~SocketStream() override;

    [[nodiscard]] qint64 bytesAvailable() const override { return m_input.size(); }
    QByteArray take(qint64 maxBytes) override;
    [[nodiscard]] bool atEnd() const override { return m_hasProgramEnded && m_input.isEmpty(); }
    void setWindow(quint32 bytes) override;
    [[nodiscard]] qint64 room() override;
    [[nodiscard]] qint64 credit() const override { return pieceSize; }
    void send(const QByteArray &bytes) override;
    qint64 sendFrom(QIODevice &source, qint64 maxBytes) override;
    void closeSending() override;
    void ignoreInput() override;
    void reset() override;
    void breakOff() override;

Q_SIGNALS:
    /// Nothing will come or go any more, for whatever reason. Once.
    void over();

private:
    static constexpr qint64 pieceSize = 128 * 1024;

    void receive();
    void flush();
    void fail();
    void endIfDone();
    void endWhenSent();
    void end(bool resets = false);

    int m_descriptor;
    QByteArray m_input;
    ByteQueue m_queue;
    qint64 m_window = frames::initialWindowFromProgram;
    bool m_wantsRoom = false;
    bool m_hasProgramEnded = false;
    bool m_hasEnded = false; ///< closeSending()
    bool m_ignoresInput = false;
    QSocketNotifier m_readable;
    QSocketNotifier m_writable;
};
