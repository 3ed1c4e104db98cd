#include "egressstreams.h"

#include <QTimer>

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;
using namespace std::chrono_literals;

namespace {

/// More than this on its way to the container, and the streams wait.
constexpr qint64 congestionLimit = 1024 * 1024;
/// How long a program may keep its side open after ours is closed.
constexpr auto closingLimit = 10s;

} // namespace

EgressStream::EgressStream(EgressStreams &streams, quint32 id)
    : QObject(&streams)
    , m_streams(streams)
    , m_id(id)
{
}

QByteArray EgressStream::take(qint64 maxBytes)
{
    QByteArray bytes;
    if (maxBytes >= m_input.size()) {
        bytes = std::exchange(m_input, {});
    } else {
        bytes = m_input.first(maxBytes);
        m_input.remove(0, maxBytes);
    }
    giveCredit();
    endIfDone();
    return bytes;
}

void EgressStream::setWindow(quint32 bytes)
{
    m_window = std::max(m_window, bytes);
    giveCredit();
}

void EgressStream::giveCredit()
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

qint64 EgressStream::room()
{
    if (m_isOver || m_hasEnded)
        return 0;
    if (m_credit > 0 && !m_streams.isCongested())
        return m_credit;
    if (!std::exchange(m_wantsRoom, true))
        m_streams.m_wantRoom.append(this);
    return 0;
}

void EgressStream::send(const QByteArray &bytes)
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

qint64 EgressStream::sendFrom(QIODevice &source)
{
    const qint64 size = std::min({source.bytesAvailable(), room(), qint64(frames::maxStreamData)});
    if (size == 0)
        return 0;
    QByteArray frame = EgressStreams::dataFrame(m_id, size);
    if (source.read(frame.data() + EgressStreams::dataStart, size) != size)
        return 0; // it was there; the device has failed
    m_credit -= quint32(size);
    m_streams.sendFrame(frame);
    return size;
}

void EgressStream::closeSending()
{
    if (m_isOver || std::exchange(m_hasEnded, true))
        return;
    m_streams.send(frames::Type::StreamToProgramClose, frames::StreamId{m_id});
    endIfDone();
}

void EgressStream::ignoreInput()
{
    m_ignoresInput = true;
    take(m_input.size());
    endIfDone();
    if (!m_isOver)
        QTimer::singleShot(closingLimit, this, &EgressStream::reset);
}

void EgressStream::reset()
{
    if (m_isOver)
        return;
    m_streams.send(frames::Type::StreamToProgramReset, frames::StreamId{m_id});
    m_streams.forget(this);
}

void EgressStream::endIfDone()
{
    if (m_hasProgramEnded && m_hasEnded && m_input.isEmpty())
        m_streams.forget(this);
}

EgressStreams::EgressStreams(Write write, Pending pending, QObject *parent)
    : QObject(parent)
    , m_write(std::move(write))
    , m_pending(std::move(pending))
{
}

EgressStreams::~EgressStreams() = default;

bool EgressStreams::receive(frames::Type type, std::string_view payload)
{
    if (m_isClosed)
        return true;
    frames::StreamId id;
    frames::StreamData data;
    frames::StreamWindow window;
    bool isWhole = false;
    if (type == frames::Type::StreamFromProgram) {
        isWhole = frames::decode(payload, data) && !data.bytes.empty();
        id.id = data.id;
    } else if (type == frames::Type::StreamToProgramWindow) {
        isWhole = frames::decode(payload, window) && window.credit > 0;
        id.id = window.id;
    } else {
        isWhole = frames::decode(payload, id);
    }
    if (!isWhole)
        return fail(u"a malformed stream frame"_s);

    if (type == frames::Type::StreamOpen) {
        if (id.id <= m_lastId || m_streams.size() >= qsizetype(frames::maxStreams))
            return fail(u"a stream that cannot be"_s);
        m_lastId = id.id;
        auto *stream = new EgressStream(*this, id.id);
        m_streams.insert(id.id, stream);
        Q_EMIT opened(stream);
        return true;
    }
    if (id.id == 0 || id.id > m_lastId)
        return fail(u"a frame for a stream that never was"_s);
    EgressStream *stream = m_streams.value(id.id);
    if (!stream)
        return true; // we have ended it, which init could not know
    switch (type) {
    case frames::Type::StreamFromProgram:
        if (stream->m_hasProgramEnded || data.bytes.size() > stream->m_granted)
            return fail(u"more on a stream than agreed"_s);
        stream->m_granted -= quint32(data.bytes.size());
        stream->m_input.append(data.bytes.data(), qsizetype(data.bytes.size()));
        if (stream->m_ignoresInput)
            stream->take(stream->m_input.size());
        else
            Q_EMIT stream->readyRead();
        break;
    case frames::Type::StreamFromProgramClose:
        if (stream->m_hasProgramEnded)
            return fail(u"the end of a stream twice"_s);
        stream->m_hasProgramEnded = true;
        stream->endIfDone();
        if (!stream->m_isOver)
            Q_EMIT stream->readyRead();
        break;
    case frames::Type::StreamFromProgramReset:
        forget(stream);
        Q_EMIT stream->broke();
        break;
    default:
        if (window.credit > frames::maxWindow - std::min(frames::maxWindow, stream->m_credit))
            return fail(u"too large a window"_s);
        stream->m_credit += window.credit;
        if (std::exchange(stream->m_wantsRoom, false)) {
            m_wantRoom.removeOne(stream);
            Q_EMIT stream->roomGrew();
        }
        break;
    }
    return true;
}

void EgressStreams::bytesLeft()
{
    // Everybody once at most; who wants more is at the end of the line by then.
    for (qsizetype turns = m_wantRoom.size(); turns > 0 && !m_wantRoom.isEmpty() && !isCongested(); --turns) {
        EgressStream *stream = m_wantRoom.takeFirst();
        if (stream->m_credit == 0) {
            m_wantRoom.append(stream);
            continue;
        }
        stream->m_wantsRoom = false;
        Q_EMIT stream->roomGrew();
    }
}

void EgressStreams::close()
{
    if (std::exchange(m_isClosed, true))
        return;
    const QList<EgressStream *> streams = m_streams.values();
    for (EgressStream *stream : streams) {
        forget(stream);
        Q_EMIT stream->broke();
    }
}

bool EgressStreams::isCongested() const
{
    return m_pending() >= congestionLimit;
}

template<typename Payload>
void EgressStreams::send(frames::Type type, const Payload &payload)
{
    sendFrame(frames::frame<QByteArray>(type, payload));
}

QByteArray EgressStreams::dataFrame(quint32 id, qsizetype size)
{
    char header[frames::headerSize];
    frames::writeHeader(header, frames::Type::StreamToProgram,
                        std::uint32_t(frames::streamDataHeaderSize + size_t(size)));
    QByteArray frame;
    frame.reserve(dataStart + size);
    frame.append(header, frames::headerSize);
    frames::encode(frame, frames::StreamId{id});
    frame.resize(dataStart + size);
    return frame;
}

void EgressStreams::sendFrame(const QByteArray &frame)
{
    if (!m_isClosed)
        m_write(frame);
}

void EgressStreams::forget(EgressStream *stream)
{
    if (std::exchange(stream->m_isOver, true))
        return;
    m_streams.remove(stream->m_id);
    if (std::exchange(stream->m_wantsRoom, false))
        m_wantRoom.removeOne(stream);
    stream->deleteLater();
}

bool EgressStreams::fail(const QString &problem)
{
    m_problem = problem;
    return false;
}
