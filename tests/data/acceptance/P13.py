import os, signal, time
# As many as leave room for the rest are waited for by nobody, not even when this program ends.
for _ in range(20):
    if os.fork() == 0:
        os._exit(0)
def zombies():
    count = 0
    for pid in filter(str.isdigit, os.listdir("/proc")):
        try:
            count += open(f"/proc/{pid}/stat").read().split()[2] == "Z"
        except OSError:  # it is gone
            pass
    return count
while zombies() < 20:
    time.sleep(0.001)
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # the process limit has no room for more
def fork():
    while True:
        try:
            return os.fork()
        except BlockingIOError:  # the process limit; they are on their way out
            time.sleep(0.001)
for i in range(5000):
    if fork() == 0:
        if i % 2 and fork() > 0:  # the grandchild is re-parented to PID 1
            os._exit(0)
        os._exit(0)
print("zombies:", zombies() >= 20)
print("done")
