import sys
print(repr(open("/dev/stdin").read()), repr(open("/proc/self/fd/0").read()), repr(sys.stdin.read()))
