import os
for number in range(1, 65):
    try:
        os.kill(1, number)
    except OSError as error:
        print(number, error)
print("done")
