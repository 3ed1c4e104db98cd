// Runs at build time: writes sandbox-init's seccomp filter to stdout, as the initializers of an array of sock_filter.
// So init needs no libseccomp of its own.
//
// The filter refuses by name and allows the rest. An allow list would have to grow with every libc and interpreter;
// the engine's default profile is one already, and this comes on top of it, the same under every engine.

#include <cerrno>
#include <cstdint>
#include <cstdio>
#include <cstdlib>
#include <linux/filter.h>
#include <sched.h>
#include <seccomp.h>
#include <string_view>
#include <sys/resource.h>
#include <sys/socket.h>
#include <sys/stat.h>
#include <vector>

namespace {

// Of <linux/ioprio.h>, which in some releases of the kernel's headers is no C++.
constexpr std::uint32_t ioprioWhoProcess = 1;
constexpr std::uint32_t ioprioWhoGroup = 2;
constexpr std::uint32_t ioprioWhoUser = 3;

[[noreturn]] void die(const char *what)
{
    std::fprintf(stderr, "seccompgen: %s\n", what);
    std::exit(1);
}

class Filter
{
public:
    explicit Filter(std::uint32_t architecture)
        : m_context(seccomp_init(SCMP_ACT_ALLOW))
    {
        if (!m_context)
            die("out of memory");
        if (architecture != seccomp_arch_native()) {
            check(seccomp_arch_add(m_context, architecture), "seccomp_arch_add");
            check(seccomp_arch_remove(m_context, SCMP_ARCH_NATIVE), "seccomp_arch_remove");
        }
        // 32-bit calls of a 64-bit process, and x32, which libseccomp takes for a foreign architecture.
        check(seccomp_attr_set(m_context, SCMP_FLTATR_ACT_BADARCH, SCMP_ACT_ERRNO(EPERM)), "bad architecture");
        // A binary search instead of a chain: most calls of the program match nothing here.
        check(seccomp_attr_set(m_context, SCMP_FLTATR_CTL_OPTIMIZE, 2), "optimisation");
    }
    ~Filter() { seccomp_release(m_context); }
    Filter(const Filter &) = delete;
    Filter &operator=(const Filter &) = delete;

    /// Comparisons of one call hold together; several calls are alternatives.
    void refuse(const char *name, std::vector<scmp_arg_cmp> when = {}, int error = EPERM)
    {
        const int number = seccomp_syscall_resolve_name(name);
        if (number == __NR_SCMP_ERROR)
            die(name); // libseccomp is too old to know it
        check(seccomp_rule_add_array(m_context, SCMP_ACT_ERRNO(static_cast<std::uint32_t>(error)), number,
                                     static_cast<unsigned>(when.size()), when.data()),
              name);
    }

    void print() const
    {
        std::FILE *const file = std::tmpfile();
        if (!file)
            die("no temporary file");
        check(seccomp_export_bpf(m_context, fileno(file)), "seccomp_export_bpf");
        std::rewind(file);
        sock_filter instruction;
        while (std::fread(&instruction, sizeof instruction, 1, file) == 1)
            std::printf("{0x%02x, %u, %u, 0x%08x},\n", instruction.code, instruction.jt, instruction.jf, instruction.k);
        std::fclose(file);
    }

private:
    static void check(int result, const char *what)
    {
        if (result < 0)
            die(what);
    }

