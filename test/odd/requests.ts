import fc from 'fast-check';
import { formBody, jsonBody } from './bodies.ts';
import type { OddBody } from './bodies.ts';
import { absurdValue, nearlyValid, validValue } from './schema-arbitraries.ts';
import type { Hints, Schema } from './schema-arbitraries.ts';

/** A request to write. `{job}`, `{account}`, `{key}` and `{host}` are filled in from the running service. */
export interface OddRequest {
  method: string;
  target: string;
  headers: [string, string][];
  body: Buffer | undefined;
  /** The framing of the body's length. */
  framing: 'length' | 'chunked' | 'short' | 'long' | 'none';
}

interface Operation {
  parameters?: { name: string; in: string; schema: Schema }[];
  requestBody?: { content: Record<string, { schema: Schema }> };
}

interface Document {
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const HINTS: Hints = {
  from: fc.constantFrom('en', 'EN_us', 'English', 'Deutsch', 'de'),
  to: fc.constantFrom('en-XA', 'en_xa', 'en-XA', 'EN-xa', 'en-XA', 'Español', 'fr-LU'),
  engine: fc.constantFrom('', 'pseudo', '', 'pseudo', '', 'nobody'),
  glossary_id: fc.constantFrom('', '', '', '', '', 'mine'),
  account_id: fc.constantFrom('local', 'nobody', '{account}'),
  token: fc.constantFrom('once', ''),
  file: fc.constant(''),
  cursor: fc.constantFrom('{job}', '01939b3c-0000-7000-8000-000000000000'),
};
const IDS = [
  '{job}',
  '{job}',
  '{job}',
  '{account}',
  '{key}',
  'local',
  '0',
  'x'.repeat(2_000),
  '%00',
  '%ff',
  '..',
  '%2e%2e',
  '{',
];
const METHODS = ['GET', 'HEAD', 'POST', 'PUT', 'PATCH', 'DELETE', 'OPTIONS', 'TRACE', 'PROPFIND', 'LINK'];

const HEADERS: Record<string, readonly string[]> = {
  Range: [
    'bytes=0-',
    'bytes=-1',
    'bytes=9-1',
    'bytes=-0',
    'bytes=0-0,2-',
    'bytes=99999999999999999999-',
    'bytes=',
    'lines=1-2',
    'bytes=--1',
    'bytes=0x1-',
    '',
  ],
  'If-Range': ['"x"', 'W/"x"', 'Fri, 20 Nov 2026 14:00:00 GMT', '*', ''],
  'If-None-Match': ['*', '"x"', 'W/"x", "y"', ',', '"', ''],
  Origin: ['http://{host}', 'null', 'https://evil.example', 'http://localhost', ''],
  Expect: ['100-continue', '100-Continue', 'miracles'],
  Accept: ['text/html', 'application/xml;q=0', '*/*', ';'],
  'Accept-Encoding': ['gzip', 'identity;q=0, *;q=0'],
  'Content-Encoding': ['gzip', 'br', 'identity', 'x'],
  'Idempotency-Key': ['k', 'k', 'k2', '', ' ', 'x'.repeat(300), '"quoted"', 'ü'],
  'X-Request-Id': ['mine', 'x'.repeat(500)],
  'X-HTTP-Method-Override': ['DELETE'],
  'X-Forwarded-Host': ['evil.example'],
  Connection: ['keep-alive', 'upgrade', 'close, keep-alive'],
  Upgrade: ['websocket', 'h2c'],
  'Last-Event-ID': ['1', '\t'],
  Cookie: ['a=b', '__proto__=1'],
};
const AUTHORIZATION = [
  '',
  'Bearer',
  'Bearer ',
  'Basic YTpi',
  'Bearer il_x',
  'Bearer a b',
  'bearer {key}',
  'Bearer ü',
  'Bearer ' + 'x'.repeat(4_000),
];

/**
 * Requests to every operation of the document: what it allows, what it nearly allows, and what nobody would
 * send.
 */
export function oddRequests(document: object, files: readonly Buffer[]): fc.Arbitrary<OddRequest> {
  const { paths, components } = document as Document;
  const resolve = (ref: string): Schema => components.schemas[ref.split('/').at(-1)!]!;
  const value = (schema: Schema): fc.Arbitrary<unknown> =>
    fc.oneof(
      { weight: 6, arbitrary: validValue(schema, resolve, HINTS) },
      { weight: 4, arbitrary: nearlyValid(schema, resolve, HINTS) },
      { weight: 1, arbitrary: absurdValue },
    );
  const body = (operation: Operation): fc.Arbitrary<OddBody | undefined> => {
    const [type, content] = Object.entries(operation.requestBody?.content ?? {})[0] ?? [];
    if (!content) return rarely(jsonBody(absurdValue), 20);
    const fields = value(content.schema);
    const good = type === 'multipart/form-data' ? formBody(fields, files) : jsonBody(fields);
    return fc.oneof({ weight: 20, arbitrary: good }, { weight: 1, arbitrary: fc.constant(undefined) });
  };
  const query = (operation: Operation): fc.Arbitrary<string> => {
    const known = (operation.parameters ?? []).filter((parameter) => parameter.in === 'query');
    const pairs = known.map(({ name, schema }) =>
      rarely(
        fc
          .oneof(
            { weight: 3, arbitrary: validValue(schema, resolve, HINTS, name) },
            { weight: 2, arbitrary: absurdValue },
          )
          .map((given) => queryPair(name, given)),
        2,
      ),
    );
    const odd = fc.constantFrom(
      '',
      '',
      '',
      '&',
      'limit=1&limit=2',
      'limit=1e999',
      'limit=-1',
      'cursor=-1',
      '%',
      'a=%ff',
      '__proto__=1',
      'limit[]=1',
      'x=' + 'y'.repeat(2_000),
    );
    return fc.tuple(...pairs, rarely(odd, 3)).map((all) => {
      const text = all.filter((pair) => pair !== undefined && pair !== '').join('&');
      return text === '' ? '' : `?${text}`;
    });
  };
  const requests = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => ({
      // Most that can go wrong is in bodies, and in those of new jobs most of all.
      weight: path.startsWith('/v1/translate') && operation.requestBody ? 8 : operation.requestBody ? 2 : 1,
      arbitrary: oddRequest(method.toUpperCase(), path, {
        query: query(operation),
        body: body(operation),
      }),
    })),
  );
  return fc.oneof(...requests);
}

