// The MCP client of OpenAI's Agents SDK.

import { MCPServerStdio } from '@openai/agents';

import { exercise, parameters } from './checks.mjs';

exercise('OpenAI Agents', async () => {
    const client = new MCPServerStdio({ ...parameters, name: 'sandbox' });
    await client.connect();
    return {
        listTools: () => client.listTools(),
        call: (name, args) => client.callToolResult(name, args),
        close: () => client.close(),
    };
});
