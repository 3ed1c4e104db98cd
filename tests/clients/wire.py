#!/usr/bin/env python3
"""Bugs that other servers shipped, each tried on the built server over stdio with real containers. Usage: wire.py SERVER"""

import contextlib
import itertools
import json
import os
import queue
import re
import signal
import subprocess
import sys
import threading
import time
import unittest
import urllib.request

SERVER = sys.argv[1] if len(sys.argv) > 1 else "code-sandbox-mcp"
ENVIRONMENT = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
PATIENCE_S = 60
MODERN = {"io.modelcontextprotocol/protocolVersion": "2026-07-28", "io.modelcontextprotocol/clientCapabilities": {}}

TASKS = {**MODERN, "io.modelcontextprotocol/clientCapabilities": {"extensions": {"io.modelcontextprotocol/tasks": {}}}}


class Transcript:
    """What is said, written down for messages.mjs."""

    numbers = itertools.count()

    def __init__(self):
        folder = os.environ.get("SANDBOX_TEST_MESSAGES")
        self.unfinished_line = b""
        self.file = open(f"{folder}/wire-{os.getpid()}-{next(self.numbers)}.jsonl", "w") if folder else None

    def add(self, speaker, message):
        if self.file:
            self.file.write(json.dumps({speaker: message}) + "\n")

    def add_input(self, data):
        """Of the client; lines that are no JSON are meant to be so."""
        *lines, self.unfinished_line = (self.unfinished_line + data).split(b"\n")
        for line in lines:
            with contextlib.suppress(ValueError):
                self.add("client", json.loads(line))

    def close(self):
        if self.file:
            self.file.close()


class Server:
    """The server and everything it says; lines that are no JSON objects or arrays fail the test that reads them."""

    def __init__(self, *options, env=None, handshake="2025-06-18"):
        self.process = subprocess.Popen([SERVER, "--pool-size", "1", *options], stdin=subprocess.PIPE,
                                        stdout=subprocess.PIPE, stderr=subprocess.DEVNULL, env=env or ENVIRONMENT)
        self.messages = queue.Queue()
        self.kept = []
        self.transcript = Transcript()
        self.reader = threading.Thread(target=self.read, daemon=True)
        self.reader.start()
        if handshake:
            self.ask("initialize", {"protocolVersion": handshake, "capabilities": {}, "clientInfo": {"name": "wire", "version": "1"}})

    def read(self):
        for line in self.process.stdout:
            message = json.loads(line)
            self.transcript.add("server", message)
            self.messages.put(message)

    def write(self, data):
        self.transcript.add_input(data)
        self.process.stdin.write(data)
        self.process.stdin.flush()

    def send(self, method, params=None, **fields):
        self.write(json.dumps({"jsonrpc": "2.0", "method": method, "params": params or {}, **fields}).encode() + b"\n")

    def call(self, request_id, code, meta=None, **arguments):
        self.send("tools/call", {"name": "run_python_code", "arguments": {"code": code, **arguments}, "_meta": meta or {}},
                  id=request_id)

    def take(self, wanted, patience=PATIENCE_S):
        """The first message for which `wanted` holds, whenever it came."""
        for message in self.kept:
            if wanted(message):
                self.kept.remove(message)
                return message
        end = time.monotonic() + patience
        while True:
            message = self.messages.get(timeout=max(0.001, end - time.monotonic()))
            if wanted(message):
                return message
            self.kept.append(message)

    def answer(self, request_id, patience=PATIENCE_S):
        return self.take(lambda m: "method" not in m and "id" in m and type(m["id"]) is type(request_id)
                         and m["id"] == request_id, patience)

    def ask(self, method, params=None, request_id="ask"):
        self.send(method, params, id=request_id)
        return self.answer(request_id)

    def text(self, request_id):
        return self.answer(request_id)["result"]["content"][0]["text"]

    def close(self):
        if self.process.poll() is None:
            self.process.kill()
        self.process.wait()
        self.reader.join()
        self.transcript.close()
        for stream in (self.process.stdin, self.process.stdout):
            try:
                stream.close()
            except BrokenPipeError:
                pass


