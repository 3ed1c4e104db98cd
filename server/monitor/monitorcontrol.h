#pragma once

#include "common/monitorprotocol.h"

#include <functional>

/// What a monitor may make this server do; sandbox/ implements it.
///
/// Every call is answered exactly once through `done`, at once or later. Nothing but containers of this project, of
/// this user, whose owner is this server or dead, may ever be touched: names from a monitor are to be checked.
class MonitorControl
{
public:
    using Done = std::function<void(monitor::Answer answer)>; ///< Answer::request is filled in by the caller.

    virtual ~MonitorControl() = default;
    virtual void cancelExecution(const ExecutionId &id, Done done) = 0;
    /// A container of this server, or one whose owner is dead.
    virtual void removeContainer(const QString &name, Done done) = 0;
    /// One item for each container of a dead owner.
    virtual void listOrphans(Done done) = 0;
    /// Removes those of `names` that are orphans; all orphans if it is empty. One item for each.
    virtual void prune(const QStringList &names, Done done) = 0;
    /// One item with its size for each container of this user.
    virtual void measureContainers(Done done) = 0;
    /// A command line in Answer::text. No secret in it: variables by their names only.
    virtual void reproduce(const ExecutionId &id, Done done) = 0;
    /// What is kept of an ended execution's output; null if nothing is. Valid until the event loop goes on.
    [[nodiscard]] virtual const StreamCapture *keptOutput(const ExecutionId &id, Stream stream) = 0;
};
