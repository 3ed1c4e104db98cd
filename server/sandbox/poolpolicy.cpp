#include "sandbox/poolpolicy.h"

#include <algorithm>

void PoolPolicy::start(Time now)
{
    if (target(now) > 0)
        return;
    m_isStarted = true;
    m_lastCall = now;
    m_lastGrowth = now;
    m_grown = std::min(1, m_size);
}

void PoolPolicy::called(Time now, bool foundReady)
{
    start(now);
    m_lastCall = now;
    const int current = target(now);
    if (!foundReady) {
        m_grown = std::min(current + 1, m_size);
        m_lastGrowth = now;
    } else {
        // What is used does not shrink at once. The steps down that were made already stay made.
        m_lastGrowth = std::max(m_lastGrowth + shrinkAfter * (m_grown - current), now - shrinkAfter / 2);
        m_grown = current;
    }
}

void PoolPolicy::failed(Time now, double jitter)
{
    const Time delay = std::min(Time(firstDelay.count() << std::min(m_failures, 6)), longestDelay);
    ++m_failures;
    m_retryAt = now + delay + Time(int(double(delay.count()) * 0.2 * jitter));
}

int PoolPolicy::target(Time now) const
{
    if (!m_isStarted || now >= m_lastCall + m_idle)
        return 0;
    const int shrunk = m_grown - int((now - m_lastGrowth) / shrinkAfter);
    return std::max(shrunk, std::min(1, m_size));
}

std::optional<PoolPolicy::Time> PoolPolicy::nextChange(Time now) const
{
    const int current = target(now);
    if (current == 0)
        return std::nullopt;
    Time next = m_lastCall + m_idle;
    if (current > 1)
        next = std::min(next, m_lastGrowth + shrinkAfter * (m_grown - current + 1));
    if (!mayStart(now))
        next = std::min(next, m_retryAt);
    return next;
}
