#!/usr/bin/env python3
"""Agents on the command line, end to end: a model on loopback has each of them run Python in a real container, over stdio
and over HTTP. Usage: agents.py SERVER"""

import contextlib
import itertools
import json
import os
import pathlib
import subprocess
import sys
import tempfile
import time
import unittest

from mock_model import MockModel, find

SERVER = sys.argv[1] if len(sys.argv) > 1 else "code-sandbox-mcp"
OPTIONS = ["--pool-size", "1"]
ENVIRONMENT = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
FOLDER = pathlib.Path(__file__).parent
PROGRAMS = FOLDER / "full/node_modules/.bin"
QUESTION = "What is 3 to the power of 40?"
# Outside of the sandbox, PID 1 is called otherwise.
CODE = "print(3 ** 40, open('/proc/1/comm').read())"
OUTPUT = r"12157665459056928801 sandbox-init(\\+n)+\[exit code 0 in "


def leftovers():
    """The containers whose server is gone."""
    label = "io.github.code-sandbox-mcp.pid"
    listed = subprocess.run(["podman", "ps", "--all", "--filter", f"label={label}",
                             "--format", f'{{{{.Names}}}} {{{{index .Labels "{label}"}}}}'],
                            capture_output=True, text=True, check=True).stdout
    return [name for name, pid in map(str.split, listed.splitlines()) if not os.path.exists(f"/proc/{pid}")]


@contextlib.contextmanager
def http_server(token_file):
    """Serves over HTTP; gives the configuration that the server prints for clients."""
    process = subprocess.Popen([SERVER, "--transport", "http", "--listen", "127.0.0.1:0", "--token-file", token_file, *OPTIONS],
                               env=ENVIRONMENT, stdout=subprocess.DEVNULL, stderr=subprocess.PIPE, text=True)
    try:
        printed = itertools.dropwhile(lambda line: line != "{\n", process.stderr)
        yield json.loads("".join(itertools.takewhile(lambda line: line != "}\n", printed)) + "}")
    finally:
        process.terminate()
        process.wait(timeout=10)
        process.stderr.close()


class Agents(unittest.TestCase):
    def setUp(self):
        self.addCleanup(self.wait_for_no_leftovers)
        self.home = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(dir=FOLDER)))
        self.model = self.enterContext(MockModel(code=CODE))

    def wait_for_no_leftovers(self):
        end = time.monotonic() + 10
        while (left := leftovers()) and time.monotonic() < end:
            time.sleep(0.2)
        self.assertEqual(left, [])

    def write(self, name, text):
        path = self.home / name
        path.parent.mkdir()
        path.write_text(text)

    def check_agent(self, program, *arguments, **variables):
        """Its model must be offered the tools, and told what the container printed."""
        # Agents look for updates and send statistics; here they get nowhere.
        environment = {**ENVIRONMENT, "HOME": str(self.home), "HTTPS_PROXY": "http://127.0.0.1:9", "NO_PROXY": "127.0.0.1"}
        done = subprocess.run(["timeout", "60", PROGRAMS / program, *arguments, QUESTION], cwd=self.home,
                              env={**environment, **variables}, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, text=True)
        self.assertEqual(done.returncode, 0)
        names = {str(item["name"]) for item in find(self.model.requests, lambda item: "name" in item)}
        for tool in ("run_python_code", "run_js_code"):
            self.assertTrue(any(name.endswith(tool) for name in names), names)
        self.assertRegex(done.stdout, "The tool said: .*" + OUTPUT)

    def check_gemini(self, configuration):
        self.write(".gemini/settings.json", json.dumps({
            **configuration,
            "privacy": {"usageStatisticsEnabled": False},
            "security": {"auth": {"selectedType": "gemini-api-key"}},
        }))
        self.check_agent("gemini", "--yolo", "--skip-trust", "--model", "gemini-2.5-flash", "--prompt",
                         GEMINI_API_KEY="key", GOOGLE_GEMINI_BASE_URL=self.model.url)

    def check_codex(self, server):
        self.write(".codex/config.toml", f"""
            model = "mock"
            model_provider = "mock"
            model_providers.mock = {{ name = "mock", base_url = "{self.model.url}", wire_api = "responses" }}
            mcp_servers.sandbox = {{ {server} }}
        """)
        self.check_agent("codex", "exec", "--skip-git-repo-check", "--dangerously-bypass-approvals-and-sandbox")

    # Over stdio the server gets the user's home, where rootless podman has its images.

    def test_gemini_over_stdio(self):
        self.check_gemini({"mcpServers": {"sandbox": {"command": SERVER, "args": OPTIONS, "env": ENVIRONMENT}}})

    def test_gemini_over_http(self):
        with http_server(self.home / "token") as configuration:
            self.check_gemini(configuration)

    def test_codex_over_stdio(self):
        self.check_codex(f"command = '{SERVER}', args = {OPTIONS}, env = {{ HOME = '{os.environ['HOME']}' }}")

    def test_codex_over_http(self):
        with http_server(self.home / "token") as configuration:
            server = configuration["mcpServers"]["code-sandbox"]
            authorization = server["headers"]["Authorization"]
            self.check_codex(f"url = '{server['url']}', http_headers = {{ Authorization = '{authorization}' }}")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
