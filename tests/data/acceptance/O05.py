import os, time
character = "🎉".encode()
os.write(1, b"a" + character[:2])
time.sleep(1)
os.write(1, character[2:] + b"b\n")
