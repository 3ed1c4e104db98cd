import os, sys
child = os.fork()
if child == 0:
    os.abort()
print("core dumped:", os.WCOREDUMP(os.waitpid(child, 0)[1]), flush=True)
sys.setrecursionlimit(10**9)
def deeper():
    return deeper() + 1
deeper()