def containers(pid):
    """Names of the containers of a server."""
    command = ["podman", "ps", "--all", "--format", "{{.Names}}", "--filter", f"label=io.github.code-sandbox-mcp.pid={pid}"]
    return subprocess.run(command, capture_output=True, text=True, check=True).stdout.split()


class Wire(unittest.TestCase):
    def server(self, *options, **settings):
        server = Server(*options, **settings)
        self.addCleanup(server.close)
        return server

    def test_lines_and_characters_may_be_split(self):
        server = self.server()
        line = json.dumps({"jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": {
            "name": "run_python_code", "arguments": {"code": "print('世界 🎉')"}}}, ensure_ascii=False).encode() + b"\n"
        for byte in line:
            server.write(bytes([byte]))
        self.assertTrue(server.text(1).startswith("世界 🎉\n"))

    def test_crlf_blank_lines_and_several_in_one_write(self):
        server = self.server()
        ping = b'{"jsonrpc":"2.0","id":%d,"method":"ping"}\r\n'
        server.write(b"\r\n\n  \n" + ping % 1 + b"\n" + ping % 2)
        self.assertEqual(server.answer(1)["result"], {})
        self.assertEqual(server.answer(2)["result"], {})

    def test_long_lines(self):
        server = self.server()
        server.call(1, "print(1) #" + "x" * 1_000_000)
        self.assertTrue(server.text(1).startswith("1\n"))
        server.call(2, "x" * 12_000_000)
        self.assertIn("4 MiB", server.text(2))
        server.write(b"x" * 40_000_000 + b"\n")
        self.assertEqual(server.take(lambda m: "error" in m)["error"]["code"], -32600)
        self.assertEqual(server.ask("ping")["result"], {})

    def test_ping_is_answered_during_a_run_of_10_s(self):
        server = self.server()
        server.call(1, "import time; time.sleep(10); print('done')")
        for i in range(5):
            start = time.monotonic()
            server.ask("ping", request_id=f"ping {i}")
            self.assertLess(time.monotonic() - start, 1)
            time.sleep(0.5)
        self.assertTrue(server.text(1).startswith("done\n"))

    def test_20_calls_at_once_within_the_bound(self):
        server = self.server("--max-concurrent", "4")
        for i in range(20):
            server.call(i, f"import time; start = time.time(); time.sleep(0.3); print({i}, start, time.time())")
        runs = []
        for i in range(20):
            number, *times = server.text(i).splitlines()[0].split()
            self.assertEqual(number, str(i))
            runs.append([float(when) for when in times])
        for start, _ in runs:
            self.assertLessEqual(sum(other_start <= start < end for other_start, end in runs), 4)

    def test_cancel_before_during_and_after(self):
        server = self.server("--max-concurrent", "1")
        server.call(1, "while True: pass", {"progressToken": 1})
        server.call(2, "print('queued')", {"progressToken": 2})
        server.send("notifications/cancelled", {"requestId": 2})
        time.sleep(1)
        server.send("notifications/cancelled", {"requestId": 1})
        server.call(3, "print(3)")
        self.assertTrue(server.text(3).startswith("3\n"))
        server.send("notifications/cancelled", {"requestId": 3})
        server.send("notifications/cancelled", {"requestId": 99})
        server.ask("ping")
        progress = [message for message in server.kept if message.get("method") == "notifications/progress"]
        self.assertEqual(server.kept, progress)  # and no answer to 1, 2 or 3
        time.sleep(0.5)
        server.kept.clear()
        server.ask("ping")
        self.assertEqual(server.kept, [])

    def test_every_end_leaves_nothing(self):
        for end in (lambda s: s.process.stdin.close(), lambda s: s.process.send_signal(signal.SIGTERM),
                    lambda s: s.process.send_signal(signal.SIGINT), lambda s: s.process.send_signal(signal.SIGHUP),
                    lambda s: s.process.kill()):
            server = self.server()
            server.call(1, "while True: pass", {"progressToken": 1})
            server.take(lambda m: m.get("method") == "notifications/progress" and "running" in m["params"]["message"])
            end(server)
            code = server.process.wait(timeout=5)
            self.assertIn(code, (0, -signal.SIGKILL))
            self.wait_for(lambda: not containers(server.process.pid))

    def wait_for(self, condition, patience=10):
        end = time.monotonic() + patience
        while not (holds := condition()) and time.monotonic() < end:
            time.sleep(0.1)
        self.assertTrue(holds)

    def test_the_parent_may_be_killed(self):
        parent = subprocess.Popen([sys.executable, "-c", "import subprocess, sys, time\n"
                                   "child = subprocess.Popen(sys.argv[1:], stdin=subprocess.PIPE, stdout=subprocess.PIPE)\n"
                                   "child.stdin.write(sys.stdin.buffer.readline())\nchild.stdin.flush()\n"
                                   "print(child.pid, flush=True)\ntime.sleep(60)", SERVER], stdin=subprocess.PIPE,
                                  stdout=subprocess.PIPE, env=ENVIRONMENT)
        parent.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"tools/call","params":{"name":"run_python_code",'
                           b'"arguments":{"code":"while True: pass"}}}\n')
        parent.stdin.close()
        child = int(parent.stdout.readline())
        self.wait_for(lambda: containers(child))
        parent.kill()
        parent.wait()
        parent.stdout.close()
        self.wait_for(lambda: not os.path.exists(f"/proc/{child}"), patience=5)
        self.wait_for(lambda: not containers(child))

    def test_stdout_may_be_closed(self):
        process = subprocess.Popen([SERVER], stdin=subprocess.PIPE, stdout=subprocess.PIPE, stderr=subprocess.DEVNULL,
                                   env=ENVIRONMENT)
        process.stdout.close()
        process.stdin.write(b'{"jsonrpc":"2.0","id":1,"method":"ping"}\n')
        process.stdin.flush()
        self.assertEqual(process.wait(timeout=5), 0)
        process.stdin.close()
        self.wait_for(lambda: not containers(process.pid))

    def test_without_an_engine(self):
        server = self.server("--engine", "docker", env={**ENVIRONMENT, "DOCKER_HOST": "unix:///nowhere/docker.sock"})
        server.call(1, "print(1)")
        result = server.answer(1)["result"]
        self.assertTrue(result["isError"])
        self.assertIn("docker", result["content"][0]["text"].lower())

    def test_two_servers_at_once(self):
        servers = [self.server(), self.server()]
        for i, server in enumerate(servers):
            server.call(1, f"print({i})")
        for i, server in enumerate(servers):
            self.assertTrue(server.text(1).startswith(f"{i}\n"))

    def test_eras_mixed_on_one_stream(self):
        server = self.server(handshake=None)
        discovered = server.ask("server/discover", {"_meta": MODERN})["result"]
        self.assertEqual(discovered["supportedVersions"], ["2026-07-28"])
        server.ask("initialize", {"protocolVersion": "2025-03-26", "capabilities": {}, "clientInfo": {"name": "x", "version": "1"}})
        self.assertNotIn("resultType", server.ask("tools/list")["result"])
        self.assertEqual(server.ask("tools/list", {"_meta": MODERN})["result"]["resultType"], "complete")
        self.assertNotIn("resultType", server.ask("tools/list")["result"])

    def test_ids(self):
        server = self.server()
        for request_id in (0, "0", 2**53, -1, ""):
            self.assertEqual(server.ask("ping", request_id=request_id)["result"], {})
        server.call(5, "import time; time.sleep(1); print('first')")
        server.send("ping", id=5)
        self.assertEqual(server.answer(5)["error"]["code"], -32600)
        self.assertTrue(server.text(5).startswith("first\n"))

    def test_progress_tokens(self):
        server = self.server()
        for token in (0, "x"):
            server.call(f"call {token}", "import time; print('here', flush=True); time.sleep(1)", {"progressToken": token})
            progress = server.take(lambda m: m.get("method") == "notifications/progress" and "here" in m["params"]["message"])
            self.assertEqual(progress["params"]["progressToken"], token)
            server.answer(f"call {token}")

    def test_outputs(self):
        server = self.server()
        for code, start in (("print(42)", "42\n["), ("print('null')", "null\n["), ("print([])", "[]\n["),
                            ("import sys; sys.stdout.buffer.write(b'\\xed\\xa0\\x80')", "\ufffd"),
                            ("print('a\\0b')", "a\0b\n["), ("print('no newline', end='')", "no newline\n["),
                            ("import sys; sys.stdout.buffer.write(b'\\xff\\xfe')", "\ufffd")):
            server.call(1, code)
            self.assertTrue(server.text(1).startswith(start), code)
        server.call(2, "import sys\nfor _ in range(100): sys.stdout.write('x' * 1_000_000)")
        answer = server.answer(2)
        self.assertLess(len(json.dumps(answer)), 1_000_000)
        self.assertEqual(answer["result"]["_meta"]["io.github.code-sandbox-mcp/result"]["stdout_bytes"], 100_000_000)

    def task_call(self, code, **arguments):
        return {"name": "run_python_code", "arguments": {"code": code, **arguments}, "_meta": TASKS}

    def finished(self, get):
        """The task once it works no more; `get` asks for it."""
        end = time.monotonic() + PATIENCE_S
        while (task := get())["status"] == "working" and time.monotonic() < end:
            time.sleep(task["pollIntervalMs"] / 1000)
        return task

    def test_a_long_call_may_be_a_task(self):
        server = self.server(handshake=None)

        def get(task):
            return server.ask("tasks/get", {"taskId": task["taskId"], "_meta": TASKS})["result"]

        quick = server.ask("tools/call", self.task_call("print(1)", timeout=5))["result"]
        self.assertEqual(quick["resultType"], "complete")
        task = server.ask("tools/call", self.task_call("print(1)", timeout=120))["result"]
        self.assertEqual((task["resultType"], task["status"]), ("task", "working"))
        done = self.finished(lambda: get(task))
        self.assertEqual(done["status"], "completed")
        self.assertTrue(done["result"]["content"][0]["text"].startswith("1\n[exit code 0 in "))
        failed = server.ask("tools/call", self.task_call("1 / 0", timeout=120))["result"]
        done = self.finished(lambda: get(failed))
        self.assertEqual((done["status"], done["result"]["isError"]), ("completed", True))
        endless = server.ask("tools/call", self.task_call("while True: pass", timeout=120))["result"]
        server.ask("tasks/cancel", {"taskId": endless["taskId"], "_meta": TASKS})
        self.assertEqual(get(endless)["status"], "cancelled")
        undeclared = server.ask("tasks/get", {"taskId": task["taskId"], "_meta": MODERN})
        self.assertEqual(undeclared["error"]["code"], -32021)

    def test_a_task_survives_its_connection(self):
        process = subprocess.Popen([SERVER, "--transport", "http", "--listen", "127.0.0.1:0", "--no-token"],
                                   stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True, env=ENVIRONMENT)
        self.addCleanup(process.stderr.close)
        self.addCleanup(process.wait)
        self.addCleanup(process.terminate)
        url = next(filter(None, (re.search(r"http://\S+/mcp", line) for line in process.stderr)))[0].rstrip(",")

        transcript = Transcript()
        self.addCleanup(transcript.close)

        def post(method, params, name):
            message = {"jsonrpc": "2.0", "id": 1, "method": method, "params": {**params, "_meta": TASKS}}
            transcript.add("client", message)
            request = urllib.request.Request(url, json.dumps(message).encode(), {
                    "Content-Type": "application/json", "Accept": "application/json, text/event-stream",
                    "MCP-Protocol-Version": "2026-07-28", "Mcp-Method": method, "Mcp-Name": name})
            with urllib.request.urlopen(request, timeout=PATIENCE_S) as response:  # a connection of its own each time
                answer = json.load(response)
            transcript.add("server", answer)
            return answer["result"]

        task = post("tools/call", self.task_call("import time; time.sleep(1); print('later')", timeout=120), "run_python_code")
        done = self.finished(lambda: post("tasks/get", {"taskId": task["taskId"]}, task["taskId"]))
        self.assertTrue(done["result"]["content"][0]["text"].startswith("later\n"))


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
