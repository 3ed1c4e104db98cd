// The TypeScript SDK, version 2, in each of its ways to find a revision.

import assert from 'node:assert/strict';
import test from 'node:test';

import { Client } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';

import { exercise, parameters } from './checks.mjs';

const modes = [
    ['legacy', 'legacy', '2025-11-25'],
    ['auto', 'auto', '2026-07-28'],
    ['pinned', { pin: '2026-07-28' }, '2026-07-28'],
];

async function connected(mode) {
    const client = new Client({ name: 'sdk-v2', version: '1' }, { versionNegotiation: { mode } });
    await client.connect(new StdioClientTransport(parameters));
    return client;
}

for (const [name, mode, revision] of modes) {
    exercise(`TypeScript SDK 2, ${name}`, async () => {
        const client = await connected(mode);
        assert.equal(client.getNegotiatedProtocolVersion(), revision);
        return {
            listTools: async () => (await client.listTools()).tools,
            call: (tool, args) => client.callTool({ name: tool, arguments: args }),
            close: () => client.close(),
        };
    });

    test(`TypeScript SDK 2, ${name}: resources, progress`, async () => {
        const client = await connected(mode);
        try {
            const { resources } = await client.listResources();
            assert.deepEqual(resources.map(resource => resource.uri), ['sandbox://environments']);
            await assert.rejects(client.readResource({ uri: 'sandbox://nowhere' }));
            const messages = [];
            const code = 'import time\nprint("working", flush=True)\ntime.sleep(1.5)';
            await client.callTool({ name: 'run_python_code', arguments: { code } },
                { onprogress: progress => messages.push(progress.message) });
            assert.ok(messages.some(message => message.includes('working')), JSON.stringify(messages));
        } finally {
            await client.close();
        }
    });
}
