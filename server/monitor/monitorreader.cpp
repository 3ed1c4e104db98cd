#include "monitor/monitorreader.h"

namespace {

/// As much as Qt may hold for a peer that does not read; the rest waits in the history.
constexpr qint64 maxUnwritten = 256 * 1024;
/// With more than this unread, no more commands are taken: some have long answers. More than pump() ever leaves, so
/// that in a flood of events commands are still obeyed.
constexpr qint64 maxUnanswered = 2 * monitor::maxEventLine;
constexpr qint64 readSlice = 64 * 1024;

} // namespace

MonitorReader::MonitorReader(QLocalSocket *socket, const EventHistory &history, const QByteArray &hello,
                             QObject *parent)
    : QObject(parent)
    , m_socket(socket)
    , m_history(history)
    , m_lines(monitor::maxCommandLine)
    , m_replayEnd(history.lastSeq())
{
    m_socket->setParent(this);
    m_socket->setReadBufferSize(readSlice);
    connect(m_socket, &QLocalSocket::readyRead, this, &MonitorReader::read);
    connect(m_socket, &QLocalSocket::bytesWritten, this, &MonitorReader::pump);
    connect(m_socket, &QLocalSocket::bytesWritten, this, [this] {
        if (m_isHeldUp && m_socket->bytesToWrite() < maxUnanswered)
            read();
    });
    connect(m_socket, &QLocalSocket::disconnected, this, &MonitorReader::close);
    m_socket->write(hello);
    write(monitor::ReplayStarted{m_history.count(), m_history.forgottenCount()});
    pump();
}

void MonitorReader::pump()
{
    if (m_isClosed)
        return;
    while (m_socket->bytesToWrite() < maxUnwritten) {
        const EventHistory::Entry *entry = m_history.next(m_position);
        if (m_isReplaying && (entry == nullptr || entry->seq > m_replayEnd)) {
            m_isReplaying = false;
            write(monitor::ReplayEnded{});
        }
        if (entry == nullptr)
            return;
        if (m_missed > 0)
            write(monitor::Missed{std::exchange(m_missed, 0)});
        m_position = entry->seq;
        m_socket->write(entry->line);
    }
}

void MonitorReader::forgotten(quint64 seq)
{
    if (seq > m_position)
        ++m_missed;
}

void MonitorReader::answer(monitor::Answer answer)
{
    write(answer);
}

void MonitorReader::read()
{
    if (m_isClosed)
        return;
    m_isHeldUp = m_socket->bytesToWrite() >= maxUnanswered;
    if (m_isHeldUp)
        return;
    m_lines.append(m_socket->read(readSlice));
    while (const auto line = m_lines.next()) {
        const auto command = monitor::decodeCommand(*line);
        if (!command.ok()) {
            close();
            return;
        }
        Q_EMIT commandReceived(*command);
        if (m_isClosed)
            return;
        m_isHeldUp = m_socket->bytesToWrite() >= maxUnanswered;
        if (m_isHeldUp)
            return;
    }
    if (m_lines.hasOverflowed()) {
        close();
        return;
    }
    // One slice at a time: a peer that floods us must not keep the event loop from the executions.
    if (m_socket->bytesAvailable() > 0 && !m_isReadPending) {
        m_isReadPending = true;
        QMetaObject::invokeMethod(
            this,
            [this] {
                m_isReadPending = false;
                read();
            },
            Qt::QueuedConnection);
    }
}

void MonitorReader::write(const monitor::Payload &payload)
{
    if (!m_isClosed)
        m_socket->write(monitor::encode({0, QDateTime::currentDateTimeUtc(), payload}));
}

void MonitorReader::close()
{
    if (m_isClosed)
        return;
    m_isClosed = true;
    m_socket->abort();
    Q_EMIT closed();
}
