# Put before every program that tries forbidden things. Each try prints one line, REFUSED or ALLOWED.
import ctypes, os, platform, struct, sys
libc = ctypes.CDLL(None, use_errno=True)
on_arm = platform.machine() == "aarch64"

def attempt(what, action):
    try:
        value = action()
    except (OSError, RuntimeError, ValueError, OverflowError) as error:
        print("REFUSED", what, repr(error))
    else:
        print("ALLOWED", what, repr(value)[:200])

def checked(result):
    if result < 0:
        error = ctypes.get_errno()
        raise OSError(error, os.strerror(error))
    return result

def call(x86, arm, *arguments):
    """A system call by its numbers."""
    words = [ctypes.c_char_p(a) if isinstance(a, bytes) else ctypes.c_void_p(a & (2**64 - 1)) for a in arguments]
    return checked(libc.syscall(ctypes.c_long(arm if on_arm else x86), *words))

def write_to(path):
    with open(path, "w") as file:
        file.write("1")
