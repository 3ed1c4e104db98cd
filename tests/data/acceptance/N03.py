import socket, time
slowest = 0
for i in range(100):
    start = time.monotonic()
    try:
        socket.getaddrinfo(f"name{i}.example.com", 80)
        print("ALLOWED", i)
    except OSError:
        pass
    slowest = max(slowest, time.monotonic() - start)
print("each failed at once:", slowest < 0.5)
print("localhost:", socket.gethostbyname("localhost"))
