#include "models/statistics.h"

#include "common/names.h"

#include <algorithm>
#include <cmath>

using namespace Qt::StringLiterals;

namespace {

constexpr qsizetype maxDurations = 1000;

qint64 numberOf(const QDateTime &time)
{
    return time.toSecsSinceEpoch() / Statistics::sliceLength.count();
}

std::optional<qint64> quantile(QList<qint64> values, double q)
{
    if (values.isEmpty())
        return std::nullopt;
    const auto place = std::min<qsizetype>(qsizetype(q * double(values.size())), values.size() - 1);
    std::nth_element(values.begin(), values.begin() + place, values.end());
    return values.at(place);
}

} // namespace

void Statistics::apply(const QString &instance, const monitor::Event &event)
{
    if (!event.time.isValid() || monitor::executionOf(event.payload) == nullptr) {
        if (const auto *pool = std::get_if<monitor::PoolChanged>(&event.payload))
            m_warm.insert(instance + u'/' + languageName(pool->pool.language), pool->pool.ready);
        return;
    }
    const QString id = monitor::executionOf(event.payload)->value;
    if (std::holds_alternative<monitor::ExecutionQueued>(event.payload)) {
        // Counted as queued from the next event on: most are handed to a warm container at once.
        Slice &now = slice(event.time);
        ++now.calls;
        sample(now);
        m_live.insert(id, {instance, false, 0});
        return;
    } else if (const auto *phase = std::get_if<monitor::PhaseChanged>(&event.payload)) {
        if (const auto live = m_live.find(id); live != m_live.end())
            live->isRunning = phase->phase == Phase::Running;
    } else if (std::holds_alternative<monitor::ExecutionStarted>(event.payload)) {
        if (const auto live = m_live.find(id); live != m_live.end())
            live->isRunning = true;
    } else if (const auto *usage = std::get_if<monitor::UsageReported>(&event.payload)) {
        if (const auto live = m_live.find(id); live != m_live.end())
            live->memoryBytes = usage->usage.memoryBytes;
    } else if (const auto *finished = std::get_if<monitor::ExecutionFinished>(&event.payload)) {
        if (m_live.remove(id)) {
            Slice &now = slice(event.time);
            ++now.ended;
            now.succeeded += finished->result.outcome == Outcome::Exited && finished->result.exitCode == 0 ? 1 : 0;
            if (now.durations.size() < maxDurations)
                now.durations += finished->result.duration.count();
            sample(now);
            return;
        }
    } else if (std::holds_alternative<monitor::ExecutionFailed>(event.payload)) {
        if (m_live.remove(id))
            ++slice(event.time).ended;
    } else {
        return;
    }
    sample(slice(event.time));
}

void Statistics::forget(const QString &instance)
{
    m_live.removeIf([&instance](const auto &live) { return live->instance == instance; });
    m_warm.removeIf([&instance](const auto &warm) { return warm.key().startsWith(instance + u'/'); });
}

Statistics::Figures Statistics::figures(const QDateTime &now)
{
    advance(now);
    Figures result;
    for (const Live &live : std::as_const(m_live)) {
        ++(live.isRunning ? result.running : result.queued);
        result.memoryBytes += live.memoryBytes;
    }
    for (const int ready : std::as_const(m_warm))
        result.warm += ready;
    QList<qint64> durations;
    int succeeded = 0;
    int recentCalls = 0;
    constexpr qint64 recentSlices = 5 * 60 / sliceLength.count();
    for (const Slice &slice : m_slices) {
        if (slice.number <= m_newest - sliceCount)
            continue;
        result.ended += slice.ended;
        succeeded += slice.succeeded;
        durations += slice.durations;
        if (slice.number > m_newest - recentSlices)
            recentCalls += slice.calls;
    }
    result.callsPerMinute = recentCalls / 5.0;
    if (result.ended > 0)
        result.successRate = double(succeeded) / result.ended;
    if (const auto median = quantile(durations, 0.5))
        result.median = std::chrono::microseconds(*median);
    if (const auto p95 = quantile(durations, 0.95))
        result.p95 = std::chrono::microseconds(*p95);
    return result;
}

QList<double> Statistics::series(Series series, const QDateTime &now)
{
    advance(now);
    const bool hasGaps = series == Series::SuccessRate || series == Series::Median || series == Series::P95;
    QList<double> values(sliceCount, hasGaps ? std::nan("") : 0.0);
    for (const Slice &slice : m_slices) {
        const qint64 place = slice.number - (m_newest - sliceCount + 1);
        if (place < 0 || place >= sliceCount)
            continue;
        double &value = values[place];
        switch (series) {
        case Series::Running:
            value = slice.running;
            break;
        case Series::Queued:
            value = slice.queued;
            break;
        case Series::Warm:
            value = slice.warm;
            break;
        case Series::Memory:
            value = double(slice.memoryBytes);
            break;
        case Series::Calls:
            value = slice.calls * 60.0 / double(sliceLength.count());
            break;
        case Series::SuccessRate:
            value = slice.ended > 0 ? double(slice.succeeded) / slice.ended : std::nan("");
            break;
        case Series::Median:
            value = slice.durations.isEmpty() ? std::nan("") : double(*quantile(slice.durations, 0.5)) / 1000;
            break;
        case Series::P95:
            value = slice.durations.isEmpty() ? std::nan("") : double(*quantile(slice.durations, 0.95)) / 1000;
            break;
        }
    }
    return values;
}

Statistics::Slice &Statistics::slice(const QDateTime &time)
{
    const qint64 number = numberOf(time);
    if (number > m_newest)
        advance(time);
    Slice &result = m_slices[size_t(number % sliceCount)];
    // An event of long ago (a replay) must not overwrite a newer slice; it counts in a slice that nobody reads.
    if (result.number != number) {
        m_past = {};
        return m_past;
    }
    return result;
}

void Statistics::advance(const QDateTime &now)
{
    // Slices without events: what was running and warm before went on.
    const qint64 number = numberOf(now);
    for (qint64 next = std::max(m_newest + 1, number - sliceCount + 1); next <= number; ++next) {
        Slice &empty = m_slices[size_t(next % sliceCount)];
        empty = {};
        empty.number = next;
        sample(empty);
    }
    m_newest = std::max(m_newest, number);
    sample(m_slices[size_t(m_newest % sliceCount)]);
}

void Statistics::sample(Slice &slice) const
{
    int running = 0;
    int queued = 0;
    qint64 memory = 0;
    for (const Live &live : m_live) {
        ++(live.isRunning ? running : queued);
        memory += live.memoryBytes;
    }
    int warm = 0;
    for (const int ready : m_warm)
        warm += ready;
    slice.running = std::max(slice.running, running);
    slice.queued = std::max(slice.queued, queued);
    slice.warm = std::max(slice.warm, warm);
    slice.memoryBytes = std::max(slice.memoryBytes, memory);
}
