#include "cgroup.h"

#include "smallfile.h"

#include <fcntl.h>
#include <unistd.h>

namespace {

Descriptor openGroupFile(const char *path)
{
    return Descriptor(::open(path, O_RDONLY | O_CLOEXEC));
}

} // namespace

void Cgroup::open()
{
    m_memoryLimit = openGroupFile("/sys/fs/cgroup/memory/memory.limit_in_bytes");
    m_isVersion2 = !m_memoryLimit.isOpen();
    if (m_isVersion2) {
        m_memoryLimit = openGroupFile("/sys/fs/cgroup/memory.max");
        m_memory = openGroupFile("/sys/fs/cgroup/memory.current");
        m_peakMemory = openGroupFile("/sys/fs/cgroup/memory.peak");
        // Not memory.events.local: a group below this one, if the runtime made one, counts as well.
        m_memoryEvents = openGroupFile("/sys/fs/cgroup/memory.events");
        m_pidsLimit = openGroupFile("/sys/fs/cgroup/pids.max");
        m_pidsEvents = openGroupFile("/sys/fs/cgroup/pids.events");
        m_cpuQuota = openGroupFile("/sys/fs/cgroup/cpu.max");
        m_cpuUsage = openGroupFile("/sys/fs/cgroup/cpu.stat");
    } else {
        m_memory = openGroupFile("/sys/fs/cgroup/memory/memory.usage_in_bytes");
        m_peakMemory = openGroupFile("/sys/fs/cgroup/memory/memory.max_usage_in_bytes");
        m_memoryEvents = openGroupFile("/sys/fs/cgroup/memory/memory.oom_control");
        m_pidsLimit = openGroupFile("/sys/fs/cgroup/pids/pids.max");
        m_pidsEvents = openGroupFile("/sys/fs/cgroup/pids/pids.events");
        m_cpuQuota = openGroupFile("/sys/fs/cgroup/cpu/cpu.cfs_quota_us");
        m_cpuPeriod = openGroupFile("/sys/fs/cgroup/cpu/cpu.cfs_period_us");
        m_cpuUsage = openGroupFile("/sys/fs/cgroup/cpuacct/cpuacct.usage");
    }
}

bool Cgroup::limitsMemoryTo(std::uint64_t bytes) const
{
    if (bytes == 0)
        return false;
    const auto page = static_cast<std::uint64_t>(sysconf(_SC_PAGESIZE)); // the kernel rounds to whole pages
    return SmallFile(m_memoryLimit).number() / page == bytes / page;
}

std::uint64_t Cgroup::pidsLimit() const
{
    return SmallFile(m_pidsLimit).number(); // "max" is no number, thus 0
}

std::uint32_t Cgroup::cpuPermille() const
{
    const SmallFile quotaFile(m_cpuQuota);
    const std::uint64_t quota = quotaFile.number(); // "max" or -1: no number
    const std::uint64_t period = m_isVersion2 ? quotaFile.number(1) : SmallFile(m_cpuPeriod).number();
    return quota > 0 && period > 0 ? static_cast<std::uint32_t>(quota * 1000 / period) : 0;
}

std::uint64_t Cgroup::memory() const
{
    return SmallFile(m_memory).number();
}

std::uint64_t Cgroup::peakMemory() const
{
    return SmallFile(m_peakMemory).number();
}

std::chrono::nanoseconds Cgroup::cpu() const
{
    const SmallFile usage(m_cpuUsage);
    if (m_isVersion2)
        return std::chrono::microseconds(usage.numberAfter("usage_usec "));
    return std::chrono::nanoseconds(usage.number());
}

std::uint64_t Cgroup::oomKills() const
{
    return SmallFile(m_memoryEvents).numberAfter("oom_kill ");
}

std::uint64_t Cgroup::pidsRefused() const
{
    return SmallFile(m_pidsEvents).numberAfter("max ");
}
