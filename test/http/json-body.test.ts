import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import type { Problem } from '../../service/contract/index.ts';
import { PROBLEM_END, rawRequest, startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { ADMIN_KEY, TRANSLATE_KEY } from '../support/memory-services.ts';

const PATH = '/v1/translate/batch';

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({ timeouts: { idle: 300 } });
});
afterAll(() => app.close());
beforeEach(() => {
  app.jobs.batches.length = 0;
});

async function post(body: BodyInit, headers: Record<string, string> = {}) {
  const answer = await app.request(PATH, {
    method: 'POST',
    body,
    headers: { 'Content-Type': 'application/json', ...headers },
  });
  return { status: answer.status, headers: answer.headers, problem: (await answer.json()) as Problem };
}

const batch = (change: object) =>
  JSON.stringify({ from: 'en', to: 'es', segments: [{ text: 'Hello' }], ...change });

describe('a batch request', () => {
  it('is answered with the given fields, where the job is, and when to ask', async () => {
    const answer = await app.request(PATH, {
      method: 'POST',
      body: batch({}),
      headers: { 'Content-Type': 'application/json; charset=utf-8' },
    });
    expect(answer.status).toBe(202);
    const { data } = (await answer.json()) as { data: { id: string } };
    expect(Object.keys(data)).toEqual(['id', 'status', 'segment_count', 'source_chars']);
    expect(answer.headers.get('location')).toBe(`${PATH}/${data.id}`);
    expect(answer.headers.get('retry-after')).toBe('2');
  });

  it('passes on ids, blank texts, duplicates and options as they are', async () => {
    const segments = [
      { text: '  ', id: 'a' },
      { text: 'x\u0000y', id: 'a' },
      { text: 'z', more: 1 },
    ];
    const glossary = [{ term: 'a', translation: 'b', note: 'c' }];
    expect(
      (await post(batch({ segments, glossary, tone: 'formal', context: 'legal', engine: 'pseudo', x: 1 })))
        .status,
    ).toBe(202);
    expect(app.jobs.batches[0]).toMatchObject({
      segments: [{ text: '  ', id: 'a' }, { text: 'x\u0000y', id: 'a' }, { text: 'z' }],
      options: { glossary: [{ term: 'a', translation: 'b' }], tone: 'formal', context: 'legal' },
      engine: 'pseudo',
    });
  });

  it('takes null for an optional field as if it were left out', async () => {
    const none = { tone: null, context: null, glossary: null, glossary_id: null, engine: null };
    expect((await post(batch({ ...none, segments: [{ text: 'Hello', id: null }] }))).status).toBe(202);
    expect(app.jobs.batches[0]).toMatchObject({ options: {}, segments: [{ text: 'Hello' }] });
    expect(app.jobs.batches[0]).not.toHaveProperty('engine');
    expect(app.jobs.batches[0]!.segments).toEqual([{ text: 'Hello' }]);
  });

  it('may have 100 segments, not 101', async () => {
    const of = (count: number) => batch({ segments: Array.from({ length: count }, () => ({ text: 'a' })) });
    expect((await post(of(100))).status).toBe(202);
    const { status, problem } = await post(of(101));
    expect(status).toBe(400);
    expect(problem.errors).toMatchObject([{ field: 'segments', code: 'too_many_segments' }]);
  });

  it('may have a body of 10 MB, not a byte more', async () => {
    const start = '{"from":"en","to":"es","segments":[{"text":"';
    const of = (bytes: number) => `${start}${'a'.repeat(bytes - start.length - 4)}"}]}`;
    expect((await post(of(LIMITS.fileBytes))).status).toBe(202);
    const { status, problem } = await post(of(LIMITS.fileBytes + 1));
    expect(status).toBe(413);
    expect(problem).toMatchObject({ code: 'invalid_request', errors: [{ code: 'file_too_large' }] });
  });

  it('may be sent with a byte order mark', async () => {
    expect((await post(`\ufeff${batch({})}`)).status).toBe(202);
  });
});

