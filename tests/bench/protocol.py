#!/usr/bin/env python3
"""Measures the protocol's own cost beside another server, in one run, taking turns: requests per second and the server's
processor time for each (the rate has this client's share in it), and memory while 1,000 requests are in flight. Prints a table in Markdown.

Usage: protocol.py SERVER PEER [ARGUMENT…]     (the peer: @modelcontextprotocol/server-everything)
"""

import json
import os
import subprocess
import sys
import time

ROUNDS = 5
REQUESTS = 12800  # a multiple of AT_ONCE
AT_ONCE = 32
IN_FLIGHT = 1000


class Server:
    def __init__(self, command):
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL)
        self.last_id = 0
        self.send("initialize", {"protocolVersion": "2025-06-18", "capabilities": {},
                                 "clientInfo": {"name": "protocol.py", "version": "1"}})
        self.answers(1)
        self.write({"method": "notifications/initialized"})

    def write(self, message):
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}).encode() + b"\n")

    def send(self, method, params):
        self.last_id += 1
        self.write({"id": self.last_id, "method": method, "params": params})

    def answers(self, count):
        """Waits for so many; whatever else comes is skipped."""
        self.process.stdin.flush()
        last = None
        while count:
            line = self.process.stdout.readline()
            if not line:
                raise RuntimeError(f"{self.process.args[0]} ended")
            if b'"id"' in line and b'"method"' not in line[:200]:
                last = line
                count -= 1
        return last

    def processor_time(self):
        """In seconds, since its start."""
        with open(f"/proc/{self.process.pid}/stat") as stat:
            fields = stat.read().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def rate(self, method):
        """Requests per second, AT_ONCE of them on the way, and processor time for each. They are written beforehand."""
        bursts = []
        for _ in range(REQUESTS // AT_ONCE):
            first = self.last_id + 1
            self.last_id += AT_ONCE
            bursts.append(b"".join(
                json.dumps({"jsonrpc": "2.0", "id": i, "method": method, "params": {}}).encode() + b"\n"
                for i in range(first, first + AT_ONCE)))
        processor, start = self.processor_time(), time.perf_counter()
        for burst in bursts:
            self.process.stdin.write(burst)
            self.answers(AT_ONCE)
        seconds = time.perf_counter() - start
        return REQUESTS / seconds, (self.processor_time() - processor) / REQUESTS

    def memory(self, key="VmRSS"):
        """In KiB."""
        with open(f"/proc/{self.process.pid}/status") as status:
            return next(int(line.split()[1]) for line in status if line.startswith(key + ":"))

    def memory_in_flight(self, method, params):
        """Before, and with IN_FLIGHT requests that are not answered yet."""
        before = self.memory()
        for _ in range(IN_FLIGHT):
            self.send(method, params)
        # A ping is answered after all of them were taken.
        self.send("ping", {})
        if json.loads(self.answers(1))["id"] != self.last_id:
            raise RuntimeError("the requests were answered too soon to be in flight")
        return before, self.memory()

    def close(self):
        self.process.stdin.close()
        try:
            self.process.wait(timeout=5)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


def median(values):
    return sorted(values)[len(values) // 2]


def main():
    if len(sys.argv) < 3:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    servers = {"ours": Server([sys.argv[1], "--pool-size", "0"]), "theirs": Server(sys.argv[2:])}
    print("| | Ours | Theirs | Ratio |\n|---|---|---|---|")
    for method in ("ping", "tools/list"):
        rates = {name: [] for name in servers}
        for _ in range(ROUNDS):
            for name, server in servers.items():
                rates[name].append(server.rate(method))
        ours, theirs = (median([rate for rate, _ in rates[name]]) for name in ("ours", "theirs"))
        print(f"| {method}, requests/s | {ours:,.0f} | {theirs:,.0f} | {ours / theirs:.1f} |")
        # Ticks are coarse, so of all rounds together.
        ours, theirs = (1e6 * sum(cost for _, cost in rates[name]) / ROUNDS for name in ("ours", "theirs"))
        print(f"| {method}, processor time, µs | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} |")
    in_flight = {
        "ours": servers["ours"].memory_in_flight("resources/read", {"uri": "sandbox://environments"}),
        "theirs": servers["theirs"].memory_in_flight(
            "tools/call", {"name": "trigger-long-running-operation", "arguments": {"duration": 20, "steps": 1}}),
    }
    for text, index in (("Memory before, MiB", 0), (f"Memory with {IN_FLIGHT:,} requests in flight, MiB", 1)):
        ours, theirs = in_flight["ours"][index] / 1024, in_flight["theirs"][index] / 1024
        print(f"| {text} | {ours:.1f} | {theirs:.1f} | {ours / theirs:.2f} |")
    for server in servers.values():
        server.close()
    return 0


if __name__ == "__main__":
    sys.exit(main())
