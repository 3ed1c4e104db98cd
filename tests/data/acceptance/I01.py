for name in ("fd/0", "fd/1", "fd/2", "mem", "environ", "maps", "auxv", "syscall", "stack"):
    for mode in ("rb", "wb"):
        attempt(f"open {name} {mode}", lambda: open("/proc/1/" + name, mode).read(1) if mode == "rb" else open("/proc/1/" + name, mode))
for name in ("root", "cwd", "exe"):
    attempt("readlink " + name, lambda: os.readlink("/proc/1/" + name))
for name in ("fd", "task/1/fd", "map_files", "root"):
    attempt("list " + name, lambda: os.listdir("/proc/1/" + name))
attempt("open exe", lambda: open("/proc/1/exe", "rb"))
print("end")
