import { randomUUID } from 'node:crypto';
import { readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Problem } from '../../service/contract/index.ts';
import { gate } from '../support/gate.ts';
import { API_KEY } from '../support/service-process.ts';
import { startService } from '../support/service.ts';
import type { Answer, Created, TestService } from '../support/service.ts';

let service: TestService;
beforeAll(async () => {
  service = await startService();
});
afterAll(() => service.close());

type CreateAnswer = Answer<{ data: Created } & Problem>;

/** One upload, written by hand so that the test decides about boundary and order. */
function upload(
  key: string,
  change: { boundary?: string; text?: string; to?: string; tone?: string; name?: string } = {},
) {
  const {
    boundary = randomUUID(),
    text = 'one\ntwo',
    to = 'en-XA',
    tone = 'default',
    name = 'a.txt',
  } = change;
  const part = (head: string, body: string) =>
    `--${boundary}\r\nContent-Disposition: form-data; ${head}\r\n\r\n${body}\r\n`;
  return service.send('POST', '/v1/translate/documents', {
    headers: { 'Content-Type': `multipart/form-data; boundary=${boundary}`, 'Idempotency-Key': key },
    body: `${part('name="from"', 'en')}${part('name="to"', to)}${part('name="tone"', tone)}${part(`name="file"; filename="${name}"`, text)}--${boundary}--\r\n`,
  }) as Promise<CreateAnswer>;
}

function batch(key: string, body: string): Promise<CreateAnswer> {
  return service.send('POST', '/v1/translate/batch', {
    headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
    body,
  });
}

describe('Idempotency-Key', () => {
  it('answers the first 202 again, whatever the boundary', async () => {
    const key = randomUUID();
    const first = await upload(key);
    const second = await upload(key);
    expect([first.status, second.status]).toEqual([202, 202]);
    expect(second.body).toEqual(first.body);
    expect(second.headers.get('location')).toBe(first.headers.get('location'));
    expect(second.headers.get('retry-after')).toBe('2');
  });

  it.each([
    ['other bytes', { text: 'one\nthree' }],
    ['another field', { tone: 'formal' }],
    ['another file name', { name: 'b.csv' }],
  ])('is 422 with %s', async (_what, change) => {
    const key = randomUUID();
    await upload(key);
    // Also of the tests before this one: their folders get their results meanwhile.
    await service.idle();
    const before = await service.stored();
    const { status, body } = await upload(key, change);
    expect([status, body.code]).toEqual([422, 'idempotency_mismatch']);
    expect(await service.stored()).toEqual(before);
  });

  it('knows a batch by its content, not by how its JSON is written', async () => {
    const key = randomUUID();
    const first = await batch(key, '{"from":"en","to":"en-XA","segments":[{"text":"a","id":"1"}]}');
    const second = await batch(
      key,
      '{ "segments": [{"id":"1","text":"\\u0061"}], "to":"en-XA", "from":"en" }',
    );
    expect(second.body.data).toEqual(first.body.data);
    const third = await batch(key, '{"from":"en","to":"en-XA","segments":[{"text":"a1"}]}');
    expect(third.status).toBe(422);
  });

  it('makes one job of requests at the same time', async () => {
    const key = randomUUID();
    const answers = await Promise.all(Array.from({ length: 8 }, () => upload(key, { text: 'together' })));
    expect(new Set(answers.map(({ status }) => status))).toEqual(new Set([202]));
    expect(new Set(answers.map(({ body }) => body.data.id)).size).toBe(1);
  });

  it('is checked after fields and languages, before the kind of the file', async () => {
    const key = randomUUID();
    await upload(key);
    expect((await upload(key, { to: 'zz-none' })).status).toBe(400);
    expect((await upload(key, { name: 'old.doc', text: 'x' })).status).toBe(422);
  });

  it('makes a retry once, and belongs to the route: the create of the same key is another request', async () => {
    // Slow enough to be cancelled before it is done.
    const slow = await startService({ INTERLINEAR_PSEUDO_DELAY_MS: '40' });
    try {
      const key = randomUUID();
      const segments = Array.from({ length: 100 }, (_, i) => ({ text: `line ${i}` }));
      const { body } = await slow.send<CreateAnswer['body']>('POST', '/v1/translate/batch', {
        headers: { 'Content-Type': 'application/json', 'Idempotency-Key': key },
        body: JSON.stringify({ from: 'en', to: 'en-XA', segments }),
      });
      const path = `/v1/translate/batch/${body.data.id}`;
      expect((await slow.send('POST', `${path}/cancel`)).status).toBe(200);
      const retry = () =>
        slow.send('POST', `${path}/retry`, { headers: { 'Idempotency-Key': key } }) as Promise<CreateAnswer>;
      const answers = await Promise.all([retry(), retry(), retry()]);
      expect(answers.map(({ status }) => status)).toEqual([202, 202, 202]);
      const ids = new Set(answers.map((answer) => answer.body.data.id));
      expect(ids.size).toBe(1);
      expect(ids).not.toContain(body.data.id);
    } finally {
      await slow.close();
    }
  });

  it('is free again after a refusal, and after the job is deleted', async () => {
    const key = randomUUID();
    expect((await upload(key, { name: 'a.exe', text: '\u0000\u0001' })).status).toBe(400);
    const first = await upload(key);
    expect(first.status).toBe(202);
    await service.send('DELETE', `/v1/translate/documents/${first.body.data.id}`);
    const second = await upload(key, { text: 'another' });
    expect(second.status).toBe(202);
    expect(second.body.data.id).not.toBe(first.body.data.id);
  });

  it.each([
    ['empty', ''],
    ['too long', 'k'.repeat(256)],
    ['not ASCII', 'clé'],
  ])('is 400 when it is %s', async (_what, key) => {
    const { status, body } = await upload(key);
    expect([status, body.errors?.[0]?.field]).toEqual([400, 'Idempotency-Key']);
  });
});

describe('a service that is killed while it creates jobs', () => {
  it('creates none of them twice: clients that got no answer send again with their keys', async () => {
    let service = await startService();
    try {
      const keys = Array.from({ length: 12 }, () => randomUUID());
      const create = async (baseUrl: string, key: string): Promise<string | undefined> => {
        const answer = await fetch(`${baseUrl}/v1/translate/batch`, {
          method: 'POST',
          headers: {
            Authorization: `Bearer ${API_KEY}`,
            'Content-Type': 'application/json',
            'Idempotency-Key': key,
          },
          body: JSON.stringify({ from: 'en', to: 'en-XA', segments: [{ text: key }] }),
        });
        return ((await answer.json()) as { data: Created }).data.id;
      };
      const known = new Map<string, string>();
      for (const enough of [1, 4, 7]) {
        const { baseUrl } = service;
        const answered = gate();
        let answers = 0;
        const under = keys.map(async (key) => {
          const id = await create(baseUrl, key).catch(() => undefined);
          if (id === undefined) return;
          if (++answers === enough) answered.open();
          expect(known.get(key) ?? id).toBe(id);
          known.set(key, id);
        });
        await answered.passed;
        await service.kill();
        await Promise.all(under);
        service = await startService({}, { dataDir: service.dataDir });
      }
      for (const key of keys) {
        const id = await create(service.baseUrl, key);
        expect(known.get(key) ?? id).toBe(id);
      }
      expect(await readdir(join(service.dataDir, 'jobs'))).toHaveLength(keys.length);
    } finally {
      await service.close();
    }
  });
});
