#pragma once

#include "monitorcontrol.h"
#include "sweepanswer.h"

#include <QObject>

class Executor;

/// What a monitor may do in this server: cancel an execution, end one of our containers, remove those of dead servers.
class ServerControl : public QObject, public MonitorControl
{
    Q_OBJECT

public:
    explicit ServerControl(Executor &executor, QObject *parent = nullptr);

    void cancelExecution(const ExecutionId &id, Done done) override;
    void removeContainer(const QString &name, Done done) override;
    void listOrphans(Done done) override;
    void prune(const QStringList &names, Done done) override;

private:
    void sweep(SweepMode mode, const QStringList &names, Done done);

    Executor &m_executor;
};
