#!/usr/bin/env node
// Starts the native server of this package with its own streams, hands signals on, and ends as it ends.
'use strict';

const { spawn } = require('node:child_process');
const { join } = require('node:path');

const program = join(__dirname, 'native', 'code_sandbox_mcp', 'bin', 'code-sandbox-mcp');
const server = spawn(program, process.argv.slice(2), { stdio: 'inherit' });
const signals = ['SIGINT', 'SIGTERM', 'SIGHUP'];
const handOn = (signal) => server.kill(signal);
for (const signal of signals) process.on(signal, handOn);

server.on('error', (error) => {
    console.error(`code-sandbox-mcp: ${program} cannot be started: ${error.message}`);
    process.exit(127);
});
server.on('exit', (code, signal) => {
    if (signal === null) process.exit(code);
    for (const one of signals) process.off(one, handOn);
    process.kill(process.pid, signal);
});
