import numpy
for path in ("/marker", "/usr/marker", "/etc/marker", "/etc/passwd", "/etc/hosts", "/root/marker", "/var/tmp/marker",
             "/run/marker", "/home/marker", numpy.__file__, os.path.dirname(numpy.__file__) + "/marker",
             os.path.realpath(sys.executable), "/proc/1/root/marker"):
    attempt("write " + path, lambda: open(path, "r+b" if os.path.exists(path) else "wb"))
attempt("remove", lambda: os.unlink("/etc/passwd"))
attempt("remount", lambda: checked(libc.mount(b"none", b"/", b"", 32, b"")))
for path in [entry.path for entry in os.scandir("/") if entry.is_dir()]:
    if path not in ("/tmp", "/sandbox", "/dev", "/proc", "/sys"):
        attempt("create in " + path, lambda: os.mkdir(path + "/made"))
print("end")
