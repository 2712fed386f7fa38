import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { Ajv2020 } from 'ajv/dist/2020.js';
import type { ValidateFunction } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';
import { parse } from 'yaml';
import { sharedFolder } from './shared.ts';
import type { Reply, Seen } from './remote-server.ts';

interface Body {
  content?: Record<string, { schema: object }>;
}

interface Operation {
  parameters?: { name: string; in: string; required?: boolean; schema: object }[];
  requestBody?: Body;
  responses: Record<string, Body>;
}

/**
 * The differences of a request to DeepL, or of an answer of its stand-in, from DeepL's description of its
 * API.
 */
export interface DeeplDescription {
  faultOfRequest(seen: Seen): string | undefined;
  faultOfReply(seen: Seen, reply: Reply): string | undefined;
}

/**
 * DeepL's own OpenAPI description, held strictly: what it does not name is a fault. Undefined where it is not
 * at hand.
 */
export function deeplDescription(): DeeplDescription | undefined {
  const folder = sharedFolder('peers');
  if (folder === undefined) return undefined;
  const { paths, components } = parse(readFileSync(join(folder, 'deepl-openapi.yaml'), 'utf8')) as {
    paths: Record<string, Record<string, Operation>>;
    components: object;
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'deepl', components: closed(components) });
  const compiled = new Map<object, ValidateFunction>();
  const fault = (schema: object | undefined, value: unknown): string | undefined => {
    if (schema === undefined) return value === undefined ? undefined : 'it has a body';
    const check = compiled.get(schema) ?? ajv.compile(closed(inDescription(schema)) as object);
    compiled.set(schema, check);
    return check(value) ? undefined : ajv.errorsText(check.errors);
  };
  const operationOf = ({ method, path }: Seen): Operation | undefined => {
    const [plain = ''] = path.split('?');
    const template = Object.keys(paths).find(
      (name) => name === plain || new RegExp(`^${name.replace(/\{\w+\}/g, '[^/]+')}$`).test(plain),
    );
    return template === undefined ? undefined : paths[template]![method.toLowerCase()];
  };

  return {
    faultOfRequest(seen) {
      const { path, headers, body } = seen;
      const operation = operationOf(seen);
      if (!operation) return 'there is no such operation';
      if (!/^DeepL-Auth-Key \S+$/.test(headers.authorization ?? '')) return 'it has no key';
      const query = new URLSearchParams(path.split('?')[1]);
      const known = (operation.parameters ?? []).filter((one) => one.in === 'query');
      for (const name of query.keys()) {
        if (!known.some((one) => one.name === name)) return `it has the parameter ${name}`;
      }
      for (const { name, required, schema } of known) {
        const value = query.get(name);
        if (value === null && required) return `it has no parameter ${name}`;
        const of = value === null ? undefined : fault(schema, value);
        if (of !== undefined) return `${name}: ${of}`;
      }
      return fault(operation.requestBody?.content?.['application/json']?.schema, body);
    },
    faultOfReply(seen, reply) {
      if ('raw' in reply) return undefined;
      const { status = 200 } = reply;
      const documented = operationOf(seen)?.responses[String(status)];
      if (!documented) return `there is no answer ${status}`;
      return fault(
        documented.content?.['application/json']?.schema,
        'json' in reply ? reply.json : reply.text || undefined,
      );
    },
  };
}

/** References of a schema, from outside the description. */
function inDescription(schema: object): object {
  return JSON.parse(JSON.stringify(schema).replaceAll('"$ref":"#', '"$ref":"deepl#')) as object;
}

function closed(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closed);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closed(member)]));
  const isObjectSchema = copy['type'] === 'object' && typeof copy['properties'] === 'object';
  return isObjectSchema ? { additionalProperties: false, ...copy } : copy;
}
