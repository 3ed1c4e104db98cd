// Every message of the server is checked against the schemas of the revision that it is spoken in. Usage: schemas.mjs SERVER

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import test from 'node:test';

import { parameters } from './checks.mjs';
import { revisions } from './revisions.mjs';

/** The server on stdio; every message it writes goes through `examine`. */
class Wire {
    constructor(examine) {
        this.server = spawn(parameters.command, parameters.args, { env: parameters.env, stdio: ['pipe', 'pipe', 'ignore'] });
        this.waiting = [];
        this.problems = [];
        createInterface({ input: this.server.stdout }).on('line', line => {
            const message = JSON.parse(line);
            try {
                examine(message);
            } catch (problem) {
                this.problems.push(problem);
            }
            if (message.method === undefined)
                this.waiting.shift()?.(message);
        });
    }

    /** Sends text as it is; the next answer. */
    send(text) {
        const answer = new Promise(resolve => this.waiting.push(resolve));
        this.server.stdin.write(`${text}\n`);
        return answer;
    }

    close() {
        this.server.stdin.end();
        if (this.problems.length > 0)
            throw new AggregateError(this.problems, this.problems.map(problem => problem.message).join('\n'));
    }
}

const code = 'import time\nfor i in range(4):\n    print(i, flush=True)\n    time.sleep(0.3)';
const conversation = [
    ['ping', {}, 'EmptyResult'],
    ['tools/list', {}, 'ListToolsResult'],
    ['resources/list', {}, 'ListResourcesResult'],
    ['resources/templates/list', {}, 'ListResourceTemplatesResult'],
    ['resources/read', { uri: 'sandbox://environments' }, 'ReadResourceResult'],
    ['resources/read', { uri: 'sandbox://nowhere' }],
    ['tools/call', { name: 'run_python_code', arguments: { code } }, 'CallToolResult'],
    ['tools/call', { name: 'run_python_code', arguments: { code: '1 / 0' } }, 'CallToolResult'],
    ['tools/call', { name: 'run_js_code', arguments: { code: 'console.log(1)' } }, 'CallToolResult'],
    ['tools/call', { name: 'run_python_code', arguments: {} }, 'CallToolResult'],
    ['tools/call', { name: 'nope', arguments: {} }],
    ['tools/list', { cursor: 'nope' }],
    ['nope', {}],
];
const garbage = ['garbage', '42', '{}', '{"jsonrpc":"2.0","id":null,"method":"ping"}', '{"jsonrpc":"2.0","id":1.5,"method":"x"}',
    '{"jsonrpc":"2.0","id":7}', '{"jsonrpc":"2.0","id":7,"method":"ping","params":[]}'];

for (const [revision, schema] of Object.entries(revisions)) {
    const isModern = revision === '2026-07-28';
    test(`messages of ${revision}`, async () => {
        const wire = new Wire(message => {
            if (message.method !== undefined)
                schema.check(schema.typeOf(message.method), message);
            // An error without id came with 2025-11-25; the older schemas know no answer to what is no message.
            else if (message.error && (message.id !== undefined || revision >= '2025-11-25'))
                schema.check(schema.error, message);
            else if (message.result)
                schema.check(schema.response, message);
        });
        const meta = isModern ? {
            'io.modelcontextprotocol/protocolVersion': revision,
            'io.modelcontextprotocol/clientCapabilities': {},
            'io.modelcontextprotocol/clientInfo': { name: 'schemas', version: '1' },
        } : {};
        let id = 0;
        const ask = (method, params) => wire.send(JSON.stringify({ jsonrpc: '2.0', id: id++, method, params }));
        if (isModern) {
            const { result } = await ask('server/discover', { _meta: meta });
            schema.check('DiscoverResult', result);
        } else {
            const { result } = await ask('initialize',
                { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'schemas', version: '1' } });
            schema.check('InitializeResult', result);
            assert.equal(result.protocolVersion, revision);
        }
        for (const [method, params, type] of conversation) {
            if (isModern && method === 'ping')
                continue;
            const answer = await ask(method, { ...params, _meta: { ...meta, progressToken: id } });
            assert.equal(type !== undefined, answer.result !== undefined, `${method}: ${JSON.stringify(answer)}`);
            if (type)
                schema.check(type, answer.result);
        }
        for (const line of garbage)
            assert.ok((await wire.send(line)).error, line);
        wire.close();
    });
}
