import os, struct, sys
def frame(kind, payload, length=None):
    os.write(1, bytes([kind]) + struct.pack("<I", len(payload) if length is None else length) + payload)
exited = struct.pack("<BIBBQQQQIIQQ", 0, 0, 0, 0, 1, 1, 1, 1, 0, 0, 0, 0)
for kind in (74, 75, 65, 66, 73, 71, 67):
    frame(kind, exited)
    frame(kind, b"", 0xFFFFFFFF)
    frame(kind, b"", 0)
sys.exit(5)
