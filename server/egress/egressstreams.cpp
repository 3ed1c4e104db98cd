#include "egress/egressstreams.h"

#include "common/passing.h"
#include "egress/framestream.h"
#include "egress/socketstream.h"

#include <algorithm>
#include <utility>

using namespace Qt::StringLiterals;

namespace {

/// More than this on its way to the container, and the streams wait.
constexpr qint64 congestionLimit = 1024 * 1024;

} // namespace

EgressStreams::EgressStreams(Write write, Pending pending, TakeDescriptor takeDescriptor, QObject *parent)
    : QObject(parent)
    , m_write(std::move(write))
    , m_pending(std::move(pending))
    , m_takeDescriptor(std::move(takeDescriptor))
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

    if (type == frames::Type::StreamOpen || type == frames::Type::StreamHandedOver)
        return open(type, id.id);
    if (id.id == 0 || id.id > m_lastId)
        return fail(u"a frame for a stream that never was"_s);
    FrameStream *stream = m_framed.value(id.id);
    if (!stream && m_streams.contains(id.id))
        return fail(u"a frame for a connection that was handed over"_s);
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
        stream->breakOff();
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

bool EgressStreams::open(frames::Type type, quint32 id)
{
    if (id <= m_lastId || m_streams.size() >= qsizetype(frames::maxStreams))
        return fail(u"a stream that cannot be"_s);
    m_lastId = id;
    EgressStream *stream = nullptr;
    if (type == frames::Type::StreamOpen) {
        stream = m_framed[id] = new FrameStream(*this, id);
    } else {
        const int descriptor = m_takeDescriptor();
        if (descriptor < 0) { // we had no room for one more: the program sees its connection end
            send(frames::Type::StreamToProgramClose, frames::StreamId{id});
            return true;
        }
        const qsizetype handedOver = m_streams.size() - m_framed.size();
        if (handedOver >= qsizetype(frames::maxHandedOver) || !SocketStream::isConnection(descriptor)) {
            passing::close(descriptor);
            return fail(u"a connection that cannot be"_s);
        }
        auto *connection = new SocketStream(descriptor, this);
        connect(connection, &SocketStream::over, this, [this, id] {
            m_streams.remove(id);
            send(frames::Type::StreamToProgramClose, frames::StreamId{id});
        });
        stream = connection;
    }
    m_streams.insert(id, stream);
    Q_EMIT opened(stream);
    return true;
}

void EgressStreams::bytesLeft()
{
    // Everybody once at most; who wants more is at the end of the line by then.
    for (qsizetype turns = m_wantRoom.size(); turns > 0 && !m_wantRoom.isEmpty() && !isCongested(); --turns) {
        FrameStream *stream = m_wantRoom.takeFirst();
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
    for (EgressStream *stream : streams)
        stream->breakOff();
}

bool EgressStreams::isCongested() const
{
    return m_pending() >= congestionLimit;
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

void EgressStreams::forget(FrameStream *stream)
{
    if (std::exchange(stream->m_isOver, true))
        return;
    m_streams.remove(stream->m_id);
    m_framed.remove(stream->m_id);
    if (std::exchange(stream->m_wantsRoom, false))
        m_wantRoom.removeOne(stream);
    stream->deleteLater();
}

bool EgressStreams::fail(const QString &problem)
{
    m_problem = problem;
    return false;
}
