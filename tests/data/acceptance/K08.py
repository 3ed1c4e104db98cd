import time
attempt("settimeofday", lambda: checked(libc.settimeofday(ctypes.create_string_buffer(16), None)))
attempt("clock_settime", lambda: time.clock_settime(time.CLOCK_REALTIME, 0))
wish = ctypes.create_string_buffer(struct.pack("I204x", 1))  # a change of the offset
attempt("adjtimex", lambda: call(159, 171, ctypes.addressof(wish)))
attempt("stime", lambda: time.clock_settime(time.CLOCK_BOOTTIME, 0))
start = time.monotonic()
while time.monotonic() - start < 0.5:
    time.sleep(0.01)
print("end")
