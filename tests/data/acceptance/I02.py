vector = ctypes.create_string_buffer(struct.pack("QQ", 0, 8))
at = ctypes.addressof(vector)
attempt("ptrace attach", lambda: call(101, 117, 16, 1, 0, 0))
attempt("ptrace seize", lambda: call(101, 117, 0x4206, 1, 0, 0))
attempt("process_vm_readv", lambda: call(310, 270, 1, at, 1, at, 1, 0))
attempt("process_vm_writev", lambda: call(311, 271, 1, at, 1, at, 1, 0))
attempt("kcmp", lambda: call(312, 272, 1, os.getpid(), 0, 0, 0))
def steal():
    init = os.pidfd_open(1)
    return call(438, 438, init, 0, 0)
attempt("pidfd_getfd", steal)
print("end", flush=True)
while True:
    pass
