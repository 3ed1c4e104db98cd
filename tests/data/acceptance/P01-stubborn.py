import os
main = os.getpid()
print("started", flush=True)
count = 0
while True:
    try:
        os.fork()
    except OSError:
        if os.getpid() == main and count == 0:
            count = sum(map(str.isdigit, os.listdir("/proc")))
            print("processes:", count, flush=True)
