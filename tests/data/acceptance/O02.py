import os, sys
block = b"e" * (1 << 20)
for _ in range(1024):
    left = block
    while left:
        left = left[os.write(2, left):]
sys.exit(3)
