import stat
for name, kind, device in (("disk", stat.S_IFBLK, os.makedev(8, 0)), ("nvme", stat.S_IFBLK, os.makedev(259, 0)),
                           ("mem", stat.S_IFCHR, os.makedev(1, 1)), ("kmsg", stat.S_IFCHR, os.makedev(1, 11)),
                           ("null", stat.S_IFCHR, os.makedev(1, 3))):
    attempt("mknod " + name, lambda: os.mknod("/tmp/" + name, kind | 0o666, device))
os.mkfifo("/tmp/fifo")
harmless = {"null", "zero", "full", "random", "urandom", "tty", "ptmx"}  # ptmx belongs to pts
opened = []
for folder, folders, files in os.walk("/dev"):
    folders[:] = [name for name in folders if name not in ("pts", "shm", "mqueue", "fd")]
    for name in files:
        path = os.path.join(folder, name)
        try:
            mode = os.stat(path).st_mode
            if stat.S_ISCHR(mode) or stat.S_ISBLK(mode):
                os.close(os.open(path, os.O_RDWR | os.O_NONBLOCK | os.O_NOCTTY))
                opened.append(name)
        except OSError:
            pass
print("devices beyond the harmless:", sorted(set(opened) - harmless))
print("end")
