#pragma once

#include "app/sweepanswer.h"
#include "monitor/monitorcontrol.h"

#include <QHash>
#include <QObject>

#include <deque>

class Executor;
class SandboxEvents;

/// What a monitor may do in this server: cancel an execution, end one of our containers, remove those of dead servers;
/// and ask for what is too large, or too dear, to be told of everything.
class ServerControl : public QObject, public MonitorControl
{
    Q_OBJECT

public:
    using OutputSource = std::function<const StreamCapture *(const ExecutionId &id, Stream stream)>;

    ServerControl(Executor &executor, const SandboxEvents &events, QObject *parent = nullptr);

    void setOutputSource(OutputSource source) { m_outputSource = std::move(source); }

    void cancelExecution(const ExecutionId &id, Done done) override;
    void removeContainer(const QString &name, Done done) override;
    void listOrphans(Done done) override;
    void prune(const QStringList &names, Done done) override;
    void measureContainers(Done done) override;
    void reproduce(const ExecutionId &id, Done done) override;
    [[nodiscard]] const StreamCapture *keptOutput(const ExecutionId &id, Stream stream) override;

private:
    void measure(const Engine &engine, const Done &done);
    void sweep(SweepMode mode, const QStringList &names, Done done);

    Executor &m_executor;
    OutputSource m_outputSource;
    QHash<ExecutionId, Language> m_languages; ///< Of the latest executions.
    std::deque<ExecutionId> m_order;
};
