import errno, os
try:
    for i in range(2_000_000):
        os.close(os.open(f"/tmp/{i}", os.O_CREAT | os.O_WRONLY))
    print("all created")
except OSError as error:
    print(errno.errorcode[error.errno])
