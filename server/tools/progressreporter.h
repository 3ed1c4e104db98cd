#pragma once

#include "common/execution.h"

#include <QElapsedTimer>
#include <QObject>
#include <QTimer>

class Exchange;
class Execution;

/// Turns the life of an execution into progress notifications of its request: phases and the last line of output, at
/// most four a second and at least one in five seconds, since some clients give up on silence. Child of the exchange.
class ProgressReporter : public QObject
{
    Q_OBJECT

public:
    ProgressReporter(Execution &execution, Exchange &exchange);

private:
    void addOutput(const QByteArray &bytes);
    void report();

    Exchange &m_exchange;
    QString m_message;
    QByteArray m_lastLine;
    QElapsedTimer m_sinceReport;
    QTimer m_next;  ///< A change waits for its turn.
    QTimer m_pulse; ///< Nothing changed for long.
};
