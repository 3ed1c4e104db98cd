// mock_model.py for programs in JavaScript.

import { spawn } from 'node:child_process';
import { once } from 'node:events';
import path from 'node:path';

/** Calls `use` with the URL of a model that lives as long. */
export async function withModel(use) {
    const model = spawn('python3', [path.join(import.meta.dirname, 'mock_model.py')], { stdio: ['pipe', 'pipe', 'ignore'] });
    try {
        const [line] = await once(model.stdout, 'data');
        return await use(line.toString().trim());
    } finally {
        model.stdin.end();
    }
}
