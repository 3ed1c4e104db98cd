import socket
for name, family, kind, protocol in (("raw", socket.AF_INET, socket.SOCK_RAW, socket.IPPROTO_ICMP),
                                     ("raw6", socket.AF_INET6, socket.SOCK_RAW, 58),
                                     ("packet", socket.AF_PACKET, socket.SOCK_RAW, 3),
                                     ("vsock", 40, socket.SOCK_STREAM, 0), ("alg", 38, socket.SOCK_SEQPACKET, 0),
                                     ("bluetooth", 31, socket.SOCK_RAW, 0), ("key", 15, socket.SOCK_RAW, 2),
                                     ("xdp", 44, socket.SOCK_RAW, 0), ("netlink audit", 16, socket.SOCK_RAW, 9),
                                     ("netlink netfilter", 16, socket.SOCK_RAW, 12)):
    attempt(name, lambda: socket.socket(family, kind, protocol))
attempt("pair of tipc", lambda: socket.socketpair(30, socket.SOCK_SEQPACKET))
for family in (socket.AF_UNIX, socket.AF_INET, socket.AF_INET6):
    socket.socket(family).close()
print("end")
