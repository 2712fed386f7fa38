import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../service/contract/index.ts';
import { eventually, rawRequest, startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { JOB_ID, runningJob } from '../support/memory-services.ts';

let app: TestApp;
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'http-answers-'));
  await mkdir(join(folder, 'renderer', 'assets'), { recursive: true });
  await writeFile(join(folder, 'renderer', 'index.html'), '<!doctype html>window');
  await writeFile(join(folder, 'renderer', 'assets', 'app-1a2b.js'), 'run()');
  await writeFile(join(folder, 'secret.txt'), 'secret');
  app = await startTestApp({ rendererDir: join(folder, 'renderer') });
});
afterAll(async () => {
  await app.close();
  await rm(folder, { recursive: true });
});
beforeEach(() => {
  app.jobs.file = undefined;
  app.jobs.known.clear();
});

async function offerFile(content: string, fileName = 'contract.es.docx') {
  const path = join(folder, 'result');
  await writeFile(path, content);
  app.jobs.file = { path, bytes: Buffer.byteLength(content), fileName };
}

const content = (headers: Record<string, string> = {}, method = 'GET') =>
  app.request(`/v1/translate/documents/${JOB_ID}/content`, { method, headers });

describe('the content of a finished job', () => {
  it('comes with type, name, length, entity tag, and is not cached', async () => {
    await offerFile('0123456789', 'Übersicht "2026" – 契約.es.docx');
    const answer = await content();
    expect(answer.status).toBe(200);
    expect(await answer.text()).toBe('0123456789');
    expect(Object.fromEntries(answer.headers)).toMatchObject({
      'content-type': 'text/plain',
      'content-length': '10',
      'content-disposition':
        `attachment; filename="Ubersicht _2026_ _ __.es.docx"; ` +
        `filename*=UTF-8''%C3%9Cbersicht%20%222026%22%20%E2%80%93%20%E5%A5%91%E7%B4%84.es.docx`,
      etag: '"v1"',
      'accept-ranges': 'bytes',
      'cache-control': 'no-store',
      'x-content-type-options': 'nosniff',
    });
  });

  it('answers HEAD with the same headers and no body', async () => {
    await offerFile('0123456789');
    const answer = await content({}, 'HEAD');
    expect(answer.status).toBe(200);
    expect(answer.headers.get('content-length')).toBe('10');
    expect(answer.headers.get('content-disposition')).toContain('contract.es.docx');
    const part = await content({ Range: 'bytes=99-' }, 'HEAD');
    expect([part.status, part.headers.get('content-length')], 'ranges are for GET').toEqual([200, '10']);
  });

  it.each([
    ['bytes=0-3', '0123', 'bytes 0-3/10'],
    ['bytes=7-', '789', 'bytes 7-9/10'],
    ['bytes=-2', '89', 'bytes 8-9/10'],
    ['bytes=5-99', '56789', 'bytes 5-9/10'],
    ['bytes=-99', '0123456789', 'bytes 0-9/10'],
  ])('answers the range %s', async (range, part, contentRange) => {
    await offerFile('0123456789');
    const answer = await content({ Range: range });
    expect(answer.status).toBe(206);
    expect(await answer.text()).toBe(part);
    expect(answer.headers.get('content-range')).toBe(contentRange);
    expect(answer.headers.get('content-length')).toBe(String(part.length));
  });

  it.each(['bytes=10-', 'bytes=5-2', 'bytes=-0', 'bytes=a-b'])('answers 416 to %s', async (range) => {
    await offerFile('0123456789');
    const answer = await content({ Range: range });
    expect(answer.status).toBe(416);
    expect(answer.headers.get('content-range')).toBe('bytes */10');
    expect(await answer.json()).toMatchObject({ code: 'invalid_request', errors: [{ code: 'bad_range' }] });
  });

  it.each(['lines=0-1', 'bytes=0-1,3-4'])('answers the whole file to %s', async (range) => {
    await offerFile('0123456789');
    expect((await content({ Range: range })).status).toBe(200);
  });

  it('answers 304 to a client that has it, and the whole file when If-Range no longer holds', async () => {
    await offerFile('0123456789');
    const unchanged = await content({ 'If-None-Match': 'W/"v0", "v1"' });
    expect(unchanged.status).toBe(304);
    expect(unchanged.headers.get('etag')).toBe('"v1"');
    expect((await content({ 'If-None-Match': '"v0"' })).status).toBe(200);
    expect((await content({ Range: 'bytes=0-1', 'If-Range': '"v0"' })).status).toBe(200);
    expect((await content({ Range: 'bytes=0-1', 'If-Range': '"v1"' })).status).toBe(206);
  });

  it('may be empty', async () => {
    await offerFile('');
    const answer = await content();
    expect([answer.status, answer.headers.get('content-length')]).toEqual([200, '0']);
  });

  it('is 404, not a bug, when the file was deleted in the meantime', async () => {
    app.jobs.file = { path: join(folder, 'gone'), bytes: 3, fileName: 'a.txt' };
    expect((await content()).status).toBe(404);
  });
});

