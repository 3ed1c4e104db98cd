import errno, os, socket
for name, make in (("files", lambda: os.open("/dev/null", os.O_RDONLY)),
                   ("sockets", lambda: socket.socket().detach())):
    kept = []
    try:
        while True:
            kept.append(make())
    except OSError as error:
        print(name, errno.errorcode[error.errno], "at", max(kept) + 1)
    for descriptor in kept:
        os.close(descriptor)
