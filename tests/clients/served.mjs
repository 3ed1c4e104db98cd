// Servers over HTTP.

import { spawn } from 'node:child_process';
import { createInterface } from 'node:readline';
import { after, before } from 'node:test';

/** Starts a server for the tests around it; `url()` is known once they run. */
export function served(command, args) {
    let child;
    let url;
    before(async () => {
        child = spawn(command, args, { stdio: ['pipe', 'pipe', 'pipe'], env: process.env });
        url = await new Promise((resolve, reject) => {
            for (const stream of [child.stdout, child.stderr]) {
                createInterface({ input: stream }).on('line', line => {
                    const found = line.match(/http:\/\/[^\s"]+\/mcp/);
                    if (found)
                        resolve(found[0]);
                });
            }
            child.once('exit', code => reject(new Error(`${command} ended with ${code}`)));
        });
    });
    after(() => {
        child.stdin.end();
        child.kill();
    });
    return () => url;
}
