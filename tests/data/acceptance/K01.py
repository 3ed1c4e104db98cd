import ctypes.util
NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET = 0x20000, 0x4000000, 0x8000000, 0x10000000, 0x20000000, 0x40000000
attempt("mount tmpfs", lambda: checked(libc.mount(b"none", b"/tmp", b"tmpfs", 0, b"")))
attempt("mount proc", lambda: checked(libc.mount(b"proc", b"/tmp", b"proc", 0, b"")))
attempt("umount", lambda: checked(libc.umount2(b"/tmp", 0)))
attempt("pivot_root", lambda: call(155, 41, b"/tmp", b"/tmp"))
attempt("chroot", lambda: os.chroot("/tmp"))
for flag in (NEWNS, NEWUTS, NEWIPC, NEWUSER, NEWPID, NEWNET):
    attempt(f"unshare {flag:x}", lambda: checked(libc.unshare(flag)))
for name in ("user", "mnt", "net", "pid"):
    attempt("setns own " + name, lambda: checked(libc.setns(os.open("/proc/self/ns/" + name, os.O_RDONLY), 0)))
for flag in (NEWUSER, NEWNS, NEWNET):
    def clone():
        pid = call(56, 220, flag | 17, 0, 0, 0, 0)
        if pid == 0:
            os._exit(0)
        return pid
    attempt(f"clone {flag:x}", clone)
def clone3():
    arguments = ctypes.create_string_buffer(struct.pack("11Q", NEWUSER, 0, 0, 0, 17, 0, 0, 0, 0, 0, 0))
    pid = call(435, 435, ctypes.addressof(arguments), 88)
    if pid == 0:
        os._exit(0)
    return pid
attempt("clone3", clone3)
attempt("open_tree", lambda: call(428, 428, -100, b"/", 1))
attempt("fsopen", lambda: call(430, 430, b"tmpfs", 0))
print("end")
