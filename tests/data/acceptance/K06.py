import glob
paths = [path for name in ("release_agent", "cgroup.procs", "tasks", "memory.max", "memory.limit_in_bytes", "pids.max",
                           "cpu.max", "notify_on_release", "devices.allow", "cgroup.subtree_control")
         for path in glob.glob("/sys/fs/cgroup/**/" + name, recursive=True)]
for path in paths + ["/sys/fs/cgroup/release_agent", "/sys/fs/cgroup/memory.max"]:
    attempt(path, lambda: write_to(path))
for path in glob.glob("/sys/fs/cgroup/*/") + ["/sys/fs/cgroup/"]:
    attempt("mkdir " + path, lambda: os.mkdir(path + "made"))
print("end")
