import { once } from 'node:events';
import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, rawRequest, startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { ADMIN_KEY, JOB_ID, runningJob, TRANSLATE_KEY } from '../support/memory-services.ts';

let app: TestApp;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

const health = () =>
  rawRequest(app.port, `GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nConnection: close\r\n\r\n`);
const open = () =>
  new Promise<void>((resolve) => {
    const socket = connect(app.port, '127.0.0.1', resolve);
    // Some are cut.
    socket.on('error', () => undefined);
    sockets.push(socket);
  });
async function openAndAsk(): Promise<void> {
  await open();
  const socket = sockets.at(-1)!;
  socket.write(
    `GET /v1/usage HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nAuthorization: Bearer ${TRANSLATE_KEY}\r\n\r\n`,
  );
  await once(socket, 'data');
}

describe('too many connections', () => {
  it.each([
    ['in all', { all: 3, perRemote: 100, reserved: 0 }],
    ['from one address', { all: 100, perRemote: 3, reserved: 0 }],
  ])('%s are refused with a 503, and let in again when some have closed', async (_what, connections) => {
    app = await startTestApp({ connections });
    for (let i = 0; i < 3; i++) await openAndAsk();
    const refused = await health();
    expect(refused).toMatch(/^HTTP\/1.1 503 [^]*X-Request-Id: [^]*Retry-After: 2[^]*Close some/);
    expect(refused.match(/HTTP\/1.1/g)).toHaveLength(1);
    sockets.pop()!.destroy();
    await eventually(async () => (await health()).startsWith('HTTP/1.1 200'));
  });
});

describe('connections that never sent a request', () => {
  it('make room for those that do, the oldest first', async () => {
    app = await startTestApp({ connections: { all: 3, perRemote: 3, reserved: 0 } });
    for (let i = 0; i < 3; i++) await open();
    const ended = once(sockets[0]!, 'close');
    expect(await health()).toMatch(/^HTTP\/1.1 200/);
    await ended;
    expect(sockets.slice(1).every((socket) => !socket.destroyed)).toBe(true);
  });
});

describe('connections without a good key', () => {
  const usage = async (key: string) => {
    await open();
    const socket = sockets.at(-1)!;
    socket.write(
      `GET /v1/usage HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nAuthorization: Bearer ${key}\r\n\r\n`,
    );
    const [answer] = (await once(socket, 'data')) as [Buffer];
    return { socket, status: Number(answer.toString('latin1').slice(9, 12)) };
  };

  it('that wait after a 401 make room for those with a key, the oldest first; those with one stay', async () => {
    app = await startTestApp({ connections: { all: 40, perRemote: 40, reserved: 0 } });
    const good = await usage(TRANSLATE_KEY);
    const bad: Awaited<ReturnType<typeof usage>>[] = [];
    for (let n = 0; n < 39; n++) bad.push(await usage('il_wrong'));
    expect(new Set(bad.map(({ status }) => status))).toEqual(new Set([401]));
    for (let n = 0; n < 10; n++) expect((await usage(TRANSLATE_KEY)).status).toBe(200);
    await eventually(() => bad.filter(({ socket }) => socket.destroyed).length === 10);
    expect(bad.findLastIndex(({ socket }) => socket.destroyed)).toBe(9);
    expect(good.socket.destroyed).toBe(false);
  });

  it('that send a body without end make room too', async () => {
    app = await startTestApp({ connections: { all: 3, perRemote: 3, reserved: 0 } });
    for (let n = 0; n < 3; n++) {
      await open();
      sockets.at(-1)!.write(slowBody());
    }
    expect((await usage(TRANSLATE_KEY)).status).toBe(200);
  });
});

const slowBody = () =>
  `POST /translate HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nContent-Type: application/json\r\nContent-Length: 500\r\n\r\n{"q"`;

it('a hundred bodies that never end do not keep out a program that sends its key in the body', async () => {
  app = await startTestApp();
  for (let n = 0; n < 100; n++) {
    await open();
    sockets.at(-1)!.write(slowBody());
  }
  const first = once(sockets[0]!, 'data') as Promise<[Buffer]>;
  for (let n = 0; n < 5; n++) {
    const answer = await fetch(`${app.baseUrl}/translate`, {
      method: 'POST',
      headers: { 'Content-Type': 'application/json' },
      body: JSON.stringify({ q: 'Hello', source: 'en', target: 'es', api_key: TRANSLATE_KEY }),
    });
    expect(answer.status).toBe(200);
  }
  expect((await first)[0].toString('latin1')).toMatch(/^HTTP\/1.1 503 /);
});

describe('the owner', () => {
  it('is answered although all connections are taken', async () => {
    app = await startTestApp({ connections: { all: 2, perRemote: 2, reserved: 2 } });
    for (let i = 0; i < 2; i++) await openAndAsk();
    const usage = (key: string) =>
      rawRequest(
        app.port,
        `GET /v1/usage HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nAuthorization: Bearer ${key}\r\nConnection: close\r\n\r\n`,
      );
    expect(await usage(TRANSLATE_KEY)).toMatch(/^HTTP\/1.1 503/);
    expect(await usage(ADMIN_KEY)).toMatch(/^HTTP\/1.1 200/);
    expect(await health()).toMatch(/^HTTP\/1.1 503/);
  });
});

describe('no descriptor free', () => {
  it('is a 503 that says when to come again, and passes', async () => {
    app = await startTestApp();
    app.jobs.known.set(JOB_ID, runningJob());
    const get = () => app.request(`/v1/translate/documents/${JOB_ID}`);
    app.jobs.get = () => Promise.reject(Object.assign(new Error('too many open files'), { code: 'EMFILE' }));
    const answer = await get();
    expect([answer.status, answer.headers.get('retry-after')]).toEqual([503, '5']);
    Reflect.deleteProperty(app.jobs, 'get');
    expect((await get()).status).toBe(200);
  });
});

describe('GET /v1/metrics', () => {
  it('gives administrators requests, jobs and the state of the process, in OpenMetrics text', async () => {
    app = await startTestApp();
    expect((await app.request('/v1/metrics')).status).toBe(403);
    app.jobs.emit(runningJob());
    app.jobs.emit(runningJob({ status: 'done', completed_segments: 4 }));
    await app.request('/v1/usage');
    const read = async () => {
      const answer = await app.request('/v1/metrics', { headers: { Authorization: `Bearer ${ADMIN_KEY}` } });
      expect(answer.headers.get('content-type')).toMatch(/^application\/openmetrics-text; version=1\.0\.0/);
      return answer.text();
    };
    const line = 'interlinear_http_requests_total{method="GET",route="/v1/usage",status="200"} 1\n';
    // A request is counted when its answer has left, which its client may see before.
    await eventually(async () => (await read()).includes(line));
    const text = await read();
    expect(text).toContain('interlinear_jobs_ended_total{status="done"} 1\n');
    expect(text).toMatch(/^interlinear_memory_bytes\{kind="resident"\} \d{7,}$/m);
    expect(text).toMatch(/^interlinear_event_loop_delay_seconds\{quantile="0\.99"\} [\d.e-]+$/m);
    expect(text.endsWith('# EOF\n')).toBe(true);
    // Every line is a comment or a sample, and no family comes twice.
    expect(
      text
        .trim()
        .split('\n')
        .filter((row) => !/^(# (TYPE|HELP|EOF)|\w+(\{[^}]*\})? [\d.e+-]+$)/.test(row)),
    ).toEqual([]);
    const families = [...text.matchAll(/^# TYPE (\w+)/gm)].map(([, name]) => name);
    expect(new Set(families).size).toBe(families.length);
  });
});