describe('the content of a running job', () => {
  it('is 202 with the job, and when to ask again', async () => {
    app.jobs.known.set(JOB_ID, runningJob({ stage: 'translating' }));
    const answer = await content();
    expect(answer.status).toBe(202);
    expect(answer.headers.get('retry-after')).toBe('2');
    expect(await answer.json()).toMatchObject({ context: 'ok', data: { id: JOB_ID, stage: 'translating' } });
    const head = await content({}, 'HEAD');
    expect([head.status, await head.text()]).toEqual([202, '']);
  });
});

describe('status', () => {
  it('asks to come back while the job runs, and no longer than that', async () => {
    app.jobs.known.set(JOB_ID, runningJob());
    const path = `/v1/translate/documents/${JOB_ID}`;
    expect((await app.request(path)).headers.get('retry-after')).toBe('2');
    app.jobs.known.set(
      JOB_ID,
      runningJob({ status: 'failed', error: { code: 'engine_failed', message: 'x' } }),
    );
    const answer = await app.request(path);
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([200, null]);
  });

  it('shows only what the contract names', async () => {
    app.jobs.known.set(JOB_ID, { ...runningJob({ stage: 'assembling' }), status: 'done', secret: 1 } as Job);
    const { data } = (await (await app.request(`/v1/translate/documents/${JOB_ID}`)).json()) as {
      data: object;
    };
    expect(data).not.toHaveProperty('secret');
    expect(data).not.toHaveProperty('stage');
  });

  it('copies the segments of a finished batch from its file', async () => {
    app.jobs.known.set(JOB_ID, runningJob({ kind: 'batch', status: 'done' }));
    const segments = [{ text: 'Hello', translated_text: '«Ĥéļļö»' }];
    await offerFile(JSON.stringify(segments));
    const answer = await app.request(`/v1/translate/batch/${JOB_ID}`);
    const body = await answer.text();
    expect(answer.headers.get('content-length')).toBe(String(Buffer.byteLength(body)));
    expect(JSON.parse(body)).toMatchObject({ context: 'ok', data: { id: JOB_ID, segments } });
  });
});

