import { z } from 'zod';
import { LIMITS } from './api-limits.ts';
import { errorCodeSchema } from './codes.ts';
import { jobErrorSchema, jobSchema, warningSchema } from './job.ts';
import { fieldErrorSchema, problemSchema } from './problem.ts';
import { accountSchema, keySchema } from './resources/accounts.ts';
import { engineSchema } from './resources/engines.ts';
import { segmentSchema } from './resources/segments.ts';
import { ROUTES } from './routes.ts';
import type {
  Answer,
  FormRequest,
  JsonRequest,
  ProblemCase,
  RequestHeader,
  ResponseHeader,
  RouteSpec,
} from './route-spec.ts';

type Json = Record<string, unknown>;

const OPERATIONS = Object.entries(ROUTES) as [string, RouteSpec][];

/** Problems that any request can get, whatever its route. */
const COMMON_PROBLEMS: readonly ProblemCase[] = [
  { status: 400, code: 'invalid_request' },
  { status: 403, code: 'forbidden' },
  { status: 404, code: 'not_found' },
  { status: 405, code: 'method_not_allowed' },
  { status: 408, code: 'invalid_request' },
  { status: 431, code: 'invalid_request' },
  { status: 500, code: 'internal_error' },
  { status: 503, code: 'internal_error' },
];

const REQUEST_HEADERS: Record<RequestHeader, string> = {
  'Idempotency-Key':
    'A new UUID for each new job. The same request with the same key within 24 hours gets the first answer again and makes no second job.',
  Range: 'One range of bytes.',
  'If-Match': 'The revision of the job that the client has last seen, as an entity tag or bare.',
  'If-None-Match': 'Answers 304 when the entity tag still holds.',
  'If-Range': 'The range only when the entity tag still holds, else the whole file.',
};

const RESPONSE_HEADERS: Record<ResponseHeader | 'X-Request-Id', string> = {
  Allow: 'The methods that the path has.',
  Location: 'The path of what was created.',
  'Retry-After': `Seconds to wait before asking again: ${LIMITS.pollSeconds} while a job runs.`,
  'WWW-Authenticate': 'How to authenticate: `Bearer`.',
  'X-Request-Id': 'Names this request in the log.',
  'Content-Disposition': 'The name to save the file under, as `filename` and `filename*` (RFC 6266).',
  'Content-Length': 'Bytes.',
  'Content-Range': 'Which bytes of how many.',
  ETag: 'A strong entity tag.',
  'Page-Number': 'The page of the segment, counted from 1.',
  'Page-Box': 'The place of the paragraph: left, top, right and bottom as shares of the picture.',
  'Preview-Kind':
    'How the copy is drawn: `docx`, `odf`, `pptx`, `xlsx`, `html`, `markdown`, `epub`, `cues` or `text`.',
};

/** Headers of every problem with a status. */
const PROBLEM_HEADERS: Readonly<Record<number, readonly ResponseHeader[]>> = {
  401: ['WWW-Authenticate'],
  405: ['Allow'],
  416: ['Content-Range'],
  429: ['Retry-After'],
};

const TAGS: Readonly<Record<string, string>> = {
  documents: 'Jobs that translate a file: DOCX, TXT, CSV or XLSX.',
  packages: 'Packages of agencies: groups of document jobs.',
  batch: 'Jobs that translate a list of segments.',
  jobs: 'Jobs of both kinds.',
  text: 'Texts at once, and what language a text is in.',
  clients: 'Those whose work it is: nothing of one is used for another.',
  glossaries: 'Named glossaries.',
  tables: 'Tables that people paste or drop.',
  memory: 'What was translated before.',
  alignments: 'Old files and their translations, sentence by sentence.',
  catalog: 'Languages and engines.',
  models: 'Models of offline engines: install, carry over, remove.',
  settings: 'Settings of the service, and what the window keeps.',
  accounts: 'Accounts, keys, credit and usage.',
  service: 'The service itself.',
};

/** The service's OpenAPI 3.1 document, generated from the table of routes and its schemas. */
export function buildOpenApi(version: string): Json {
  const schemas = new ComponentSchemas();
  const paths: Record<string, Json> = {};
  for (const [operationId, route] of OPERATIONS) {
    const path = (paths[route.path] ??= {});
    path[route.method] = buildOperation(operationId, route, schemas);
  }
  return {
    openapi: '3.1.0',
    info: {
      title: 'Interlinear',
      version,
      description:
        'Document and batch translation on this machine. Times are RFC 3339 UTC, sizes bytes, text UTF-8. ' +
        'Successful JSON answers are `{"context": "ok", "data": …}`; errors are RFC 9457 problems.',
      license: { name: 'MIT', identifier: 'MIT' },
    },
    servers: [{ url: '/' }],
    tags: Object.entries(TAGS).map(([name, description]) => ({ name, description })),
    paths,
    components: {
      schemas: schemas.build(),
      securitySchemes: { key: { type: 'http', scheme: 'bearer' } },
    },
  };
}

function buildOperation(operationId: string, route: RouteSpec, schemas: ComponentSchemas): Json {
  const name = operationId.charAt(0).toUpperCase() + operationId.slice(1);
  const parameters = [
    ...parametersIn('path', route.params),
    ...parametersIn('query', route.query),
    ...headerParameters(route.headers),
  ];
  return {
    operationId,
    tags: [route.tag],
    summary: route.summary,
    ...(route.description ? { description: route.description } : {}),
    security: route.auth === 'none' ? [] : [{ key: [] }],
    ...(parameters.length > 0 ? { parameters } : {}),
    ...(route.request ? { requestBody: buildRequest(name, route.request, schemas) } : {}),
    responses: {
      ...Object.fromEntries(
        Object.entries(route.answers).map(([status, answer]) => [
          status,
          buildAnswer(`${name}${status}`, answer, schemas),
        ]),
      ),
      ...buildProblems(route, schemas),
    },
  };
}

