// Runs JavaScript code in the sandbox from a program of your own, with the MCP SDK for TypeScript.
// Usage: node example_javascript.mjs [SERVER [OPTION…]]

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

const code = `
const squares = [1, 2, 3].map(x => x * x);
console.log("The squares are", squares.join(", "));
`;

const [command = 'code-sandbox-mcp', ...args] = process.argv.slice(2);
const client = new Client({ name: 'example', version: '1.0.0' });
await client.connect(new StdioClientTransport({ command, args }));
const result = await client.callTool({ name: 'run_js_code', arguments: { code } });
console.log(result.content[0].text);
await client.close();
