#pragma once

#include <chrono>
#include <ctime>

/// CLOCK_MONOTONIC: the program can neither set nor see it run differently from the server's own.
struct Clock
{
    using duration = std::chrono::nanoseconds;
    using rep = duration::rep;
    using period = duration::period;
    using time_point = std::chrono::time_point<Clock>;
    static constexpr bool is_steady = true;

    static time_point now() noexcept { return read(CLOCK_MONOTONIC); }
    static time_point read(clockid_t id) noexcept
    {
        timespec time = {};
        clock_gettime(id, &time);
        return time_point(std::chrono::seconds(time.tv_sec) + std::chrono::nanoseconds(time.tv_nsec));
    }
};

using Time = Clock::time_point;
inline constexpr Time never = Time::max();
