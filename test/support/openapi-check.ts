import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Operation {
  operationId: string;
  responses: Record<string, { content?: Record<string, { schema?: { $ref: string } }> }>;
}

/** The served OpenAPI document, as a judge of answers. */
export interface OpenApiCheck {
  /** Throws where the status is not documented for the route, or the body is not what its schema says. */
  check(method: string, path: string, answer: { status: number; type: string; body: unknown }): void;
}

export function openApiCheck(document: object): OpenApiCheck {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'service', components: closeObjects(components) });

  const validate = (ref: string, body: unknown, where: string): void => {
    const check = ajv.getSchema(`service${ref}`) ?? ajv.compile({ $ref: `service${ref}` });
    if (!check(body)) {
      throw new Error(`${where} is not what the OpenAPI document says: ${ajv.errorsText(check.errors)}`);
    }
  };
  const find = (method: string, path: string): Operation | undefined => {
    const template = Object.keys(paths).find((name) =>
      new RegExp(`^${name.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}$`).test(path),
    );
    return paths[template ?? '']?.[method === 'HEAD' ? 'get' : method.toLowerCase()];
  };
  return {
    check(method, url, { status, type, body }) {
      const path = url.split('?')[0]!;
      const where = `The ${status} to ${method} ${path}`;
      const operation = find(method, path);
      if (!operation || status === 405) {
        if (status < 400) throw new Error(`${where} is not documented.`);
        validate('#/components/schemas/Problem', body, where);
        return;
      }
      const documented = operation.responses[String(status)];
      if (!documented) throw new Error(`${where} is not documented for ${operation.operationId}.`);
      const schema = documented.content?.[type]?.schema;
      if (schema && body !== undefined) validate(schema.$ref, body, where);
    },
  };
}

/** The service itself must not say more than it documents, though clients must let more pass. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closeObjects(member)]));
  const isObjectSchema = copy['type'] === 'object' && typeof copy['properties'] === 'object';
  return isObjectSchema ? { ...copy, additionalProperties: false } : copy;
}
