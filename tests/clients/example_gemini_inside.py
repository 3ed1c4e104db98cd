#!/usr/bin/env python3
"""Runs a program in the sandbox that itself asks Gemini; the server passes the key through to it.

Usage: GEMINI_API_KEY=… example_gemini_inside.py [SERVER [OPTION…]]
"""

import asyncio
import os
import sys

from mcp import Client, StdioServerParameters

CODE = """
from google import genai

client = genai.Client()
response = client.models.generate_content(model="gemini-2.5-flash", contents="Say hello.")
print(response.text)
"""


async def main(command="code-sandbox-mcp", *options):
    server = StdioServerParameters(
        command=command,
        args=["--pass-through-env", "GEMINI_API_KEY,GOOGLE_GEMINI_BASE_URL", *options],
        env=dict(os.environ),
    )
    async with Client(server) as client:
        result = await client.call_tool("run_python_code", {"code": CODE})
        print(result.content[0].text)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
