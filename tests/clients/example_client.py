#!/usr/bin/env python3
"""Runs Python code in the sandbox from a program of your own, with the MCP SDK for Python.

Usage: example_client.py [SERVER [OPTION…]]
"""

import asyncio
import sys

from mcp import Client, StdioServerParameters

CODE = """
import numpy as np
print("The mean is", np.array([1, 2, 3]).mean())
"""


async def main(command="code-sandbox-mcp", *options):
    server = StdioServerParameters(command=command, args=list(options))
    async with Client(server) as client:
        tools = await client.list_tools()
        print("Tools:", ", ".join(tool.name for tool in tools.tools))
        result = await client.call_tool("run_python_code", {"code": CODE})
        print(result.content[0].text)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
