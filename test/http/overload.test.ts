import { connect } from 'node:net';
import type { Socket } from 'node:net';
import { afterEach, describe, expect, it } from 'vitest';
import { eventually, rawRequest, startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { ADMIN_KEY, JOB_ID, runningJob } from '../support/memory-services.ts';

let app: TestApp;
const sockets: Socket[] = [];
afterEach(async () => {
  for (const socket of sockets.splice(0)) socket.destroy();
  await app.close();
});

const health = () =>
  rawRequest(app.port, `GET /v1/health HTTP/1.1\r\nHost: 127.0.0.1:${app.port}\r\nConnection: close\r\n\r\n`);
const open = () => new Promise<void>((resolve) => sockets.push(connect(app.port, '127.0.0.1', resolve)));

describe('too many connections', () => {
  it.each([
    ['in all', { all: 3, perRemote: 100 }],
    ['from one address', { all: 100, perRemote: 3 }],
  ])('%s are refused with a 503, and let in again when some have closed', async (_what, connections) => {
    app = await startTestApp({ connections });
    for (let i = 0; i < 3; i++) await open();
    const refused = await health();
    expect(refused).toMatch(/^HTTP\/1.1 503 [^]*X-Request-Id: [^]*Retry-After: 2[^]*Close some/);
    expect(refused.match(/HTTP\/1.1/g)).toHaveLength(1);
    sockets.pop()!.destroy();
    await eventually(async () => (await health()).startsWith('HTTP/1.1 200'));
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
  it('tells requests, jobs and the state of the process, in OpenMetrics text, to administrators', async () => {
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
