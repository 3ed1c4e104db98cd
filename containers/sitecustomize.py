# Runs at the start of every Python in the image.
#
# There is no terminal, but its size is in COLUMNS and LINES, as shutil.get_terminal_size() reads it. Many programs ask
# os.get_terminal_size() instead, which knows terminals alone.
import os


def _size_for(ask=os.get_terminal_size, *, size=os.terminal_size):
    def get_terminal_size(fd=1, /):
        """The size of the terminal, or what COLUMNS and LINES say where there is none."""
        try:
            return ask(fd)
        except OSError:
            columns, lines = os.environ.get("COLUMNS", "80"), os.environ.get("LINES", "24")
            if not columns.isdecimal() or not lines.isdecimal():
                raise
            return size((int(columns), int(lines)))

    return get_terminal_size


os.get_terminal_size = _size_for()
