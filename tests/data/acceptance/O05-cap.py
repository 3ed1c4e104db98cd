import os
# Written in pieces that end in the middle of a character, and cut by the cap wherever that falls.
text = b"x" + "🎉".encode() * 400_000
for start in range(0, len(text), 4099):
    piece = text[start:start + 4099]
    while piece:
        piece = piece[os.write(1, piece):]
