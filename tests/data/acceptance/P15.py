import os, time
for descriptor in (0, 1, 2):
    os.close(descriptor)
time.sleep(1)
os._exit(7)
