// Every message of the server is checked against the schemas of the revision that it is spoken in. Usage: schemas.mjs SERVER
//
// The conformance suite carries the specification's JSON schemas from 2025-03-26 on; for 2024-11-05, which had none that
// is packaged, the types of the SDK of that time stand in.

import assert from 'node:assert/strict';
import { spawn } from 'node:child_process';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import { createInterface } from 'node:readline';
import test from 'node:test';
import vm from 'node:vm';

import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';
import * as types2024 from 'mcp-sdk-of-2024-11-05/types.js';

import { parameters } from './checks.mjs';

const require = createRequire(import.meta.url);

/** The four schemas, oldest first, out of the suite's one file. */
function suiteSchemas() {
    const file = path.join(path.dirname(require.resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');
    const source = readFileSync(file, 'utf8');
    const schemas = [];
    const start = /=(\{\$schema:`[^`]+`,(?:\$defs|definitions):\{Annotations:)/g;
    for (let match; (match = start.exec(source));)
        schemas.push(vm.runInNewContext(`(${literalAt(source, match.index + 1)})`));
    assert.equal(schemas.length, 4, 'the suite holds other schemas than expected');
    return schemas;
}

/** The object literal that begins at `begin`; its strings are template literals without substitutions. */
function literalAt(source, begin) {
    let depth = 0;
    for (let i = begin; i < source.length; ++i) {
        if ('`"\''.includes(source[i])) {
            const quote = source[i];
            for (++i; source[i] !== quote; ++i)
                i += source[i] === '\\' ? 1 : 0;
        } else if (source[i] === '{') {
            ++depth;
        } else if (source[i] === '}' && --depth === 0) {
            return source.slice(begin, i + 1);
        }
    }
    throw new Error('an object without end');
}

const [schema2025a, schema2025b, schema2025c, schema2026] = suiteSchemas();

/** check(type, value) for one revision; it throws with what is wrong. */
function checkerOf(schema) {
    const isOld = schema.definitions !== undefined;
    const ajv = new (isOld ? Ajv : Ajv2020)({ strict: false, validateFormats: false, allErrors: true });
    ajv.addSchema(schema, 'mcp');
    return (type, value) => {
        const validate = ajv.getSchema(`mcp#/${isOld ? 'definitions' : '$defs'}/${type}`);
        assert.ok(validate, `no type ${type}`);
        assert.ok(validate(value), `${type}: ${ajv.errorsText(validate.errors)}\n${JSON.stringify(value).slice(0, 2000)}`);
    };
}

function checker2024(type, value) {
    const name = { JSONRPCResponse: 'JSONRPCResponseSchema', JSONRPCError: 'JSONRPCErrorSchema' }[type] ?? `${type}Schema`;
    types2024[name].parse(value);
}

const revisions = {
    '2024-11-05': { check: checker2024, response: 'JSONRPCResponse', error: 'JSONRPCError' },
    '2025-03-26': { check: checkerOf(schema2025a), response: 'JSONRPCResponse', error: 'JSONRPCError' },
    '2025-06-18': { check: checkerOf(schema2025b), response: 'JSONRPCResponse', error: 'JSONRPCError' },
    '2025-11-25': { check: checkerOf(schema2025c), response: 'JSONRPCResultResponse', error: 'JSONRPCErrorResponse' },
    '2026-07-28': { check: checkerOf(schema2026), response: 'JSONRPCResultResponse', error: 'JSONRPCErrorResponse' },
};

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

for (const [revision, { check, response, error }] of Object.entries(revisions)) {
    const isModern = revision === '2026-07-28';
    test(`messages of ${revision}`, async () => {
        const wire = new Wire(message => {
            if (message.method !== undefined)
                check(message.method === 'notifications/progress' ? 'ProgressNotification' : 'ServerNotification', message);
            // An error without id came with 2025-11-25; the older schemas know no answer to what is no message.
            else if (message.error && (message.id !== undefined || revision >= '2025-11-25'))
                check(error, message);
            else if (message.result)
                check(response, message);
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
            check('DiscoverResult', result);
        } else {
            const { result } = await ask('initialize',
                { protocolVersion: revision, capabilities: {}, clientInfo: { name: 'schemas', version: '1' } });
            check('InitializeResult', result);
            assert.equal(result.protocolVersion, revision);
        }
        for (const [method, params, type] of conversation) {
            if (isModern && method === 'ping')
                continue;
            const answer = await ask(method, { ...params, _meta: { ...meta, progressToken: id } });
            assert.equal(type !== undefined, answer.result !== undefined, `${method}: ${JSON.stringify(answer)}`);
            if (type)
                check(type, answer.result);
        }
        for (const line of garbage)
            assert.ok((await wire.send(line)).error, line);
        wire.close();
    });
}
