#!/usr/bin/env python3
"""Measures latencies over HTTP, each client with one connection that it keeps: prints a table in Markdown.

Usage: httplatency.py SERVER
"""

import http.client
import json
import subprocess
import sys
import threading
import time

SECONDS = 5
CLIENTS = (1, 8, 50)
LIST = ("tools/list", {})
CALL = ("tools/call", {"name": "run_python_code", "arguments": {"code": "print(1)"}})


def start(server):
    """The process, its port and its token."""
    process = subprocess.Popen([server, "--transport", "http", "--listen", "127.0.0.1:0", "--network", "none"],
                               stderr=subprocess.PIPE, text=True)
    text = ""
    for line in process.stderr:
        text += line
        if "Bearer " in line:
            token = line.split("Bearer ")[1].split('"')[0].strip()
            port = int(text.split("127.0.0.1:")[1].split("/")[0].split()[0])
            threading.Thread(target=process.stderr.read, daemon=True).start()
            return process, port, token
    raise RuntimeError(f"the server ended: {text}")


def client(number, port, token, method, params, until, latencies):
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=60)
    meta = {"io.modelcontextprotocol/protocolVersion": "2026-07-28",
            "io.modelcontextprotocol/clientCapabilities": {},
            "io.modelcontextprotocol/clientInfo": {"name": f"httplatency.py-{number}", "version": "1"}}
    fields = {"Accept": "application/json, text/event-stream", "Content-Type": "application/json",
              "Authorization": f"Bearer {token}", "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method}
    if "name" in params:
        fields["Mcp-Name"] = params["name"]
    body = json.dumps({"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": meta}})
    while time.perf_counter() < until:
        begin = time.perf_counter()
        connection.request("POST", "/mcp", body, fields)
        answer = connection.getresponse()
        text = answer.read()
        if answer.status != 200 or b'"isError":true' in text or b'"error"' in text:
            raise RuntimeError(f"{answer.status}: {text[:500]}")
        latencies.append(time.perf_counter() - begin)
    connection.close()


def measure(port, token, method, params, clients):
    latencies = []
    until = time.perf_counter() + SECONDS
    threads = [threading.Thread(target=client, args=(i, port, token, method, params, until, latencies))
               for i in range(clients)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    latencies.sort()
    return latencies


def main():
    if len(sys.argv) != 2:
        print(__doc__.strip(), file=sys.stderr)
        return 2
    process, port, token = start(sys.argv[1])
    try:
        print("| | Clients | Requests/s | p50, ms | p95, ms | p99, ms |\n|---|---|---|---|---|---|")
        for name, (method, params) in (("tools/list", LIST), ("run_python_code", CALL)):
            measure(port, token, method, params, 1)  # what is kept for reuse is there now
            for clients in CLIENTS:
                latencies = measure(port, token, method, params, clients)
                quantiles = [1000 * latencies[int(len(latencies) * share)] for share in (0.5, 0.95, 0.99)]
                print(f"| {name} | {clients} | {len(latencies) / SECONDS:,.0f} | " +
                      " | ".join(f"{value:.1f}" for value in quantiles) + " |", flush=True)
    finally:
        process.terminate()
        process.wait(timeout=30)
    return 0


if __name__ == "__main__":
    sys.exit(main())
