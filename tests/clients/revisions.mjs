// The JSON schemas of the five revisions.

import assert from 'node:assert/strict';
import { readFileSync } from 'node:fs';
import { createRequire } from 'node:module';
import path from 'node:path';
import vm from 'node:vm';

import Ajv from 'ajv';
import Ajv2020 from 'ajv/dist/2020.js';

const require = createRequire(import.meta.url);

/** Those from 2025-03-26 on, oldest first, out of the one file of the conformance suite. */
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

/**
 * No package has the schema of 2024-11-05. It is that of 2025-03-26 without what came then, which is forbidden here: batches,
 * audio, the annotations of tools, the message of progress, the completions capability. (Compared with the published one: no
 * other difference.)
 */
function schemaOf2024(schema2025) {
    const schema = structuredClone(schema2025);
    const types = schema.definitions;
    for (const name of ['AudioContent', 'JSONRPCBatchRequest', 'JSONRPCBatchResponse'])
        types[name] = false;
    types.Tool.properties.annotations = false;
    types.ProgressNotification.properties.params.properties.message = false;
    types.ServerCapabilities.properties.completions = false;
    return schema;
}

class Revision {
    constructor(schema) {
        const isOld = schema.definitions !== undefined;
        this.types = schema.definitions ?? schema.$defs;
        this.path = isOld ? 'mcp#/definitions/' : 'mcp#/$defs/';
        this.ajv = new (isOld ? Ajv : Ajv2020)({ strict: false, validateFormats: false, allErrors: true });
        this.ajv.addSchema(schema, 'mcp');
        this.response = this.types.JSONRPCResultResponse ? 'JSONRPCResultResponse' : 'JSONRPCResponse';
        this.error = this.types.JSONRPCErrorResponse ? 'JSONRPCErrorResponse' : 'JSONRPCError';
    }

    /** Throws with what is wrong. */
    check(type, value) {
        const validate = this.ajv.getSchema(this.path + type);
        assert.ok(validate, `no type ${type}`);
        assert.ok(validate(value), `${type}: ${this.ajv.errorsText(validate.errors)}\n${JSON.stringify(value).slice(0, 2000)}`);
    }

    /** Of a request or notification; undefined if the revision has no such method. */
    typeOf(method) {
        return Object.keys(this.types).find(name => this.types[name].properties?.method?.const === method);
    }

    /** Of the result of a request. */
    resultTypeOf(method) {
        const type = this.typeOf(method);
        if (!type)
            return 'Result';
        const name = type.replace(/Request$/, 'Result');
        return this.types[name] ? name : 'EmptyResult';
    }
}

const [schema2025a, schema2025b, schema2025c, schema2026] = suiteSchemas();

export const revisions = {
    '2024-11-05': new Revision(schemaOf2024(schema2025a)),
    '2025-03-26': new Revision(schema2025a),
    '2025-06-18': new Revision(schema2025b),
    '2025-11-25': new Revision(schema2025c),
    '2026-07-28': new Revision(schema2026),
};
