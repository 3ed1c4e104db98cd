import os, time
children = []
for _ in range(40):
    child = os.fork()
    if child == 0:
        memory = bytearray(256 * 1024 * 1024 // 10)
        time.sleep(1)
        os._exit(0)
    children.append(child)
killed = sum(os.WIFSIGNALED(os.waitpid(child, 0)[1]) for child in children)
print("killed:", killed > 0)
