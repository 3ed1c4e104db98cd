#!/usr/bin/env python3
"""Runs one Python and one JavaScript program through the server as an MCP client does: JSON lines over stdio.

Usage: smoke.py SERVER [OPTION…]
"""

import json
import subprocess
import sys
import threading

LIMIT_S = 120  # also for the slowest engine's first container

PROGRAMS = (
    ("run_python_code", "import sys\nprint('Hello from Python', sys.version.split()[0])", "Hello from Python 3"),
    ("run_js_code", "console.log('Hello from Node.js', process.version)", "Hello from Node.js v"),
)


class Client:
    def __init__(self, command):
        self.server = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True)
        self.next_id = 1

    def send(self, method, params, **fields):
        message = {"jsonrpc": "2.0", "method": method, "params": params, **fields}
        self.server.stdin.write(json.dumps(message) + "\n")
        self.server.stdin.flush()

    def request(self, method, params):
        """Returns the result; notifications and other messages that arrive before it are skipped."""
        request_id = self.next_id
        self.next_id += 1
        self.send(method, params, id=request_id)
        for line in self.server.stdout:
            reply = json.loads(line)
            if reply.get("id") != request_id or "method" in reply:
                continue
            if "error" in reply:
                raise RuntimeError(f"{method}: {reply['error'].get('message')}")
            return reply["result"]
        raise RuntimeError(f"{method}: the server ended without an answer")

    def close(self):
        self.server.stdin.close()
        return self.server.wait(timeout=10)


def main():
    if len(sys.argv) < 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    client = Client(sys.argv[1:])
    alarm = threading.Timer(LIMIT_S, client.server.kill)
    alarm.start()
    try:
        client.request("initialize", {
            "protocolVersion": "2025-06-18",
            "capabilities": {},
            "clientInfo": {"name": "smoke.py", "version": "1"},
        })
        client.send("notifications/initialized", {})
        for tool, code, expected in PROGRAMS:
            result = client.request("tools/call", {"name": tool, "arguments": {"code": code}})
            text = "\n".join(block.get("text", "") for block in result["content"])
            print(f"{tool}: {text.strip()}")
            if result.get("isError") or expected not in text:
                raise RuntimeError(f"{tool} did not print what it should")
        if client.close() != 0:
            raise RuntimeError("the server did not exit with 0 at the end of its input")
    except (RuntimeError, OSError, ValueError, subprocess.TimeoutExpired) as error:
        print(f"smoke.py: {error}", file=sys.stderr)
        client.server.kill()
        return 1
    finally:
        alarm.cancel()
    return 0


if __name__ == "__main__":
    sys.exit(main())
