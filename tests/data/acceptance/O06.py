print("\x1b[31mred\x1b[0m \x1b]0;title\x07 \x1b]52;c;ZXZpbA==\x07 \x1b]8;;http://x.example\x1b\\link\x1b]8;;\x1b\\", flush=True)
print("\x1b[2J\x1b[H\x9b31m\x1bP1;2|dcs\x1b\\ \x1b(0 progress 10%\rprogress 99% \a\a \u202eevil\u202c", flush=True)
print("end \x1b[", end="")
