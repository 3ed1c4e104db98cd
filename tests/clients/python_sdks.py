#!/usr/bin/env python3
"""The MCP SDK for Python and FastMCP, in both eras. Usage: python_sdks.py SERVER"""

import functools
import os
import sys
import unittest

import fastmcp
import mcp
from fastmcp.client.transports import StdioTransport

SERVER = sys.argv[1] if len(sys.argv) > 1 else "code-sandbox-mcp"
ENVIRONMENT = {name: os.environ[name] for name in ("HOME", "PATH") if name in os.environ}
OPTIONS = ["--pool-size", "1"]


def connected(test):
    """Connects for the test. Not in asyncSetUp: that is another task than tearing down, which anyio does not forgive."""

    @functools.wraps(test)
    async def connecting_test(self):
        async with self.connect() as self.client:
            await test(self)

    return connecting_test


class Checks:
    """What each client checks; connect() gives a context manager of the client, call() its raw result."""

    async def run_code(self, code, tool="run_python_code", **arguments):
        result = await self.call(tool, {"code": code, **arguments})
        return result, "\n".join(block.text for block in result.content if block.type == "text")

    @connected
    async def test_tools_are_listed(self):
        listed = await self.client.list_tools()
        names = sorted(tool.name for tool in getattr(listed, "tools", listed))
        self.assertEqual(names, ["run_js_code", "run_python_code"])

    @connected
    async def test_output_is_received(self):
        for code, start in (("print(42)", "42\n[exit code 0 in "), ("print([])", "[]\n[exit code 0 in "),
                            ("pass", "[exit code 0 in "), ("print('世界 🎉')", "世界 🎉\n[exit code 0 in "),
                            ("import sys; sys.stdout.buffer.write(b'\\xed\\xa0\\x80\\n')", "\ufffd")):
            with self.subTest(code):
                result, text = await self.run_code(code)
                self.assertTrue(text.startswith(start), text)
                self.assertFalse(result.is_error)

    @connected
    async def test_javascript_runs(self):
        _, text = await self.run_code("console.log(6 * 7)", "run_js_code")
        self.assertTrue(text.startswith("42\n[exit code 0 in "), text)

    @connected
    async def test_failures_are_told(self):
        result, text = await self.run_code("print('before')\n1 / 0")
        self.assertTrue(result.is_error)
        self.assertIn("ZeroDivisionError", text)
        result, text = await self.run_code("while True: pass", timeout=1)
        self.assertTrue(result.is_error)
        self.assertIn("[timed out after 1 s", text)

    @connected
    async def test_resources_are_listed(self):
        listed = await self.client.list_resources()
        uris = [str(resource.uri) for resource in getattr(listed, "resources", listed)]
        self.assertEqual(uris, ["sandbox://environments"])


class Sdk(Checks, unittest.IsolatedAsyncioTestCase):
    mode = "auto"

    def connect(self):
        parameters = mcp.StdioServerParameters(command=SERVER, args=OPTIONS, env=ENVIRONMENT)
        return mcp.Client(parameters, mode=self.mode)

    async def call(self, name, arguments):
        return await self.client.call_tool(name, arguments)

    @connected
    async def test_revision_is_the_newest(self):
        self.assertEqual(self.client.protocol_version, "2025-11-25" if self.mode == "legacy" else "2026-07-28")


class SdkLegacy(Sdk):
    mode = "legacy"


class FastMcp(Checks, unittest.IsolatedAsyncioTestCase):
    def connect(self):
        return fastmcp.Client(StdioTransport(SERVER, OPTIONS, env=ENVIRONMENT, keep_alive=False))

    async def call(self, name, arguments):
        return await self.client.call_tool_mcp(name, arguments)


if __name__ == "__main__":
    unittest.main(argv=sys.argv[:1], verbosity=2)
