#!/usr/bin/env python3
"""`install` with the real Claude Code, Codex and Gemini CLI: each reads the entry back, starts the server, and is rid of it
again. Usage: installed.py SERVER"""

import os
import pathlib
import re
import subprocess
import sys
import tempfile
import unittest

SERVER = os.path.abspath(sys.argv[1]) if len(sys.argv) > 1 else "code-sandbox-mcp"
MODULES = pathlib.Path(__file__).resolve().parent / "full/node_modules"
PROGRAMS = {
    # Its package's script for the command wants an install script to have been run.
    "claude": next(MODULES.glob("@anthropic-ai/claude-code-linux-*/claude"), None),
    "codex": MODULES / ".bin/codex",
    "gemini": MODULES / ".bin/gemini",
}
CLIENTS = ["claude-code", "codex", "gemini-cli"]
OPTIONS = ["--network", "none", "--memory", "2g"]


class Installed(unittest.TestCase):
    def setUp(self):
        self.home = pathlib.Path(self.enterContext(tempfile.TemporaryDirectory(dir=MODULES.parent)))
        (self.home / "bin").mkdir()
        (self.home / "project").mkdir()
        for name, program in PROGRAMS.items():
            (self.home / "bin" / name).symlink_to(program)
        # They look for updates and send statistics; here they get nowhere.
        self.environment = {"HOME": str(self.home), "PATH": f"{self.home}/bin:{os.environ['PATH']}", "LC_ALL": "C.UTF-8",
                            "HTTPS_PROXY": "http://127.0.0.1:9", "DISABLE_AUTOUPDATER": "1", "KEY_OF_MINE": "value"}
        # In folders that it does not trust, Gemini CLI starts no servers.
        self.write(".gemini/settings.json", '{\n  // mine\n  "security": { "folderTrust": { "enabled": false } }\n}\n')
        self.write(".codex/config.toml", '# mine\nmodel = "mock"\n')

    def write(self, name, text):
        (self.home / name).parent.mkdir(exist_ok=True)
        (self.home / name).write_text(text)

    def run_program(self, *command):
        done = subprocess.run(["timeout", "90", *command], cwd=self.home / "project", env=self.environment,
                              stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True)
        self.assertEqual(done.returncode, 0, done.stdout)
        return done.stdout

    def install(self, *arguments):
        return self.run_program(SERVER, "install", *arguments)

    def listed(self, program):
        return self.run_program(program, "mcp", "list")

    def test_their_commands_read_it_back(self):
        printed = self.install(*CLIENTS, *OPTIONS)
        for program in PROGRAMS:
            self.assertIn(f": {program} mcp add ", printed)
        started = re.escape(" ".join([SERVER, *OPTIONS]))
        self.assertRegex(self.listed("claude"), f"code-sandbox: {started} - .*Connected")
        self.assertRegex(self.listed("gemini"), f"code-sandbox: {started} .*Connected")
        self.assertRegex(self.run_program("codex", "mcp", "get", "code-sandbox"),
                         f"(?s)enabled: true.*command: {re.escape(SERVER)}\n.*args: {' '.join(OPTIONS)}\n")
        self.assertEqual(self.install(*CLIENTS, *OPTIONS).count("nothing changes"), len(CLIENTS))

        printed = self.install("--remove", *CLIENTS)
        for program in PROGRAMS:
            self.assertIn(f": {program} mcp remove ", printed)
            self.assertNotIn("code-sandbox", self.listed(program))
        self.assertIn("// mine", (self.home / ".gemini/settings.json").read_text())
        self.assertIn("# mine", (self.home / ".codex/config.toml").read_text())

    def test_edited_files_are_read(self):
        self.install(*CLIENTS)
        printed = self.install(*CLIENTS, "--pass-through-env", "KEY_OF_MINE")
        self.assertNotIn("mcp add", printed)  # what is there already is changed in its file
        started = f"{re.escape(SERVER)} --pass-through-env KEY_OF_MINE"
        self.assertRegex(self.listed("claude"), f"code-sandbox: {started} - .*Connected")
        self.assertRegex(self.listed("gemini"), f"code-sandbox: {started} .*Connected")
        self.assertRegex(self.run_program("codex", "mcp", "get", "code-sandbox"),
                         "(?s)args: --pass-through-env KEY_OF_MINE\n.*env: KEY_OF_MINE=")


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