describe('a refused batch request', () => {
  it.each([
    ['no segments', { segments: undefined }, [['segments', 'required']]],
    ['empty segments', { segments: [] }, [['segments', 'too_few']]],
    ['segments that are no list', { segments: 'Hello' }, [['segments', 'invalid']]],
    [
      'bad segments',
      {
        segments: [
          { text: 'a' },
          {},
          { text: 3 },
          'x',
          { text: 'a', id: 7 },
          { text: 'a', id: 'i'.repeat(257) },
        ],
      },
      [
        ['segments[1].text', 'required'],
        ['segments[2].text', 'invalid'],
        ['segments[3]', 'invalid'],
        ['segments[4].id', 'invalid'],
        ['segments[5].id', 'too_long'],
      ],
    ],
    [
      'no languages',
      { from: undefined, to: null },
      [
        ['from', 'required'],
        ['to', 'required'],
      ],
    ],
    ['auto', { from: 'auto' }, [['from', 'auto_not_supported']]],
    ['one language twice', { to: 'en' }, [['to', 'same_language']]],
    ['a tone that is no string', { tone: 1 }, [['tone', 'invalid']]],
    ['a context that is too long', { context: 'c'.repeat(2001) }, [['context', 'too_long']]],
    ['a glossary that is no list', { glossary: {} }, [['glossary', 'bad_glossary']]],
    [
      'a glossary word of 1,001 characters',
      { glossary: [{ term: 'a', translation: 'b'.repeat(1001) }] },
      [['glossary[0].translation', 'bad_glossary']],
    ],
    [
      'a glossary entry without translation',
      { glossary: [{ term: 'a' }] },
      [['glossary[0].translation', 'bad_glossary']],
    ],
    [
      'all at once',
      { from: 'zz-zz-zz', segments: [{}] },
      [
        ['from', 'unknown_language'],
        ['segments[0].text', 'required'],
      ],
    ],
  ] as [string, object, [string, string][]][])('names each bad field: %s', async (_what, change, errors) => {
    const { status, problem } = await post(batch(change));
    expect(status).toBe(400);
    expect(problem.code).toBe('invalid_request');
    expect(problem.errors?.map(({ field, code }) => [field, code])).toEqual(errors);
    for (const { message } of problem.errors ?? []) expect(message).toMatch(/^[^!]{15,}\.$/);
    expect(app.jobs.batches).toHaveLength(0);
  });

  it.each([
    ['broken JSON', '{"from": "en"', 'bad_json'],
    ['an empty body', '', 'bad_json'],
    ['bytes that are no UTF-8', Buffer.from([0x22, 0xff, 0x22]), 'bad_json'],
    ['a list', '[]', 'invalid'],
    ['null', 'null', 'invalid'],
  ])('says 400 to %s', async (_what, body, code) => {
    const { status, problem } = await post(body);
    expect(status).toBe(400);
    expect(problem.errors).toMatchObject([{ field: 'body', code }]);
  });

  it.each(['text/plain', 'multipart/form-data; boundary=B', 'application/jsonx'])(
    'says 415 to %s',
    async (type) => {
      const { status, problem } = await post('{}', { 'Content-Type': type });
      expect(status).toBe(415);
      expect(problem.errors).toMatchObject([{ code: 'not_json' }]);
    },
  );

  it('says 415 to a compressed body, and that it should come uncompressed', async () => {
    const { status, problem } = await post('{}', { 'Content-Encoding': 'gzip' });
    expect(status).toBe(415);
    expect(problem.detail).toContain('Send it uncompressed');
  });

  it('says 408 to a body that stalls', async () => {
    const answer = await rawRequest(
      app.port,
      `POST ${PATH} HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nAuthorization: Bearer ${TRANSLATE_KEY}\r\n` +
        'Content-Type: application/json\r\nContent-Length: 100\r\n\r\n{"from"',
      { last: PROBLEM_END },
    );
    expect(answer).toMatch(/^HTTP\/1.1 408 [^]*"code":"timeout"/);
  });

  it('checks auth before media type before fields', async () => {
    const bad = {
      method: 'POST',
      body: 'x',
      headers: { 'Content-Type': 'text/plain', Authorization: 'Bearer no' },
    };
    expect((await app.request(PATH, bad)).status).toBe(401);
    expect((await post('x', { 'Content-Type': 'text/plain' })).status).toBe(415);
  });
});

