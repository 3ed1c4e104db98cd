#pragma once

#include "resources.h"

#include <chrono>
#include <cstdint>

/// The container's control group, version 1 or 2, as far as it can be read from inside.
///
/// In a private cgroup namespace the container's own group is at the mount's root. Where it is not (rootless engines on
/// version 1 show the whole machine's), its memory limit is not ours, and its figures are worth nothing. The files are
/// opened once, before the program runs, so that nothing it does is in the way of reading them.
class Cgroup
{
public:
    void open();

    /// Whether this group has just that memory limit; only then are memory, cpu and oomKills about this container.
    [[nodiscard]] bool limitsMemoryTo(std::uint64_t bytes) const;
    [[nodiscard]] std::uint64_t pidsLimit() const;   ///< 0: none or unknown.
    [[nodiscard]] std::uint32_t cpuPermille() const; ///< 0: none or unknown.

    [[nodiscard]] std::uint64_t memory() const;
    [[nodiscard]] std::uint64_t peakMemory() const; ///< 0: unknown (version 2 before Linux 5.19).
    [[nodiscard]] std::chrono::nanoseconds cpu() const;
    [[nodiscard]] std::uint64_t oomKills() const;
    [[nodiscard]] std::uint64_t pidsRefused() const;

private:
    bool m_isVersion2 = false;
    Descriptor m_memoryLimit;
    Descriptor m_memory;
    Descriptor m_peakMemory;
    Descriptor m_memoryEvents; ///< Version 1: memory.oom_control.
    Descriptor m_pidsLimit;
    Descriptor m_pidsEvents;
    Descriptor m_cpuQuota; ///< Version 2: cpu.max, which holds quota and period.
    Descriptor m_cpuPeriod;
    Descriptor m_cpuUsage; ///< Version 1: cpuacct.usage, version 2: cpu.stat.
};
