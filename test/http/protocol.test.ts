import { readFile } from 'node:fs/promises';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { z } from 'zod';
import { bindProtocol } from '../../service/http/bind-protocol.ts';
import { ok } from '../../service/http/handler.ts';
import type { Protocol } from '../../service/http/protocol.ts';
import type { Route } from '../../service/http/route.ts';
import { V1 } from '../../service/http/v1.ts';
import { eventually, rawRequest, startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { TRANSLATE_KEY } from '../support/memory-services.ts';

/**
 * An API in the way of those that other programs speak: a key in its own scheme or in the body, bare answers,
 * errors of another form.
 */
const ROUTES = {
  translate: {
    method: 'post',
    path: '/translate',
    auth: 'translate',
    query: z.object({ split: z.string().optional() }),
    request: {
      type: 'fields',
      accepts: ['json', 'form', 'multipart', 'text'],
      schema: z.object({ text: z.array(z.string()), api_key: z.string().optional() }),
      maxFields: 20,
    },
  },
  upload: {
    method: 'post',
    path: '/v9/document',
    auth: 'translate',
    request: {
      type: 'fields',
      accepts: ['multipart'],
      schema: z.object({ target: z.string(), api_key: z.string().optional() }),
      file: { name: 'file', isRequired: true },
    },
  },
  put: { method: 'put', path: '/v9/uploads/{token}', auth: 'none', request: { type: 'stream' } },
  mine: { method: 'get', path: '/v9/usage', auth: 'admin' },
} as const satisfies Record<string, Route>;

const OTHER: Protocol<typeof ROUTES> = {
  prefixes: ['/translate', '/v9'],
  routes: ROUTES,
  handlers: () => ({
    translate: ({ ctx, body, query, principal }) =>
      ok(ctx, { texts: body.text, split: query.split, account: principal.accountId }),
    upload: async ({ ctx, body, file }) =>
      ok(ctx, { target: body.target, name: file.fileName, text: await readFile(file.path, 'utf8') }),
    put: async ({ ctx, receive }) => {
      const file = await receive({ exactly: 100_000 });
      ok(ctx, { bytes: file.bytes, first: (await readFile(file.path, 'utf8')).slice(0, 3) });
    },
    mine: ({ ctx }) => ok(ctx, {}),
  }),
  credentials: (ctx, body) =>
    /^Other-Key (\S+)$/.exec(ctx.get('Authorization'))?.[1] ??
    (body as { api_key?: string } | undefined)?.api_key,
  keyInBody: true,
  keyHint: 'Authorization: Other-Key <API_KEY>',
  present: (value) => value,
  problem: (problem, { body }) => ({
    status: problem.code === 'unauthorized' ? 403 : problem.status,
    body: { error: problem.message, read: body !== undefined },
  }),
};

let app: TestApp;
beforeAll(async () => {
  app = await startTestApp({
    protocols: (services) => [bindProtocol(services, V1), bindProtocol(services, OTHER)],
    // A busy machine pauses for longer than the stalled body needs to.
    timeouts: { idle: 3_000 },
  });
});
afterAll(() => app.close());

async function send(path: string, init: RequestInit): Promise<[number, unknown]> {
  const answer = await fetch(app.baseUrl + path, init);
  return [answer.status, await answer.json()];
}

function post(body: BodyInit, type?: string, key = TRANSLATE_KEY): Promise<[number, unknown]> {
  const headers = { Authorization: `Other-Key ${key}`, ...(type ? { 'Content-Type': type } : {}) };
  return send('/translate?split=1', { method: 'POST', body, headers });
}

describe('another protocol beside /v1', () => {
  const said = [200, { texts: ['a b', 'ü&'], split: '1', account: 'local' }];

  it('reads its fields as JSON, JSON in text/plain, a form and multipart/form-data alike', async () => {
    const json = JSON.stringify({ text: ['a b', 'ü&'] });
    const form = new FormData();
    form.append('text', 'a b');
    form.append('text', 'ü&');
    const answers = [
      await post(json, 'application/json; charset=utf-8'),
      await post(json, 'text/plain'),
      await post('text=a+b&text=%C3%BC%26', 'application/x-www-form-urlencoded'),
      await post(form),
    ];
    expect(answers).toEqual(answers.map(() => said));
    expect(await post('text=one', 'application/x-www-form-urlencoded')).toMatchObject([
      200,
      { texts: ['one'] },
    ]);
  });

  it('takes its key from the body where the head has none, and refuses a wrong one there', async () => {
    const headers = { 'Content-Type': 'application/json' };
    const body = (api_key?: string) => JSON.stringify({ text: ['x'], api_key });
    const call = (key?: string) => send('/translate', { method: 'POST', headers, body: body(key) });
    expect(await call(TRANSLATE_KEY)).toMatchObject([200, { account: 'local' }]);
    expect(await call('no key of ours')).toMatchObject([403, { read: true }]);
    expect(await call()).toMatchObject([
      403,
      { error: expect.stringContaining('Other-Key <API_KEY>') as string },
    ]);
  });

  it('refuses a wrong key in the head before it reads a byte of the body', async () => {
    expect(await post('{', 'application/json', 'wrong')).toMatchObject([403, { read: false }]);
  });

  it('answers every error in its own form, and /v1 in that of /v1', async () => {
    const key = { Authorization: `Other-Key ${TRANSLATE_KEY}` };
    expect(await post('{"text": 3}', 'application/json')).toMatchObject([
      400,
      { error: expect.any(String) as string },
    ]);
    expect(await post('x', 'image/png')).toMatchObject([415, { read: false }]);
    expect(await send('/v9/nothing', { headers: key })).toMatchObject([
      404,
      { error: expect.any(String) as string },
    ]);
    expect(await send('/v9/document', { headers: key })).toMatchObject([
      405,
      { error: expect.any(String) as string },
    ]);
    expect(await send('/v9/usage', { headers: key })).toMatchObject([
      403,
      { error: expect.any(String) as string },
    ]);
    expect(await send('/v9/usage', { headers: { ...key, Origin: 'http://evil.example' } })).toMatchObject([
      403,
      { error: expect.stringContaining('origin') as string },
    ]);
    expect(await send('/v1/nothing', {})).toMatchObject([404, { code: 'not_found' }]);
    expect(await send('/v9x', {})).toMatchObject([404, { code: 'not_found' }]);
  });

  it('refuses a form with more fields than it may have, in either encoding', async () => {
    const fields = Array.from({ length: 30 }, (_, i) => ['text', String(i)]);
    const form = new FormData();
    for (const [name, value] of fields) form.append(name!, value!);
    expect(await post(new URLSearchParams(fields as [string, string][]))).toMatchObject([400, {}]);
    expect(await post(form)).toMatchObject([400, {}]);
  });

  it('takes a file with its fields, and leaves none behind', async () => {
    const form = new FormData();
    form.append('file', new Blob(['content']), 'a.txt');
    form.append('target', 'de');
    form.append('api_key', TRANSLATE_KEY);
    const answer = await send('/v9/document', { method: 'POST', body: form });
    expect(answer).toEqual([200, { target: 'de', name: 'a.txt', text: 'content' }]);
    form.set('api_key', 'wrong');
    expect(await send('/v9/document', { method: 'POST', body: form })).toMatchObject([403, {}]);
    form.delete('file');
    expect(await send('/v9/document', { method: 'POST', body: form })).toMatchObject([400, {}]);
    await eventually(async () => (await app.uploads()).every((name) => !name.startsWith('upload-')));
  });

  it.each([
    ['exactly as long as expected', 100_000, 200],
    ['too short', 99_999, 400],
    ['too long', 100_001, 400],
  ])('streams a body that is %s', async (_what, bytes, status) => {
    const put = { method: 'PUT', body: 'abc'.padEnd(bytes, 'x') };
    const chunked = { method: 'PUT', body: new Blob([put.body]).stream(), duplex: 'half' } as RequestInit;
    for (const init of [put, chunked]) {
      const [got, body] = await send('/v9/uploads/token', init);
      expect(got).toBe(status);
      if (status === 200) expect(body).toEqual({ bytes, first: 'abc' });
    }
    await eventually(async () => (await app.uploads()).every((name) => !name.startsWith('upload-')));
  });

  it('answers a streamed body that stalls, in its own form, and leaves no file', async () => {
    const head = `PUT /v9/uploads/t HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nContent-Length: 100000\r\n\r\nabc`;
    expect(await rawRequest(app.port, head, { last: /\{"error[^]*\}$/ })).toMatch(
      /^HTTP\/1.1 408 [^]*stalled/,
    );
    await eventually(async () => (await app.uploads()).every((name) => !name.startsWith('upload-')));
  });
});
