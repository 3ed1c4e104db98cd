// LangChain's adapter: tools as LangChain sees them.

import { MultiServerMCPClient } from '@langchain/mcp-adapters';

import { exercise, parameters } from './checks.mjs';

exercise('LangChain adapter', async () => {
    const client = new MultiServerMCPClient({
        mcpServers: { sandbox: { transport: 'stdio', ...parameters } },
        useStandardContentBlocks: true,
    });
    const tools = await client.getTools();
    return {
        listTools: async () => tools,
        // The adapter makes an exception of a result with isError; its message is the text.
        call: async (name, args) => {
            try {
                const output = await tools.find(tool => tool.name === name).invoke(args);
                const text = [output].flat().map(block => block.text).join('\n');
                return { content: [{ type: 'text', text }] };
            } catch (error) {
                const text = error.message.replace(/^MCP tool .* returned an error: /, '');
                return { content: [{ type: 'text', text }], isError: true };
            }
        },
        close: () => client.close(),
    };
});
