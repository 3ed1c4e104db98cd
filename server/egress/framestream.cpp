#include "egress/framestream.h"

#include <QIODevice>
#include <QTimer>

#include <algorithm>
#include <utility>

FrameStream::FrameStream(EgressStreams &streams, quint32 id)
    : EgressStream(&streams)
    , m_streams(streams)
    , m_id(id)
{
}

QByteArray FrameStream::take(qint64 maxBytes)
{
    const QByteArray bytes = takeFrom(m_input, maxBytes);
    giveCredit();
    endIfDone();
    return bytes;
}

void FrameStream::setWindow(quint32 bytes)
{
    m_window = std::max(m_window, bytes);
    giveCredit();
}

void FrameStream::giveCredit()
{
    if (m_isOver || m_hasProgramEnded)
        return;
    const quint32 used = m_granted + quint32(m_input.size());
    if (used >= m_window || m_window - used < m_window / 2)
        return;
    const quint32 credit = m_window - used;
    m_granted += credit;
    m_streams.send(frames::Type::StreamFromProgramWindow, frames::StreamWindow{m_id, credit});
}

qint64 FrameStream::room()
{
    if (m_isOver || m_hasEnded)
        return 0;
    if (m_credit > 0 && !m_streams.isCongested())
        return m_credit;
    if (!std::exchange(m_wantsRoom, true))
        m_streams.m_wantRoom.append(this);
    return 0;
}

void FrameStream::send(const QByteArray &bytes)
{
    if (m_isOver || m_hasEnded || bytes.isEmpty())
        return;
    Q_ASSERT(bytes.size() <= qsizetype(m_credit));
    m_credit -= quint32(bytes.size());
    for (qsizetype at = 0; at < bytes.size(); at += qsizetype(frames::maxStreamData)) {
        const qsizetype size = std::min(bytes.size() - at, qsizetype(frames::maxStreamData));
        QByteArray frame = EgressStreams::dataFrame(m_id, size);
        std::copy_n(bytes.constData() + at, size, frame.data() + EgressStreams::dataStart);
        m_streams.sendFrame(frame);
    }
}

qint64 FrameStream::sendFrom(QIODevice &source, qint64 maxBytes)
{
    const qint64 size = std::min({source.bytesAvailable(), room(), maxBytes, qint64(frames::maxStreamData)});
    if (size <= 0)
        return 0;
    QByteArray frame = EgressStreams::dataFrame(m_id, size);
    if (source.read(frame.data() + EgressStreams::dataStart, size) != size)
        return 0; // it was there; the device has failed
    m_credit -= quint32(size);
    m_streams.sendFrame(frame);
    return size;
}

void FrameStream::closeSending()
{
    if (m_isOver || std::exchange(m_hasEnded, true))
        return;
    m_streams.send(frames::Type::StreamToProgramClose, frames::StreamId{m_id});
    endIfDone();
}

void FrameStream::ignoreInput()
{
    m_ignoresInput = true;
    take(m_input.size());
    endIfDone();
    if (!m_isOver)
        QTimer::singleShot(closingLimit, this, &FrameStream::reset);
}

void FrameStream::reset()
{
    if (m_isOver)
        return;
    m_streams.send(frames::Type::StreamToProgramReset, frames::StreamId{m_id});
    m_streams.forget(this);
}

void FrameStream::breakOff()
{
    if (m_isOver)
        return;
    m_streams.forget(this);
    Q_EMIT broke();
}

void FrameStream::endIfDone()
{
    if (m_hasProgramEnded && m_hasEnded && m_input.isEmpty())
        m_streams.forget(this);
}