    scmp_filter_ctx m_context;
};

constexpr scmp_arg_cmp equal(unsigned argument, std::uint64_t value)
{
    return {argument, SCMP_CMP_EQ, value, 0};
}
constexpr scmp_arg_cmp different(unsigned argument, std::uint64_t value)
{
    return {argument, SCMP_CMP_NE, value, 0};
}
constexpr scmp_arg_cmp greater(unsigned argument, std::uint64_t value)
{
    return {argument, SCMP_CMP_GT, value, 0};
}
constexpr scmp_arg_cmp masked(unsigned argument, std::uint64_t mask, std::uint64_t value)
{
    return {argument, SCMP_CMP_MASKED_EQ, mask, value};
}
/// Of an argument that the kernel takes for an int: it does not look at the upper half.
constexpr scmp_arg_cmp int32(unsigned argument, std::uint32_t value)
{
    return masked(argument, UINT32_MAX, value);
}

void refuseAll(Filter &filter)
{
    // Namespaces and mounts.
    for (const char *name : {"unshare", "setns", "mount", "umount2", "pivot_root", "chroot", "move_mount", "open_tree",
                             "fsopen", "fsmount", "fsconfig", "fspick", "mount_setattr"})
        filter.refuse(name);
    for (const std::uint64_t flag :
         {CLONE_NEWNS, CLONE_NEWCGROUP, CLONE_NEWUTS, CLONE_NEWIPC, CLONE_NEWUSER, CLONE_NEWPID, CLONE_NEWNET})
        filter.refuse("clone", {masked(0, flag, flag)});
    filter.refuse("clone3", {}, ENOSYS); // its flags lie in memory; ENOSYS makes every libc fall back to clone

    // Other processes, above all PID 1.
    for (const char *name :
         {"ptrace", "process_vm_readv", "process_vm_writev", "pidfd_getfd", "kcmp", "process_madvise"})
        filter.refuse(name);
    filter.refuse("prlimit64", {different(0, 0)});

    // The limit for core files stays at 1, which keeps crashes from starting the host's core_pattern; 0 does not.
    // Said to have succeeded, for that is what was wanted: GnuPG ends if it cannot forbid its core files.
    filter.refuse("setrlimit", {int32(0, RLIMIT_CORE)}, 0);
    filter.refuse("prlimit64", {int32(1, RLIMIT_CORE), different(2, 0), equal(3, 0)}, 0);
    filter.refuse("prlimit64", {int32(1, RLIMIT_CORE), different(2, 0), different(3, 0)}); // would get no old limit

    // PID 1 has the program's uid, so the program could leave it without a processor, and its run without a report.
    for (const char *name : {"sched_setaffinity", "sched_setattr", "sched_setparam", "sched_setscheduler"})
        filter.refuse(name, {int32(0, 1)});
    for (const std::uint32_t which : {PRIO_PROCESS, PRIO_PGRP})
        filter.refuse("setpriority", {int32(0, which), int32(1, 1)});
    filter.refuse("setpriority", {int32(0, PRIO_USER)});
    for (const std::uint32_t which : {ioprioWhoProcess, ioprioWhoGroup})
        filter.refuse("ioprio_set", {int32(0, which), int32(1, 1)});
    filter.refuse("ioprio_set", {int32(0, ioprioWhoUser)});

    // Parts of the kernel with a record of holes, which no snippet needs.
    for (const char *name :
         {"keyctl", "add_key", "request_key", "io_uring_setup", "io_uring_enter", "io_uring_register", "bpf",
          "perf_event_open", "userfaultfd", "open_by_handle_at", "name_to_handle_at", "memfd_secret"})
        filter.refuse(name);

    // The machine's own affairs.
    for (const char *name : {"syslog", "reboot", "quotactl", "quotactl_fd", "acct", "sync", "syncfs", "settimeofday",
                             "clock_settime", "adjtimex", "clock_adjtime"})
        filter.refuse(name);

    // Devices. A FIFO is made by the same call and stays allowed.
    for (const std::uint64_t kind : {S_IFCHR, S_IFBLK}) {
        filter.refuse("mknod", {masked(1, S_IFMT, kind)});
        filter.refuse("mknodat", {masked(2, S_IFMT, kind)});
    }

    // Sockets: local, IPv4, IPv6, and route netlink, which node's os.networkInterfaces() needs.
    constexpr std::uint64_t highestAllowed = AF_NETLINK;
    for (std::uint64_t family = 0; family < highestAllowed; ++family) {
        if (family != AF_UNIX && family != AF_INET && family != AF_INET6)
            filter.refuse("socket", {equal(0, family)});
    }
    filter.refuse("socket", {greater(0, highestAllowed)});
    filter.refuse("socket", {equal(0, AF_NETLINK), different(2, 0)});
    filter.refuse("socketpair", {different(0, AF_UNIX)});
}

} // namespace

int main(int argc, char **argv)
{
    const std::string_view processor = argc == 2 ? argv[1] : "";
    std::uint32_t architecture = 0;
    if (processor == "x86_64" || processor == "amd64")
        architecture = SCMP_ARCH_X86_64;
    else if (processor == "aarch64" || processor == "arm64")
        architecture = SCMP_ARCH_AARCH64;
    else
        die("usage: seccompgen x86_64|aarch64");
    Filter filter(architecture);
    refuseAll(filter);
    filter.print();
}
