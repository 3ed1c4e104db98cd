// The official conformance suite. Usage: conformance.mjs SERVER FIXTURE
// The fixture server must pass all of it, the product what needs no fixture.

import { execFile } from 'node:child_process';
import { createRequire } from 'node:module';
import path from 'node:path';
import test, { describe } from 'node:test';

import { served } from './served.mjs';

const [product, fixture] = process.argv.slice(2);
const require = createRequire(import.meta.url);
const suite = path.join(path.dirname(require.resolve('@modelcontextprotocol/conformance/package.json')), 'dist/index.js');

/** Runs a part of the suite; fails unless just the checks named in `gaps` fail. */
function conforms(url, options, gaps = []) {
    return new Promise((resolve, reject) => {
        execFile(process.execPath, [suite, 'server', '--url', url, ...options], { timeout: 240_000, maxBuffer: 64 << 20 },
            (error, stdout, stderr) => {
                const failures = [...stdout.matchAll(/\[([\w-]+) *\] \x1b\[31mFAILURE/g)].map(match => match[1]);
                const isAsExpected = failures.sort().join() === [...gaps].sort().join() && Boolean(error) === gaps.length > 0;
                if (isAsExpected)
                    resolve();
                else
                    reject(new Error(`failed: ${failures.join(', ') || error}\n${stdout}\n${stderr}`.slice(0, 6000)));
            });
    });
}

describe('fixture server', () => {
    const url = served(fixture, []);
    for (const revision of ['2025-11-25', '2026-07-28'])
        test(`requirements of ${revision}`, () => conforms(url(), ['--requirements', revision]));
    for (const revision of ['2025-03-26', '2025-06-18'])
        test(`suite for ${revision}`, () => conforms(url(), ['--suite', 'all', '--spec-version', revision]));
    for (const name of ['lifecycle', 'capability-negotiation', 'wire-fields', 'request-state-removal', 'mrtr-input',
        'request-headers', 'dispatch-and-envelope', 'status-notifications', 'required-task-error', 'mrtr-composition'])
        test(`tasks-${name}`, () => conforms(url(), ['--scenario', `tasks-${name}`, '--spec-version', '2026-07-28', '--force']));
});

describe('product', () => {
    const url = served(product, ['--transport', 'http', '--listen', '127.0.0.1:0', '--no-token', '--pool-size', '0']);
    // What the product does not have, it cannot show: prompts, and tools that misbehave on demand.
    const scenarios = {
        '2025-11-25': {
            'server-initialize': [], 'ping': [], 'tools-list': [], 'resources-list': [], 'dns-rebinding-protection': [],
            'server-session-lifecycle': [],
        },
        '2026-07-28': {
            'tools-list': [], 'resources-list': [], 'http-header-validation': [], 'sep-2164-resource-not-found': [],
            'dns-rebinding-protection': [],
            'caching': ['sep-2549-prompts-list-caching-hints'],
            'server-stateless': ['sep-2575-server-rejects-undeclared-capability', 'sep-2575-missing-capability-http-400',
                'sep-2575-http-server-no-independent-requests-on-stream', 'sep-2575-server-no-log-without-loglevel'],
        },
    };
    for (const [revision, byName] of Object.entries(scenarios)) {
        for (const [name, gaps] of Object.entries(byName)) {
            test(`${name}, ${revision}`,
                () => conforms(url(), ['--scenario', name, '--spec-version', revision], gaps));
        }
    }
});
