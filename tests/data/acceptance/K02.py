import stat, subprocess
found = []
for folder, _, files in os.walk("/"):
    if folder.startswith(("/proc", "/sys")):
        continue
    for name in files:
        try:
            mode = os.lstat(os.path.join(folder, name)).st_mode
        except OSError:
            continue
        if stat.S_ISREG(mode) and mode & (stat.S_ISUID | stat.S_ISGID):
            found.append(os.path.join(folder, name))
print("setuid files:", found)
for name in ("setuid", "setgid", "seteuid"):
    attempt(name, lambda: getattr(os, name)(0))
attempt("setgroups", lambda: os.setgroups([0]))
try:
    su = subprocess.run(["su", "-c", "id -u"], capture_output=True, stdin=subprocess.DEVNULL)
    print("su:", su.returncode != 0, su.stdout)
except FileNotFoundError:
    print("su: True b''")
status = dict(line.split(":\t", 1) for line in open("/proc/self/status") if ":\t" in line)
print("capabilities:", {status.get(name, "0").strip().strip("0") for name in ("CapInh", "CapPrm", "CapEff", "CapAmb")})
print("no_new_privs:", status.get("NoNewPrivs", "1").strip())
print("end")
