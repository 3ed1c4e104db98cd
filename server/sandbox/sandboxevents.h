#pragma once

#include "common/container.h"
#include "common/execution.h"
#include "common/result.h"

#include <QObject>

/// Announces what happens in this server, for those who watch (the monitor's publisher, the journal, metrics).
///
/// Emitted synchronously by sandbox/, from the event loop; receivers must not block and cannot influence a run. For
/// each execution: executionQueued, phase changes (rising), output and usage while it runs, then exactly one of
/// executionFinished and executionFailed.
class SandboxEvents : public QObject
{
    Q_OBJECT

public:
    using QObject::QObject;

Q_SIGNALS:
    void executionQueued(const ExecutionRequest &request);
    void executionPhaseChanged(const ExecutionId &id, Phase phase);
    /// The program runs now, in `container`.
    void executionStarted(const ExecutionId &id, const QString &container);
    /// `isSample`: not the next bytes but the latest ones; what lies between is not sent (the stream passed half its
    /// cap).
    void outputReceived(const ExecutionId &id, Stream stream, const QByteArray &bytes, bool isSample);
    void usageReported(const ExecutionId &id, const UsageSample &usage);
    /// One of the program's connections through the server has ended, or was refused. Of a run that makes very many,
    /// only the first ones.
    void connectionFinished(const ExecutionId &id, const ConnectionReport &report);
    /// The program ran and ended; its container may still be on its way out.
    void executionFinished(const ExecutionId &id, const ExecutionResult &result);
    /// The program could not be run, or its fate is unknown.
    void executionFailed(const ExecutionId &id, const Error &error);

    void containerChanged(const ContainerInfo &container);
    /// Containers of dead servers were removed at start or by prune.
    void orphansRemoved(const QStringList &names);
    void poolChanged(const PoolState &pool);
    /// Something worth knowing that belongs to no execution (engine trouble, a weaker limit).
    void noted(const QString &text);
};
