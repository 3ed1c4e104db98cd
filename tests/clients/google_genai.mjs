// @google/genai hands the sandbox's tools to a model (on loopback) with mcpToTool and calls them for it.

import assert from 'node:assert/strict';
import test from 'node:test';

import { GoogleGenAI, mcpToTool } from '@google/genai';
import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';

import { parameters } from './checks.mjs';
import { withModel } from './model.mjs';

test('@google/genai with mcpToTool', () => withModel(async url => {
    const client = new Client({ name: 'google-genai', version: '1' });
    await client.connect(new StdioClientTransport(parameters));
    try {
        const ai = new GoogleGenAI({ apiKey: 'key', httpOptions: { baseUrl: url } });
        const response = await ai.models.generateContent({
            model: 'gemini-2.5-flash',
            contents: 'What is 6 times 7?',
            config: { tools: [mcpToTool(client)] },
        });
        assert.match(response.text, /The tool said: .*42\\n\[exit code 0 in /);
    } finally {
        await client.close();
    }
}));
