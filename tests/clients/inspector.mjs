// The Inspector's command line: schema lint, both eras and transports, load.

import assert from 'node:assert/strict';
import { execFile } from 'node:child_process';
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import { tmpdir } from 'node:os';
import path from 'node:path';
import test, { after, describe } from 'node:test';
import { promisify } from 'node:util';

import { server } from './checks.mjs';
import { served } from './served.mjs';

const require = createRequire(import.meta.url);
const launcher = path.join(path.dirname(require.resolve('@modelcontextprotocol/inspector/package.json')),
    'clients/launcher/build/index.js');

/** Its standard output; it fails when the Inspector does. */
async function inspect(...options) {
    const { stdout } = await promisify(execFile)(process.execPath, [launcher, '--cli', ...options],
        { timeout: 60_000, maxBuffer: 16 * 1024 * 1024 });
    return stdout;
}

/** `target()` is where the server is found. */
function inspections(era, target) {
    test('finds nothing to complain of in the schemas', async () => {
        const output = await inspect(...target(), '--protocol-era', era, '--method', 'tools/list', '--strict');
        assert.match(output, /run_python_code/);
    });
    test('calls a tool', async () => {
        const output = await inspect(...target(), '--protocol-era', era, '--method', 'tools/call',
            '--tool-name', 'run_python_code', '--tool-args-json', '{"code":"print(6 * 7)"}', '--format', 'json', '-q');
        assert.match(output, /42\\n\[exit code 0 in /);
    });
    test('reads the environments', async () => {
        const output = await inspect(...target(), '--protocol-era', era, '--method', 'resources/read',
            '--uri', 'sandbox://environments');
        assert.match(output, /CPython/);
    });
}

const eras = ['legacy', 'modern'];
for (const era of eras)
    describe(`Inspector over stdio, ${era}`, () => inspections(era, () => [server]));

describe('Inspector over HTTP', () => {
    const folder = mkdtempSync(path.join(tmpdir(), 'inspector-'));
    after(() => rmSync(folder, { recursive: true }));
    const token = 'token-of-the-inspector-for-one-run-of-the-tests';
    const tokenFile = path.join(folder, 'token');
    writeFileSync(tokenFile, token, { mode: 0o600 });
    const url = served(server, ['--transport', 'http', '--listen', '127.0.0.1:0', '--pool-size', '1', '--token-file', tokenFile]);
    for (const era of eras)
        describe(era, () => inspections(era, () => [url(), '--header', `Authorization: Bearer ${token}`]));
    test('gets nowhere without the token', () => assert.rejects(inspect(url(), '--method', 'tools/list'), /auth_required/));
});

test('Inspector, load', async () => {
    const output = await inspect(server, '--method', 'tools/call', '--tool-name', 'run_python_code', '--tool-arg', 'code=print(1)',
        '--load', '--load-requests', '60', '--load-concurrency', '8');
    assert.match(output, /60/);
    assert.doesNotMatch(output, /"(errors|failed)":\s*[1-9]/);
});
