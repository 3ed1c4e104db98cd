"""The MCP server code-sandbox-mcp, a native program that this package carries with its libraries."""

import os
import sys

PROGRAM = os.path.join(os.path.dirname(os.path.abspath(__file__)), "bin", "code-sandbox-mcp")


def main():
    """Becomes the server: same process, same streams, same arguments."""
    os.execv(PROGRAM, [PROGRAM, *sys.argv[1:]])
