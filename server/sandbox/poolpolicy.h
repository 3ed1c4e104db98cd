#pragma once

#include <chrono>
#include <optional>

/// Decides how many containers of one language should wait. Pure: time comes in from outside, nothing is started here.
///
/// The target is 0 until start() or the first call, then 1. A call that finds none ready raises it by one (up to the
/// limit), each quiet minute lowers it by one again (down to 1), and after the idle time without a call it is 0.
/// Failed starts delay the next one, doubling from 1 s to 60 s with jitter.
class PoolPolicy
{
public:
    using Time = std::chrono::milliseconds; ///< Of any monotonic clock.

    static constexpr Time shrinkAfter{60'000};
    static constexpr Time firstDelay{1'000};
    static constexpr Time longestDelay{60'000};

    PoolPolicy(int size, Time idle)
        : m_size(size)
        , m_idle(idle)
    {
    }

    void start(Time now);
    void called(Time now, bool foundReady);
    /// `jitter` from 0 to 1, so that many servers do not knock at the same moment.
    void failed(Time now, double jitter);
    void succeeded() { m_failures = 0; }

    /// How many should be ready or starting.
    [[nodiscard]] int target(Time now) const;
    [[nodiscard]] bool mayStart(Time now) const { return m_failures == 0 || now >= m_retryAt; }
    [[nodiscard]] int failures() const { return m_failures; }
    /// When target() or mayStart() will change by itself, if ever.
    [[nodiscard]] std::optional<Time> nextChange(Time now) const;

private:
    int m_size;
    Time m_idle;
    bool m_isStarted = false;
    Time m_lastCall{0};
    Time m_lastGrowth{0};
    int m_grown = 0; ///< The target at m_lastGrowth.
    int m_failures = 0;
    Time m_retryAt{0};
};
