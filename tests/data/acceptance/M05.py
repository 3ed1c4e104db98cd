import os
for i in range(30):
    descriptor = os.memfd_create(f"memory{i}")
    for _ in range(32):
        os.write(descriptor, bytes(1 << 20))