function parametersIn(place: 'path' | 'query', parts: z.ZodObject | undefined): Json[] {
  if (!parts) return [];
  const schema = toSchema(parts, 'input') as { properties: Record<string, Json> };
  return Object.entries(schema.properties).map(([name, property]) => ({
    name,
    in: place,
    required: place === 'path',
    schema: property,
  }));
}

function buildRequest(name: string, request: JsonRequest | FormRequest, schemas: ComponentSchemas): Json {
  const isForm = request.type === 'multipart/form-data';
  const schema = isForm ? request.schema.safeExtend(fileParts(request)) : request.schema;
  const encoding = isForm
    ? Object.fromEntries(request.jsonFields.map((field) => [field, { contentType: 'application/json' }]))
    : undefined;
  const content = {
    schema: schemas.ref(`${name}Request`, schema, 'input'),
    ...(encoding ? { encoding } : {}),
  };
  return { required: true, content: { [request.type]: content } };
}

function fileParts({ file, files }: FormRequest): Record<string, z.ZodType> {
  const part = z.string().meta({ format: 'binary', description: file });
  if (!files) return { file: part };
  return Object.fromEntries(files.names.map((name) => [name, z.array(part).min(1).max(files.most)]));
}

function headerParameters(headers: readonly RequestHeader[] = []): Json[] {
  return headers.map((name) => ({
    name,
    in: 'header',
    required: false,
    description: REQUEST_HEADERS[name],
    schema: { type: 'string' },
  }));
}

function buildAnswer(name: string, answer: Answer, schemas: ComponentSchemas): Json {
  const headers = {
    ...responseHeaders(['X-Request-Id', ...(answer.headers ?? [])], true),
    ...responseHeaders(answer.sometimes ?? [], false),
  };
  const base = { description: answer.description, headers };
  if (answer.data) {
    const envelope = z.object({ context: z.literal('ok'), data: answer.data });
    const json = { 'application/json': { schema: schemas.ref(name, envelope, 'output') } };
    return { ...base, content: { ...json, ...contentOf(answer.types ?? []) } };
  }
  return answer.types ? { ...base, content: contentOf(answer.types) } : base;
}

function contentOf(types: readonly string[]): Json {
  return Object.fromEntries(types.map((type) => [type, {}]));
}

function responseHeaders(names: readonly (keyof typeof RESPONSE_HEADERS)[], required: boolean): Json {
  return Object.fromEntries(
    names.map((name) => [
      name,
      { description: RESPONSE_HEADERS[name], required, schema: { type: 'string' } },
    ]),
  );
}

/** One response a status: the description lists its codes, the body is the shared Problem schema. */
function buildProblems(route: RouteSpec, schemas: ComponentSchemas): Json {
  const auth: ProblemCase[] = route.auth === 'none' ? [] : [{ status: 401, code: 'unauthorized' }];
  const codes = new Map<number, Set<string>>();
  for (const { status, code } of [...COMMON_PROBLEMS, ...auth, ...(route.problems ?? [])]) {
    codes.set(status, (codes.get(status) ?? new Set()).add(code));
  }
  return Object.fromEntries(
    [...codes].map(([status, names]) => [
      String(status),
      {
        description: [...names].map((code) => `\`${code}\``).join(', '),
        headers: responseHeaders(['X-Request-Id', ...(PROBLEM_HEADERS[status] ?? [])], true),
        content: { 'application/problem+json': { schema: schemas.ref('Problem', problemSchema, 'output') } },
      },
    ]),
  );
}

/** `components.schemas`, filled as references to it are made. */
class ComponentSchemas {
  readonly #built: Record<string, Json> = {};

  ref(name: string, schema: z.ZodType, io: 'input' | 'output'): Json {
    this.#built[name] ??= toSchema(schema, io, (part) => {
      const shared = SHARED.get(part);
      return shared === undefined || shared === name ? undefined : this.ref(shared, part, io);
    });
    return { $ref: `#/components/schemas/${name}` };
  }

  build(): Record<string, Json> {
    return this.#built;
  }
}

/** Schemas that appear in several answers: referenced by name, so that generated clients get one type. */
const SHARED = new Map<unknown, string>([
  [jobSchema, 'Job'],
  [warningSchema, 'Warning'],
  [jobErrorSchema, 'JobError'],
  [fieldErrorSchema, 'FieldError'],
  [errorCodeSchema, 'ErrorCode'],
  [segmentSchema, 'Segment'],
  [accountSchema, 'Account'],
  [keySchema, 'Key'],
  [engineSchema, 'Engine'],
]);

function toSchema(
  schema: z.ZodType,
  io: 'input' | 'output',
  refer: (part: z.ZodType) => Json | undefined = () => undefined,
): Json {
  const built: Json = z.toJSONSchema(schema, {
    io,
    override: ({ zodSchema, jsonSchema }) => {
      // Answers may gain members within /v1; a client that validates must let them pass.
      if (jsonSchema.additionalProperties === false) delete jsonSchema.additionalProperties;
      const reference = refer(zodSchema as unknown as z.ZodType);
      if (!reference) return;
      for (const key of Object.keys(jsonSchema)) Reflect.deleteProperty(jsonSchema, key);
      Object.assign(jsonSchema, reference);
    },
  });
  // The dialect is the document's: OpenAPI 3.1 schemas are JSON Schema 2020-12.
  delete built['$schema'];
  return built;
}
