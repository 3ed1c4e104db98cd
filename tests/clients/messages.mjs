// Every message that other tests had from the server is held against the schema of its revision, and so is what they sent:
// every request that it granted, every notification and answer. Usage: messages.mjs FOLDER
//
// The folder has a file for each conversation, with a line for each message: {"client": message}, {"server": message}, or
// {"badClient": message} from tests of what the server makes of bad requests.

import assert from 'node:assert/strict';
import { readdirSync, readFileSync } from 'node:fs';
import path from 'node:path';
import test from 'node:test';

import { revisions } from './revisions.mjs';

const versionKey = 'io.modelcontextprotocol/protocolVersion';
const modern = '2026-07-28';
/** Errors that have a schema of their own. */
const errorTypes = {
    [-32020]: 'HeaderMismatchError', [-32021]: 'MissingRequiredClientCapabilityError', [-32022]: 'UnsupportedProtocolVersionError',
};

class Conversation {
    constructor() {
        this.handshake = '2025-11-25'; // so the server takes what comes before one
        this.spoken = new Set();
        this.requests = new Map(); // of the client, by id; one id may be in use twice
    }

    hear(speaker, message) {
        if (Array.isArray(message))
            message.forEach(one => this.hear(speaker, one));
        else if (message.method !== undefined && message.id !== undefined)
            this.hearRequest(speaker, message);
        else if (message.method !== undefined)
            this.hearNotification(speaker, message);
        else if (speaker === 'server')
            this.hearAnswer(message);
        else if (speaker === 'client' && message.result !== undefined)
            revisions[this.handshake].check(revisions[this.handshake].response, message);
    }

    hearRequest(speaker, request) {
        const revision = request.params?._meta?.[versionKey] === undefined ? this.handshake : modern;
        this.spoken.add(revision);
        if (speaker === 'server') {
            this.checkRequest(request, revision);
        } else {
            const id = JSON.stringify(request.id);
            const isBad = speaker === 'badClient';
            this.requests.set(id, [...this.requests.get(id) ?? [], { request, revision, isBad, isCancelled: false }]);
        }
    }

    checkRequest(request, revision) {
        const schema = revisions[revision];
        schema.check('JSONRPCRequest', request);
        const type = schema.typeOf(request.method);
        if (type)
            schema.check(type, request);
    }

    /** Which of the revisions spoken it belongs to, a notification does not say. */
    hearNotification(speaker, notification) {
        const isOfServer = speaker === 'server';
        if (!isOfServer && notification.method === 'notifications/cancelled') {
            const id = notification.params?.requestId;
            this.requests.get(JSON.stringify(id))?.forEach(open => open.isCancelled = true);
            if (id === null) // tests send it to see that it is ignored
                return;
        }
        if (speaker === 'badClient')
            return;
        const problems = [];
        for (const revision of this.spoken.size > 0 ? this.spoken : [this.handshake]) {
            try {
                const type = revisions[revision].typeOf(notification.method);
                if (type || isOfServer) // a client may send what the server does not know
                    revisions[revision].check(type, notification);
                return;
            } catch (problem) {
                problems.push(problem);
            }
        }
        throw new AggregateError(problems, problems.map(problem => problem.message).join('\n'));
    }

    hearAnswer(answer) {
        const requests = this.requests.get(JSON.stringify(answer.id)) ?? [];
        if (answer.error) {
            // When an id is in use twice, the second request is refused.
            const revision = requests.pop()?.revision ?? this.handshake;
            // An error without id came with 2025-11-25; the older schemas know no answer to what is no message.
            if (answer.id !== undefined || revision >= '2025-11-25')
                revisions[revision].check(errorTypes[answer.error.code] ?? revisions[revision].error, answer);
            return;
        }
        // An answer may have crossed its request's cancel.
        const asked = requests.find(open => !open.isCancelled) ?? requests[0];
        assert.ok(asked, `an answer to nothing: ${JSON.stringify(answer)}`);
        requests.splice(requests.indexOf(asked), 1);
        const { request, revision, isBad } = asked;
        const schema = revisions[revision];
        if (!isBad)
            this.checkRequest(request, revision);
        schema.check(schema.response, answer);
        schema.check(this.resultType(schema, request.method, answer.result), answer.result);
        if (request.method === 'initialize')
            this.handshake = answer.result.protocolVersion;
    }

    resultType(schema, method, { resultType }) {
        switch (resultType) {
        case undefined:
        case 'complete':
            return schema.resultTypeOf(method);
        case 'input_required':
            return 'InputRequiredResult';
        default: // of an extension
            return 'Result';
        }
    }
}

const [folder] = process.argv.slice(2);
const programs = Map.groupBy(readdirSync(folder), file => file.split('-')[0]);
const total = Object.fromEntries(Object.keys(revisions).map(revision => [revision, 0]));

for (const [program, files] of programs) {
    test(program, t => {
        const problems = [];
        let messages = 0;
        for (const file of files) {
            const conversation = new Conversation();
            for (const line of readFileSync(path.join(folder, file), 'utf8').split('\n').slice(0, -1)) {
                try {
                    const [[speaker, message]] = Object.entries(JSON.parse(line));
                    conversation.hear(speaker, message);
                } catch (problem) {
                    problems.push(`${file}: ${problem.message}`);
                }
                messages += 1;
            }
            conversation.spoken.forEach(revision => ++total[revision]);
        }
        t.diagnostic(`${program}: ${messages} messages in ${files.length} conversations`);
        assert.deepEqual(problems, []);
    });
}

test('all revisions were spoken', t => {
    t.diagnostic(`conversations: ${JSON.stringify(total)}`);
    assert.ok(Object.values(total).every(count => count > 0), JSON.stringify(total));
});
