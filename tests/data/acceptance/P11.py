import os, subprocess, signal
sleeper = subprocess.Popen(["sleep", "600"])
os.kill(-1, signal.SIGKILL)
print("sleeper:", sleeper.wait())
