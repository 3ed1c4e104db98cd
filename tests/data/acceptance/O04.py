import os
os.write(1, bytes(range(256)) + b"\n")
os.write(1, b"overlong \xc0\xaf cut \xe2\x82 surrogate \xed\xa0\x80 beyond \xf4\x90\x80\x80\n")
os.write(1, b"a\0b\n")
