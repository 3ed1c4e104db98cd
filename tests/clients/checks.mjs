// What every JavaScript client checks of the server, and how it is started: with HOME and PATH only, like desktop clients do.

import assert from 'node:assert/strict';
import test from 'node:test';

export const server = process.argv[2] ?? 'code-sandbox-mcp';
export const environment = { HOME: process.env.HOME, PATH: process.env.PATH };
export const parameters = { command: server, args: ['--pool-size', '1'], env: environment };

/** The text blocks of a tool result, which is what models read. */
export function textOf(result) {
    return result.content.filter(block => block.type === 'text').map(block => block.text).join('\n');
}

/** Output that some clients took for something else, and how its result begins. */
const outputs = [
    ['a number', 'print(42)', '42\n[exit code 0 in '],
    ['null', 'print("null")', 'null\n[exit code 0 in '],
    ['an empty list', 'print([])', '[]\n[exit code 0 in '],
    ['nothing', 'pass', '[exit code 0 in '],
    ['text of the world', 'print("héllo 世界 🎉")', 'héllo 世界 🎉\n'],
    ['a lone surrogate', 'import sys; sys.stdout.buffer.write(b"\\xed\\xa0\\x80ok\\n")', '\ufffd'],
    ['a zero byte', 'print("a\\0b")', 'a\0b\n'],
];

/**
 * The tests that every client must pass. `connect` returns `listTools()` (objects with a name), `call(name, arguments)`
 * (a tool result) and `close()`.
 */
export function exercise(name, connect) {
    test(name, async t => {
        const client = await connect();
        try {
            await t.test('lists the tools', async () => {
                const names = (await client.listTools()).map(tool => tool.name);
                assert.deepEqual(names.sort(), ['run_js_code', 'run_python_code']);
            });
            for (const [what, code, start] of outputs) {
                await t.test(`receives ${what}`, async () => {
                    const result = await client.call('run_python_code', { code });
                    assert.ok(textOf(result).startsWith(start), JSON.stringify(result));
                    assert.ok(!result.isError);
                });
            }
            await t.test('runs JavaScript', async () => {
                const result = await client.call('run_js_code', { code: 'console.log(6 * 7)' });
                assert.match(textOf(result), /^42\n\[exit code 0 in /);
            });
            await t.test('learns of a failure', async () => {
                const result = await client.call('run_python_code', { code: 'print("before")\n1 / 0' });
                assert.equal(result.isError, true);
                assert.match(textOf(result), /^before\n\[stderr\]\n[^]*ZeroDivisionError[^]*\[exit code 1 in /);
            });
            await t.test('learns of a time limit', async () => {
                const result = await client.call('run_python_code',
                    { code: 'print("before", flush=True)\nwhile True: pass', timeout: 1 });
                assert.equal(result.isError, true);
                assert.match(textOf(result), /^before\n[^]*\[timed out after 1 s/);
            });
            await t.test('learns what was wrong with its arguments', async () => {
                const result = await client.call('run_python_code', { code: 'print(1)', timeout: 'soon' });
                assert.equal(result.isError, true);
                // LangChain looks at the schema itself.
                assert.match(textOf(result), /"timeout" must be a number|did not match expected schema/);
            });
        } finally {
            await client.close();
        }
    });
}
