for path in ("/proc/sys/kernel/core_pattern", "/proc/sys/kernel/hostname", "/proc/sys/vm/overcommit_memory",
             "/proc/sys/kernel/modprobe", "/proc/sysrq-trigger", "/proc/sys/net/ipv4/ip_forward", "/proc/irq/0/smp_affinity",
             "/sys/kernel/uevent_helper", "/sys/power/state", "/sys/kernel/mm/transparent_hugepage/enabled",
             "/sys/fs/cgroup/cgroup.procs", "/proc/1/oom_score_adj", "/proc/sys/fs/binfmt_misc/register"):
    attempt(path, lambda: write_to(path))
for path in ("/proc/kcore", "/proc/kmsg", "/proc/keys", "/proc/timer_list", "/sys/firmware/dmi/tables/DMI"):
    attempt("read " + path, lambda: open(path, "rb").read(1) or checked(-1))
print("end")
