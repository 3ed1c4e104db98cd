import mmap
buffer = ctypes.create_string_buffer(4096)
at = ctypes.addressof(buffer)
attempt("io_uring_setup", lambda: call(425, 425, 4, at))
attempt("bpf", lambda: call(321, 280, 0, at, 128))
attempt("perf_event_open", lambda: call(298, 241, at, 0, -1, -1, 0))
attempt("userfaultfd", lambda: call(323, 282, 1))
attempt("keyctl", lambda: call(250, 219, 0, -3, 0))
attempt("add_key", lambda: call(248, 217, b"user", b"name", at, 1, -2))
attempt("request_key", lambda: call(249, 218, b"user", b"name", 0, 0))
attempt("open_by_handle_at", lambda: call(304, 265, -100, at, 0))
attempt("name_to_handle_at", lambda: call(303, 264, -100, b"/", at, at, 0))
attempt("memfd_secret", lambda: call(447, 447, 0))
attempt("syslog", lambda: call(103, 116, 3, at, 100))
attempt("quotactl", lambda: call(179, 60, 0, b"/dev/sda", 0, at))
attempt("acct", lambda: call(163, 89, b"/tmp/acct"))
attempt("reboot", lambda: call(169, 142, 0xfee1dead, 672274793, 0, 0))
if not on_arm:
    # mov eax, 20 (getpid of the 32-bit ABI); int 0x80; ret: a filter of 64-bit numbers would take it for writev
    code = mmap.mmap(-1, 4096, prot=mmap.PROT_READ | mmap.PROT_WRITE | mmap.PROT_EXEC)
    code.write(b"\xb8\x14\x00\x00\x00\xcd\x80\xc3")
    function = ctypes.CFUNCTYPE(ctypes.c_int)(ctypes.addressof(ctypes.c_char.from_buffer(code)))
    child = os.fork()
    if child == 0:
        os._exit(1 if function() == os.getpid() else 0)
    status = os.waitpid(child, 0)[1]
    print("ALLOWED int 0x80" if os.WIFEXITED(status) and os.WEXITSTATUS(status) == 1 else "REFUSED int 0x80", status)
    attempt("x32 getpid", lambda: call(0x40000000 + 39, 0))
print("end")
