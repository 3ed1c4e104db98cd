#!/usr/bin/env python3
"""Lets Gemini run code: the Google Gen AI SDK passes the sandbox's tools to the model and calls them for it.

Usage: GEMINI_API_KEY=… example_gemini.py [SERVER [OPTION…]]
"""

import asyncio
import sys

from google import genai
from mcp import ClientSession, StdioServerParameters, stdio_client

PROMPT = "What is 6 times 7? Run Python code to find out."


async def main(command="code-sandbox-mcp", *options):
    server = StdioServerParameters(command=command, args=list(options))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        await session.initialize()
        client = genai.Client()
        response = await client.aio.models.generate_content(
            model="gemini-2.5-flash",
            contents=PROMPT,
            # A dictionary, since the SDK copies a GenerateContentConfig, and sessions cannot be copied.
            config={"temperature": 0, "tools": [session]},
        )
        print(response.text)


if __name__ == "__main__":
    asyncio.run(main(*sys.argv[1:]))
