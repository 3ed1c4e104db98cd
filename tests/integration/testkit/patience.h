#pragma once

#include <QtGlobal>

#include <chrono>

/// Every time limit of these tests goes through here. Machines of CI are slow and shared; the benchmark, not these
/// tests, holds the tight values.
inline std::chrono::milliseconds patient(std::chrono::milliseconds limit)
{
    static const int factor = qEnvironmentVariable("CI") == QLatin1StringView("true") ? 3 : 1;
    return limit * factor;
}
