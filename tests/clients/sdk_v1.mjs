// The TypeScript SDK, version 1 (handshake).

import assert from 'node:assert/strict';
import test from 'node:test';

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { exercise, parameters, textOf } from './checks.mjs';

async function connected() {
    const client = new Client({ name: 'sdk-v1', version: '1' });
    await client.connect(new StdioClientTransport(parameters));
    return client;
}

exercise('TypeScript SDK 1', async () => {
    const client = await connected();
    return {
        listTools: async () => (await client.listTools()).tools,
        call: (name, args) => client.callTool({ name, arguments: args }),
        close: () => client.close(),
    };
});

test('TypeScript SDK 1: resources, progress, cancel', async () => {
    const client = await connected();
    try {
        const { resources } = await client.listResources();
        assert.deepEqual(resources.map(resource => resource.uri), ['sandbox://environments']);
        assert.equal((await client.listResourceTemplates()).resourceTemplates.length, 2);
        await assert.rejects(client.readResource({ uri: 'sandbox://nowhere' }), { code: -32002 });

        const messages = [];
        const code = 'import time\nprint("working", flush=True)\ntime.sleep(1.5)';
        await client.callTool({ name: 'run_python_code', arguments: { code } }, undefined,
            { onprogress: progress => messages.push(progress) });
        assert.ok(messages.some(progress => progress.message.includes('working')), JSON.stringify(messages));
        for (let i = 1; i < messages.length; ++i)
            assert.ok(messages[i].progress > messages[i - 1].progress);

        const abort = new AbortController();
        const endless = client.callTool({ name: 'run_python_code', arguments: { code: 'while True: pass' } }, undefined,
            { signal: abort.signal });
        setTimeout(() => abort.abort('enough'), 300);
        await assert.rejects(endless);
        await client.ping();

        const many = await Promise.all(Array.from({ length: 20 }, (_, i) =>
            client.callTool({ name: 'run_python_code', arguments: { code: `print(${i})` } })));
        many.forEach((result, i) => assert.ok(textOf(result).startsWith(`${i}\n`)));
    } finally {
        await client.close();
    }
});
