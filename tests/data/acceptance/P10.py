import os, signal, time
read, write = os.pipe()
if os.fork() == 0:
    os.setsid()
    if os.fork() > 0:
        os._exit(0)
    for number in signal.valid_signals():
        try:
            signal.signal(number, signal.SIG_IGN)
        except OSError:
            pass
    os.write(write, b"x")
    while True:
        os.write(1, b"flood " * 1000)
os.read(read, 1)