function oddRequest(
  method: string,
  path: string,
  parts: { query: fc.Arbitrary<string>; body: fc.Arbitrary<OddBody | undefined> },
): fc.Arbitrary<OddRequest> {
  return fc
    .record({
      ...parts,
      method: fc.oneof(
        { weight: 15, arbitrary: fc.constant(method) },
        { weight: 1, arbitrary: fc.constantFrom(...METHODS) },
      ),
      id: fc.constantFrom(...IDS),
      twist: fc.oneof(
        { weight: 20, arbitrary: fc.constant(TWISTS[0]!) },
        { weight: 1, arbitrary: fc.constantFrom(...TWISTS) },
      ),
      headers: oddHeaders,
      framing: fc.oneof(
        { weight: 20, arbitrary: fc.constantFrom('length' as const, 'chunked' as const) },
        { weight: 1, arbitrary: fc.constantFrom('short' as const, 'long' as const, 'none' as const) },
      ),
    })
    .map(({ method, id, twist, query, headers, body, framing }) => ({
      method,
      target: twist(path.replace('{id}', id)) + query,
      headers: body?.type === undefined ? headers : [...headers, ['Content-Type', body.type]],
      body: body?.bytes,
      framing,
    }));
}

function queryPair(name: string, given: unknown): string {
  const text = typeof given === 'string' ? given : JSON.stringify(given);
  // A lone surrogate cannot be percent-encoded; `{job}` is filled in later.
  return `${name}=${/^\{\w+\}$/.test(text) ? text : encodeURIComponent(Buffer.from(text).toString())}`;
}

/** Ways to write a path that are not the usual one. */
const TWISTS: readonly ((path: string) => string)[] = [
  (path) => path,
  (path) => `${path}/`,
  (path) => `/${path}`,
  (path) => path.toUpperCase(),
  (path) => path.replace('/v1', '/v1/.'),
  (path) => path.replace('/v1', '/x/../v1'),
  (path) => path.replace('jobs', '%6aobs'),
  (path) => `${path};a=b`,
  (path) => `${path}%`,
  (path) => `${path}%2f`,
  (path) => `${path}#part`,
  (path) => `http://{host}${path}`,
  (path) => `http://evil.example${path}`,
  (path) => path.slice(1),
  (path) => path.replaceAll('/', '\\'),
  (path) => `${path}\u00fc`,
  () => '*',
  () => '/v1',
];

