import errno, os
errors = set()
for descriptor in range(3, 1024):
    try:
        os.write(descriptor, b"J\0\0\0\0")
        errors.add("written")
    except OSError as error:
        errors.add(errno.errorcode[error.errno])
print(errors)