describe('administration', () => {
  it('creates an account and says where it is', async () => {
    const answer = await app.request('/v1/accounts', {
      method: 'POST',
      body: JSON.stringify({ name: ' Acme ', credit_balance: 1000, docx_quota: 0 }),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_KEY}` },
    });
    expect(answer.status).toBe(201);
    expect(answer.headers.get('location')).toBe('/v1/accounts/a1');
    expect(await answer.json()).toMatchObject({
      data: { name: 'Acme', credit_balance: 1000, docx_quota: 0 },
    });
  });

  it('refuses a balance that is no integer and an unknown scope', async () => {
    const send = async (path: string, body: object) => {
      const answer = await app.request(path, {
        method: 'POST',
        body: JSON.stringify(body),
        headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_KEY}` },
      });
      return ((await answer.json()) as Problem).errors?.map(({ field, code }) => [field, code]);
    };
    expect(await send('/v1/accounts', { name: '', credit_balance: -1, docx_quota: 1.5 })).toEqual([
      ['name', 'required'],
      ['credit_balance', 'invalid'],
      ['docx_quota', 'invalid'],
    ]);
    expect(await send('/v1/keys', { account_id: 'local', name: 'k', scopes: ['root'] })).toEqual([
      ['scopes[0]', 'invalid'],
    ]);
  });

  it('says of a value of a wrong type that alone', async () => {
    const answer = await app.request('/v1/keys', {
      method: 'POST',
      body: JSON.stringify({ account_id: ['local'], name: 'k', scopes: 'admin' }),
      headers: { 'Content-Type': 'application/json', Authorization: `Bearer ${ADMIN_KEY}` },
    });
    const { detail, errors } = (await answer.json()) as Problem;
    expect(errors).toEqual([
      { field: 'account_id', code: 'invalid', message: 'account_id is a list; it must be a string.' },
      { field: 'scopes', code: 'invalid', message: 'scopes is "admin"; it must be a list.' },
    ]);
    expect(detail).toBe('account_id is a list; it must be a string. There is more at fault: scopes.');
  });

  it('calls empty only what is, and says how long a short text has to be', async () => {
    const error = async (nonce: string) => {
      const answer = await app.request('/v1/session/proof', {
        method: 'POST',
        body: JSON.stringify({ nonce, proof: 'x' }),
        headers: { 'Content-Type': 'application/json' },
      });
      return ((await answer.json()) as Problem).errors;
    };
    expect(await error('')).toEqual([
      { field: 'nonce', code: 'required', message: 'nonce is empty. Add something.' },
    ]);
    expect(await error('abc')).toEqual([
      {
        field: 'nonce',
        code: 'invalid',
        message: 'nonce is shorter than 22 characters. Make it longer.',
        details: { limit: 22 },
      },
    ]);
  });

  it('takes no more than 4 KB of a sign-in, which comes without a key', async () => {
    const send = (bytes: number) =>
      fetch(`${app.baseUrl}/v1/session`, {
        method: 'POST',
        body: '{"token":""}'.padEnd(bytes),
        headers: { 'Content-Type': 'application/json' },
      });
    expect([(await send(4_096)).status, (await send(4_097)).status]).toEqual([400, 413]);
  });

  it('gives a session for a one-time token once', async () => {
    const send = () =>
      fetch(`${app.baseUrl}/v1/session`, {
        method: 'POST',
        body: JSON.stringify({ token: 'one-time' }),
        headers: { 'Content-Type': 'application/json' },
      });
    expect(await (await send()).json()).toMatchObject({
      context: 'ok',
      data: { key: ADMIN_KEY, session: true },
    });
    expect((await send()).status).toBe(401);
  });
});
