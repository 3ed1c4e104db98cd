#pragma once

#include "common/monitorprotocol.h"
#include "models/outputlog.h"

#include <QDateTime>

#include <memory>
#include <optional>

/// Where an execution is, or how it ended: what a person wants to tell apart.
enum class ExecutionState
{
    Queued,
    Pulling,
    Starting,
    Running,
    Succeeded, ///< Exit code 0.
    Failed,    ///< Another exit code.
    Killed,    ///< By a signal.
    TimedOut,
    OutOfMemory,
    Stopped, ///< Cancelled.
    NotRun,  ///< The sandbox failed, not the program.
};

[[nodiscard]] constexpr bool isActive(ExecutionState state)
{
    return state <= ExecutionState::Running;
}

/// Ended, and not as its author meant it. Being stopped is no failure.
[[nodiscard]] constexpr bool isFailure(ExecutionState state)
{
    return state >= ExecutionState::Failed && state != ExecutionState::Stopped;
}

/// All that the monitor knows of one execution.
struct ExecutionRecord
{
    ExecutionId id;
    QString instance; ///< Of the server.
    QString client;
    Language language = Language::Python;
    QString code;
    qint64 codeBytes = 0;
    qint64 stdinBytes = 0;
    std::chrono::milliseconds timeout{0};

    ExecutionState state = ExecutionState::Queued;
    bool isStale = false;         ///< The server is gone; this is the last that is known.
    bool isStopRequested = false; ///< Asked to be cancelled from here.
    // Moments, invalid until they happened.
    QDateTime queued;
    QDateTime starting; ///< A container was looked for or started.
    QDateTime started;  ///< The program began.
    QDateTime firstOutput;
    QDateTime ended;
    QDateTime removed; ///< Its container is gone.

    UsageSample usage;
    qint64 peakMemoryBytes = 0;
    QString container;
    std::optional<ExecutionResult> result;
    bool isStdoutTruncated = false;
    bool isStderrTruncated = false;
    std::optional<Error> error;
    QList<monitor::ConnectionReported> connections;
    std::shared_ptr<OutputLog> output = std::make_shared<OutputLog>();

    /// It goes on, and its server is there to tell of it.
    [[nodiscard]] bool isUnderWay() const { return isActive(state) && !isStale; }
    /// How long it has run, or ran; without waiting.
    [[nodiscard]] std::chrono::microseconds duration(const QDateTime &now) const;
    [[nodiscard]] std::chrono::microseconds cpuTime() const { return result ? result->cpuTime : usage.cpuTime; }
    /// The first line of the code that says something: comments and imports do not, unless there is nothing else.
    [[nodiscard]] QString firstLine() const;
};
