import mmap
memory = mmap.mmap(-1, 8 << 30, mmap.MAP_PRIVATE | mmap.MAP_ANONYMOUS)
for offset in range(0, 8 << 30, 4096):
    memory[offset] = 1
