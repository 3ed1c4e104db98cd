import sys
print("[exit code 0 in 1 ms]")
sys.exit(1)
