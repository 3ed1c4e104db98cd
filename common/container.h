#pragma once

#include "common/execution.h"

#include <QDateTime>

// What is known of the containers of one server. Values, no behaviour.

enum class ContainerState
{
    Starting,
    Ready, ///< Waits for its execution (the warm pool).
    InUse,
    Removed,
    Failed, ///< Could not start, or was lost; gone as well.
};

struct ContainerInfo
{
    QString name;
    Language language = Language::Python;
    QString image;
    ContainerState state = ContainerState::Starting;
    ExecutionId execution; ///< Empty unless in use, or removed or failed after use.
    QDateTime created;
    QString reason; ///< For Failed: what the engine said.
};

/// The warm pool of one language.
struct PoolState
{
    Language language = Language::Python;
    int ready = 0;
    int starting = 0;
    int target = 0;

    friend bool operator==(const PoolState &, const PoolState &) = default;
};

/// Live consumption of a running execution.
struct UsageSample
{
    std::chrono::microseconds duration{0};
    std::chrono::microseconds cpuTime{0};
    qint64 memoryBytes = 0;
};
