// The AI SDK's MCP client.

import { experimental_createMCPClient as createMCPClient } from '@ai-sdk/mcp';
import { Experimental_StdioMCPTransport as StdioTransport } from '@ai-sdk/mcp/mcp-stdio';

import { exercise, parameters } from './checks.mjs';

exercise('AI SDK', async () => {
    const client = await createMCPClient({ transport: new StdioTransport(parameters) });
    const tools = await client.tools();
    return {
        listTools: async () => Object.keys(tools).map(name => ({ name })),
        call: (name, args) => tools[name].execute(args, { toolCallId: '1', messages: [] }),
        close: () => client.close(),
    };
});
