import os
# The value is never whole in here, so that the program does not find itself.
canary = ("c4n4ry-" + "n0t-p4ss3d-0n").encode()
found = []
seen = 0
places = ["/proc", "/sandbox", "/tmp", "/run", "/etc", "/dev/shm", "/var"]
for place in places:
    for folder, folders, files in os.walk(place):
        folders[:] = [name for name in folders if folder.count("/") < 5]
        for name in files:
            path = os.path.join(folder, name)
            if name in ("kmsg", "clear_refs", "kcore", "trace_pipe") or os.path.islink(path) and not path.startswith("/proc"):
                continue
            try:
                with open(os.open(path, os.O_RDONLY | os.O_NONBLOCK), "rb") as file:
                    seen += 1
                    if canary in (file.read(1 << 20) or b""):
                        found.append(path)
            except OSError:
                pass
found += [name for name, value in os.environb.items() if canary in value]
print("looked at enough:", seen > 100, "found:", found)
