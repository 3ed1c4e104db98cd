#pragma once

#include "common/monitorprotocol.h"
#include "monitor/eventhistory.h"

#include <QLocalSocket>
#include <QObject>
#include <QPointer>

#include <functional>

/// One monitor connected to this server.
///
/// It has no queue of its own but a place in the history: a slow reader just falls behind, and is told how much the
/// history forgot meanwhile. Ends itself (closed()) when the peer goes away or sends what is no command.
class MonitorReader : public QObject
{
    Q_OBJECT

public:
    /// Takes the socket over. `history` outlives the reader.
    MonitorReader(QLocalSocket *socket, const EventHistory &history, const QByteArray &hello, QObject *parent);

    /// Writes as much of the history as the peer takes now.
    void pump();
    /// The history had to drop this entry.
    void forgotten(quint64 seq);
    void answer(monitor::Answer answer);

Q_SIGNALS:
    void commandReceived(const monitor::Command &command);
    void closed();

private:
    void read();
    void write(const monitor::Payload &payload);
    void close();

    QLocalSocket *m_socket; ///< Child.
    const EventHistory &m_history;
    monitor::LineReader m_lines;
    quint64 m_position = 0;
    quint64 m_replayEnd; ///< Last entry of the replay.
    bool m_isReplaying = true;
    qint64 m_missed = 0;
    bool m_isClosed = false;
    bool m_isReadPending = false;
    bool m_isHeldUp = false; ///< Commands wait until the peer has read some answers.
};