const oddHeaders: fc.Arbitrary<[string, string][]> = fc
  .record({
    host: fc.oneof(
      { weight: 30, arbitrary: fc.constant(['{host}']) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          [],
          ['evil.example'],
          ['{host}', '{host}'],
          ['{host}', 'evil.example'],
          [''],
        ),
      },
    ),
    authorization: fc.oneof<fc.MaybeWeightedArbitrary<string[]>[]>(
      { weight: 8, arbitrary: fc.constant(['Bearer {admin}']) },
      { weight: 6, arbitrary: fc.constant(['Bearer {metered}']) },
      { weight: 2, arbitrary: fc.constantFrom(...AUTHORIZATION).map((text) => [text]) },
      {
        weight: 1,
        arbitrary: fc.constantFrom(
          [],
          ['Bearer {admin}', 'Bearer il_x'],
          ['Bearer {metered}', 'Bearer {admin}'],
        ),
      },
    ),
    more: fc.array(
      fc
        .constantFrom(...Object.keys(HEADERS))
        .chain((name) => fc.tuple(fc.constant(name), fc.constantFrom(...HEADERS[name]!))),
      { maxLength: 2 },
    ),
  })
  .map(({ host, authorization, more }) => [
    ...host.map((text): [string, string] => ['Host', text]),
    ...authorization.map((text): [string, string] => ['Authorization', text]),
    ...more,
  ]);

function rarely<T>(arbitrary: fc.Arbitrary<T>, oneIn: number): fc.Arbitrary<T | undefined> {
  return fc.oneof({ weight: 1, arbitrary }, { weight: oneIn - 1, arbitrary: fc.constant(undefined) });
}

/** Invalid or almost valid HTTP. */
export const brokenHttp: fc.Arbitrary<Buffer> = fc.oneof(
  fc
    .constantFrom(
      ...[
        '\r\n\r\n',
        'GET\r\n\r\n',
        'GET / HTTP/9.9\r\n\r\n',
        'GET /v1/health\r\n\r\n',
        'get /v1/health HTTP/1.1\r\nHost: {host}\r\n\r\n',
        '\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03',
      ],
      ...[
        'GET /v1/health HTTP/1.1\nHost: {host}\n\n',
        'GET /v1/health HTTP/1.1\r\nHost : {host}\r\n\r\n',
        'GET /v1/health HTTP/1.1\r\nHost: {host}\r\n folded\r\n\r\n',
      ],
      ...[
        'GET /v1/health HTTP/1.1\r\nHost: {host}\r\nX: a\0b\r\n\r\n',
        'GET /v1/\0 HTTP/1.1\r\nHost: {host}\r\n\r\n',
        'PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n',
      ],
      ...[
        'POST /v1/translate/batch HTTP/1.1\r\nHost: {host}\r\nContent-Length: -1\r\n\r\n',
        'POST /v1/translate/batch HTTP/1.1\r\nHost: {host}\r\nContent-Length: 5\r\nContent-Length: 6\r\n\r\nhello!',
      ],
      ...[
        'POST /v1/translate/batch HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: chunked\r\nContent-Length: 3\r\n\r\n0\r\n\r\n',
        'POST /v1/translate/batch HTTP/1.1\r\nHost: {host}\r\nTransfer-Encoding: gzip\r\n\r\n',
      ],
      ...[
        'POST /v1/translate/batch HTTP/1.1\r\nHost: {host}\r\nAuthorization: Bearer {admin}\r\nContent-Type: application/json\r\nTransfer-Encoding: chunked\r\n\r\nzz\r\n',
      ],
      ...[
        'CONNECT evil.example:443 HTTP/1.1\r\nHost: evil.example\r\n\r\n',
        `GET /${'x'.repeat(70_000)} HTTP/1.1\r\nHost: {host}\r\n\r\n`,
      ],
      ...[
        `GET / HTTP/1.1\r\n${'X: y\r\n'.repeat(3_000)}\r\n`,
        `GET / HTTP/1.1\r\nHost: {host}\r\nX: ${'y'.repeat(80_000)}\r\n\r\n`,
      ],
    )
    .map((text) => Buffer.from(text, 'latin1')),
  fc.uint8Array({ minLength: 1, maxLength: 200 }).map((array) => Buffer.from(array)),
);
