#pragma once

#include "egress/egressstreams.h"

/// A connection of the program whose bytes are frames between sandbox-init and us; EgressStreams makes and feeds it.
class FrameStream : public EgressStream
{
    Q_OBJECT

public:
    [[nodiscard]] qint64 bytesAvailable() const override { return m_input.size(); }
    QByteArray take(qint64 maxBytes) override;
    [[nodiscard]] bool atEnd() const override { return m_hasProgramEnded && m_input.isEmpty(); }
    void setWindow(quint32 bytes) override;
    [[nodiscard]] qint64 room() override;
    [[nodiscard]] qint64 credit() const override { return m_credit; }
    void send(const QByteArray &bytes) override;
    qint64 sendFrom(QIODevice &source, qint64 maxBytes) override;
    void closeSending() override;
    void ignoreInput() override;
    void reset() override;
    void breakOff() override;

private:
    friend class EgressStreams;
    FrameStream(EgressStreams &streams, quint32 id);

    void giveCredit();
    void endIfDone();

    EgressStreams &m_streams;
    quint32 m_id;
    QByteArray m_input;
    quint32 m_window = frames::initialWindowFromProgram;
    quint32 m_granted = frames::initialWindowFromProgram; ///< So much the program may still send.
    quint32 m_credit = frames::initialWindowToProgram;    ///< So much we may still send.
    bool m_wantsRoom = false;
    bool m_hasProgramEnded = false;
    bool m_hasEnded = false; ///< closeSending()
    bool m_ignoresInput = false;
    bool m_isOver = false;
};
