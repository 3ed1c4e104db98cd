import os, signal, time
signal.signal(signal.SIGCHLD, signal.SIG_IGN)  # nobody is waited for
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
print("done")