describe('events', () => {
  const event = (name: string, completed: number) =>
    expect.stringMatching(
      new RegExp(`^event: ${name}\ndata: [^\n]*"completed_segments":${completed}[,}].*\n\n$`),
    ) as string;

  async function readEvents(answer: Response): Promise<[string, Job][]> {
    const text = await answer.text();
    return [...text.matchAll(/^event: (\w+)\ndata: (.*)\n\n/gm)].map(([, event, data]) => [
      event!,
      JSON.parse(data!) as Job,
    ]);
  }

  it('begin with the present state, follow each change, and end with the job', async () => {
    app.jobs.known.set(JOB_ID, runningJob());
    const answer = await app.request(`/v1/jobs/${JOB_ID}/events`);
    expect(answer.headers.get('content-type')).toBe('text/event-stream; charset=utf-8');
    const pieces = answer.body!.pipeThrough(new TextDecoderStream()).getReader();
    expect(await pieces.read()).toMatchObject({ value: event('progress', 1) });
    app.jobs.emit(runningJob({ id: '5f0c1d64-0000-4000-8000-000000000000' }));
    app.jobs.emit(runningJob({ completed_segments: 3 }));
    expect(await pieces.read()).toMatchObject({ value: event('progress', 3) });
    app.jobs.emit(runningJob({ status: 'done', completed_segments: 4 }));
    expect(await pieces.read()).toMatchObject({ value: event('done', 4) });
    expect((await pieces.read()).done).toBe(true);
    await eventually(() => app.jobs.subscribers === 0);
  });

  it('of a finished batch carry its segments, also where their file has line breaks', async () => {
    app.jobs.known.set(JOB_ID, runningJob({ kind: 'batch', status: 'done' }));
    await offerFile(JSON.stringify([{ text: 'a\nb', translated_text: 'c' }], undefined, 2));
    const events = await readEvents(await app.request(`/v1/jobs/${JOB_ID}/events`));
    expect(events).toMatchObject([['done', { segments: [{ text: 'a\nb', translated_text: 'c' }] }]]);
  });

  it('stop listening when the client goes away', async () => {
    app.jobs.known.set(JOB_ID, runningJob());
    const leaving = new AbortController();
    await app.request(`/v1/jobs/${JOB_ID}/events`, { signal: leaving.signal });
    expect(app.jobs.subscribers).toBe(1);
    leaving.abort();
    await eventually(() => app.jobs.subscribers === 0);
  });

  it('are not kept for a slow reader: it gets fewer, and the newest', async () => {
    const wide = (completed_segments: number, status: Job['status'] = 'running') =>
      runningJob({ status, completed_segments, options: { context: 'x'.repeat(20_000) } });
    app.jobs.known.set(JOB_ID, wide(0));
    const answer = await app.request(`/v1/jobs/${JOB_ID}/events`);
    const emitted = 2_000;
    for (let i = 1; i <= emitted; i++) {
      app.jobs.emit(wide(i));
      await new Promise((resolve) => setImmediate(resolve));
    }
    app.jobs.emit(wide(emitted, 'done'));
    const events = await readEvents(answer);
    expect(events.length).toBeLessThan(emitted / 2);
    expect(events.map(([, job]) => job.completed_segments)).toEqual(
      events.map(([, job]) => job.completed_segments).toSorted((a = 0, b = 0) => a - b),
    );
    expect(events.at(-1)).toMatchObject(['done', { completed_segments: emitted }]);
  });

  it('do not hold up the end of the service', async () => {
    const other = await startTestApp();
    other.jobs.known.set(JOB_ID, runningJob());
    const answer = await other.request(`/v1/jobs/${JOB_ID}/events`);
    // A stream that is cut off, as at the end of the time for running answers, would reject.
    const [, text] = await Promise.all([other.close(), answer.text()]);
    expect(text).toContain('event: progress');
  });
});

describe('the window', () => {
  it('is served with a strict policy', async () => {
    const answer = await fetch(app.baseUrl);
    expect(await answer.text()).toBe('<!doctype html>window');
    const policy = answer.headers.get('content-security-policy')!;
    expect(policy).toContain("default-src 'none'");
    expect(policy).toContain("frame-ancestors 'none'");
    expect(policy).not.toMatch(/unsafe|\*/);
    expect(policy).toContain("require-trusted-types-for 'script'");
    expect(answer.headers.get('referrer-policy')).toBe('no-referrer');
    const script = await fetch(`${app.baseUrl}/assets/app-1a2b.js`);
    expect(script.headers.get('content-type')).toBe('text/javascript; charset=utf-8');
    expect(script.headers.get('cache-control')).toContain('immutable');
  });

  it.each(['/../secret.txt', '/%2e%2e/secret.txt', '/..%2fsecret.txt', '/assets', '/x%00.js', '/%ff.js'])(
    'gives nothing but its own files: %s',
    async (path) => {
      const request = `GET ${path} HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nConnection: close\r\n\r\n`;
      expect(await rawRequest(app.port, request)).toMatch(/^HTTP\/1.1 404/);
    },
  );

  it('says so where it is not built', async () => {
    const other = await startTestApp();
    const answer = await fetch(other.baseUrl);
    expect([answer.status, await answer.text()]).toEqual([503, expect.stringContaining('npm run build')]);
    await other.close();
  });
});

describe('the contract', () => {
  it('is served, with a page to read it, without a key', async () => {
    const openApi = (await (await fetch(`${app.baseUrl}/v1/openapi.json`)).json()) as { info: object };
    expect(openApi).toMatchObject({ openapi: '3.1.0', info: { version: '1.2.3' } });
    const page = await fetch(`${app.baseUrl}/v1/docs`);
    expect(page.headers.get('content-type')).toContain('text/html');
    expect(await page.text()).toContain('/v1/translate/documents/{id}/content');
  });
});
