import os, time
if os.fork() == 0:
    os.setsid()
    if os.fork() > 0:
        os._exit(0)
    time.sleep(600)
print("main ends")
