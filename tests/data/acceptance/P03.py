import threading
def spin():
    while True:
        pass
try:
    for _ in range(200):
        threading.Thread(target=spin, daemon=True).start()
except RuntimeError as error:  # the process limit counts threads, too
    print("no more threads:", error, flush=True)
spin()
