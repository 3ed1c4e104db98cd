import errno, os, socket
kept = []
for name, make in (("files", lambda: os.open("/dev/null", os.O_RDONLY)), ("sockets", lambda: socket.socket())):
    try:
        while True:
            kept.append(make())
    except OSError as error:
        print(name, errno.errorcode[error.errno], "below 1025:", len(kept) < 1025)
    os.close(kept.pop(0))
