#!/usr/bin/env python3
"""The examples of server/doc/programs.md, each run as it stands, against a model on loopback. Usage: examples.py SERVER"""

import os
import pathlib
import socket
import subprocess
import sys
import unittest

from mock_model import GREETING, MockModel

SERVER = sys.argv[1] if len(sys.argv) > 1 else "code-sandbox-mcp"
FOLDER = pathlib.Path(__file__).parent


def own_address():
    """The address of this machine that its way out has. Nothing is sent."""
    with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
        probe.connect(("192.0.2.1", 9))
        return probe.getsockname()[0]


class Examples(unittest.TestCase):
    def run_example(self, name, *options, **variables):
        interpreter = "node" if name.endswith(".mjs") else sys.executable
        done = subprocess.run([interpreter, FOLDER / name, SERVER, *options], env={**os.environ, **variables},
                              stdout=subprocess.PIPE, text=True, timeout=120)
        self.assertEqual(done.returncode, 0)
        return done.stdout

    def test_client(self):
        output = self.run_example("example_client.py")
        self.assertIn("Tools: run_python_code, run_js_code", output)
        self.assertIn("The mean is 2.0\n[exit code 0 in ", output)

    def test_javascript(self):
        self.assertIn("The squares are 1, 4, 9\n[exit code 0 in ", self.run_example("example_javascript.mjs"))

    def test_gemini(self):
        with MockModel() as model:
            output = self.run_example("example_gemini.py", GEMINI_API_KEY="key", GOOGLE_GEMINI_BASE_URL=model.url)
        self.assertIn("The tool said: ", output)
        self.assertRegex(output, r"42\\+n\[exit code 0 in ")

    def test_gemini_inside(self):
        # Not the loopback: that is the container itself, for a program inside.
        address = own_address()
        with MockModel(address) as model:
            output = self.run_example("example_gemini_inside.py", "--network", f"allow:{address}/32:{model.port}",
                                      GEMINI_API_KEY="key", GOOGLE_GEMINI_BASE_URL=model.url)
        self.assertIn(f"{GREETING}\n[exit code 0 in ", output)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
