import os, time
read, write = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() > 0:
        os._exit(0)
    os.write(write, b"x")
    time.sleep(600)
os.read(read, 1)  # the daemon is there
print("main ends")
