// The Inspector's command line: schema lint, both eras, load.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import test from 'node:test';
import { promisify } from 'node:util';

import { server } from './checks.mjs';

const require = createRequire(import.meta.url);
const launcher = path.join(path.dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
    'clients/launcher/build/index.js');

/** Its standard output; it fails when the Inspector does. */
async function inspect(...options) {
    const { stdout } = await promisify(execFile)(process.execPath, [launcher, '--cli', server, ...options],
        { timeout: 60_000, maxBuffer: 16 * 1024 * 1024 });
    return stdout;
}

for (const era of ['legacy', 'modern']) {
    test(`Inspector, ${era}`, async t => {
        await t.test('finds nothing to complain of in the schemas', async () => {
            const output = await inspect('--protocol-era', era, '--method', 'tools/list', '--strict');
            assert.match(output, /run_python_code/);
        });
        await t.test('calls a tool', async () => {
            const output = await inspect('--protocol-era', era, '--method', 'tools/call', '--tool-name', 'run_python_code',
                '--tool-args-json', '{"code":"print(6 * 7)"}', '--format', 'json', '-q');
            assert.match(output, /42\\n\[exit code 0 in /);
        });
        await t.test('reads the environments', async () => {
            const output = await inspect('--protocol-era', era, '--method', 'resources/read',
                '--uri', 'sandbox://environments');
            assert.match(output, /CPython/);
        });
    });
}

test('Inspector, load', async () => {
    const output = await inspect('--method', 'tools/call', '--tool-name', 'run_python_code', '--tool-arg', 'code=print(1)',
        '--load', '--load-requests', '60', '--load-concurrency', '8');
    assert.match(output, /60/);
    assert.doesNotMatch(output, /"(errors|failed)":\s*[1-9]/);
});
