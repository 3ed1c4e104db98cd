import os
while True:
    os.write(1, b"out " * 4000)
    os.write(2, b"err " * 4000)
