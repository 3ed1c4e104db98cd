#pragma once

#include "common/execution.h"

#include <QDeadlineTimer>
#include <QList>

#include <optional>

/// Keeps the output of runs whose text was cut, so that it can be read later: for 10 minutes, at most 16 MiB in all
/// (the oldest go first; the latest stays in any case, since a result has just named it). The random id of a run is the
/// right to read it.
class RunStore
{
public:
    static constexpr std::chrono::minutes defaultLifetime{10};
    static constexpr qint64 capacity = 16 * 1024 * 1024;

    explicit RunStore(std::chrono::milliseconds lifetime = defaultLifetime)
        : m_lifetime(lifetime)
    {
    }

    void add(const ExecutionId &id, const StreamCapture &out, const StreamCapture &err);
    /// Null when it was never there or is gone.
    [[nodiscard]] const StreamCapture *find(const ExecutionId &id, Stream stream);

private:
    struct Run
    {
        ExecutionId id;
        StreamCapture out;
        StreamCapture err;
        QDeadlineTimer expiry;

        [[nodiscard]] qint64 size() const;
    };

    void dropExpired();

    std::chrono::milliseconds m_lifetime;
    QList<Run> m_runs; ///< Oldest first.
    qint64 m_size = 0;
};

/// The URIs of stored output: sandbox://runs/{id}/stdout and …/stderr, with ?offset=N for what follows N characters.
struct RunUri
{
    ExecutionId id;
    Stream stream = Stream::Stdout;
    qsizetype offset = 0;

    [[nodiscard]] QString toString() const;
    static std::optional<RunUri> parse(const QString &uri);
};
