import { Ajv2020 } from 'ajv/dist/2020.js';
import addFormats from 'ajv-formats';

interface Operation {
  operationId: string;
  responses: Record<string, DocumentedAnswer>;
}

interface DocumentedAnswer {
  description: string;
  headers?: Record<string, { required?: boolean }>;
  content?: Record<string, { schema?: { $ref: string } }>;
}

/** The parts of an answer that are judged. */
export interface Judged {
  status: number;
  headers: Headers;
  /** The parsed body, where it is JSON. */
  body: unknown;
  /** Bytes of the body; undefined where they were not counted. */
  bytes: number | undefined;
}

/** The served OpenAPI document, as a judge of answers. */
export interface OpenApiCheck {
  /**
   * Throws where the document does not name the status for the route, one of its headers is missing, the
   * media type or the error code is another, or the body is not what its schema says. Paths outside /v1 need
   * only name the request.
   */
  check(method: string, path: string, answer: Judged): void;
}

const JSON_TYPE = /^application\/(problem\+)?json$/;

/** The documents read, by their text: services of one build serve the same. */
const read = new Map<string, ReadDocument>();

/** `json`: the document as it is served. */
export function openApiCheck(json: string): OpenApiCheck {
  const document = read.get(json) ?? readDocument(JSON.parse(json) as object);
  read.set(json, document);
  return {
    check(method, url, answer) {
      const path = url.split('?')[0]!;
      const fault = judge(document, method, path, answer);
      if (fault === undefined) return;
      throw new Error(
        `The ${answer.status} to ${method} ${path} is not what the OpenAPI document says: ${fault}`,
      );
    },
  };
}

/** The document made ready to be asked. */
interface ReadDocument {
  /** By method in lower case; undefined where it does not name the path. */
  operationsOf(path: string): Record<string, Operation> | undefined;
  /** The fault of a body against a schema. */
  fault(ref: string, body: unknown): string | undefined;
}

function readDocument(document: object): ReadDocument {
  const { paths, components } = document as {
    paths: Record<string, Record<string, Operation>>;
    components: { schemas: Record<string, object> };
  };
  const ajv = new Ajv2020({ strict: false, allErrors: true });
  addFormats(ajv);
  ajv.addSchema({ $id: 'service', components: closeObjects(components) });
  const templates = Object.entries(paths).map(([name, operations]) => ({
    name,
    path: new RegExp(`^${name.replaceAll('.', '\\.').replace(/\{\w+\}/g, '[^/]+')}/?$`),
    operations,
  }));
  const concrete = new Map(templates.map((template) => [template.name, template]));
  return {
    // A concrete path goes before a templated one (OpenAPI 3.1, Paths Object).
    operationsOf: (path) =>
      (concrete.get(path) ?? templates.find((template) => template.path.test(path)))?.operations,
    fault(ref, body) {
      const check = ajv.getSchema(`service${ref}`) ?? ajv.compile({ $ref: `service${ref}` });
      return check(body) ? undefined : ajv.errorsText(check.errors);
    },
  };
}

function judge(read: ReadDocument, method: string, path: string, answer: Judged): string | undefined {
  if (!/^[\w-]{36}$/.test(answer.headers.get('x-request-id') ?? '')) return 'it has no request id';
  if (!path.startsWith('/v1/')) return undefined;
  // OpenAPI documents leave out HTTP's own methods: HEAD is GET without the body, OPTIONS lists the methods.
  const isHead = method === 'HEAD';
  if (isHead && answer.bytes) return 'it has a body';
  const operations = read.operationsOf(path);
  const operation = operations?.[isHead ? 'get' : method.toLowerCase()];
  if (method === 'OPTIONS' && operations) return judgeOptions(answer);
  if (!operation) return judgeStray(read, answer, operations !== undefined, isHead);
  const documented = operation.responses[String(answer.status)];
  if (!documented) return `the document does not name it for ${operation.operationId}`;
  return judgeDocumented(read, documented, answer, isHead);
}

/**
 * Problems that need no operation: the path or the method is not in the document, or HTTP itself was not
 * followed.
 */
function judgeStray(
  read: ReadDocument,
  answer: Judged,
  hasPath: boolean,
  isHead: boolean,
): string | undefined {
  if (answer.status < 400) return 'the document does not name it';
  if (hasPath && answer.status === 405 && !answer.headers.has('allow')) return 'it has no Allow';
  if (isHead) return undefined;
  return read.fault('#/components/schemas/Problem', answer.body) ?? judgeProblem(answer);
}

function judgeDocumented(
  read: ReadDocument,
  documented: DocumentedAnswer,
  answer: Judged,
  isHead: boolean,
): string | undefined {
  for (const [name, { required }] of Object.entries(documented.headers ?? {})) {
    if (required && !answer.headers.has(name)) return `it has no ${name}`;
  }
  const type = mediaType(answer.headers);
  if (!documented.content) return answer.bytes ? `it has a body, of ${type}` : undefined;
  const content = documented.content[type];
  if (!content) return `its type is ${type || 'missing'}`;
  if (isHead || !content.schema) return undefined;
  const fault = read.fault(content.schema.$ref, answer.body);
  if (fault !== undefined || answer.status < 400) return fault;
  const { code } = answer.body as { code: string };
  return documented.description.includes(`\`${code}\``)
    ? judgeProblem(answer)
    : `it does not name the code ${code}`;
}

/**
 * As `fetch`, of the service at `baseUrl`, with each answer judged. Streams and files are judged by their
 * head.
 */
export function checkedFetch(
  openApi: OpenApiCheck,
  baseUrl: string,
): (path: string, init?: RequestInit) => Promise<Response> {
  return async (path, init = {}) => {
    const answer = await fetch(`${baseUrl}${path}`, init);
    const isJson = JSON_TYPE.test(mediaType(answer.headers));
    const text = isJson ? await answer.clone().text() : '';
    openApi.check(init.method ?? 'GET', path, {
      status: answer.status,
      headers: answer.headers,
      body: text === '' ? undefined : JSON.parse(text),
      bytes: isJson ? text.length : answer.body === null ? 0 : undefined,
    });
    return answer;
  };
}

function judgeProblem({ status, headers, body }: Judged): string | undefined {
  const problem = body as { status: number; request_id: string; code: string; context: string };
  if (problem.status !== status) return `its body says ${problem.status}`;
  if (problem.request_id !== headers.get('x-request-id')) return 'its body names another request';
  return problem.code === problem.context ? undefined : 'its context is not its code';
}

function judgeOptions({ status, headers, bytes }: Judged): string | undefined {
  if (status >= 400) return undefined;
  return status === 200 && headers.has('allow') && !bytes ? undefined : 'it does not tell the methods';
}

/** From `Content-Type`, without parameters. */
export function mediaType(headers: Headers): string {
  return (headers.get('content-type') ?? '').split(';')[0]!.trim();
}

/** The service itself must not say more than it documents, though clients must let more pass. */
function closeObjects(value: unknown): unknown {
  if (Array.isArray(value)) return value.map(closeObjects);
  if (typeof value !== 'object' || value === null) return value;
  const copy = Object.fromEntries(Object.entries(value).map(([key, member]) => [key, closeObjects(member)]));
  const isObjectSchema = copy['type'] === 'object' && typeof copy['properties'] === 'object';
  return isObjectSchema ? { ...copy, additionalProperties: false } : copy;
}
