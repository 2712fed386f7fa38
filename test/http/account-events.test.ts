import { get } from 'node:http';
import type { IncomingMessage } from 'node:http';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import type { Job } from '../../service/contract/index.ts';
import { eventually, startTestApp } from '../support/http-app.ts';
import type { TestApp } from '../support/http-app.ts';
import { JOB_ID, runningJob, TRANSLATE_KEY } from '../support/memory-services.ts';

const OTHER_ID = '5f0c1d64-0000-4000-8000-000000000000';

let app: TestApp;
beforeEach(async () => {
  app = await startTestApp({ timeouts: { heartbeat: 20 } });
});
afterEach(() => app.close());

/** An open stream: what came of it so far, as jobs. */
interface Stream {
  answer: IncomingMessage;
  text(): string;
  jobs(): Job[];
  ended: Promise<void>;
}

function open(path = '/v1/events'): Promise<Stream> {
  return new Promise((resolve, reject) => {
    const headers = { Authorization: `Bearer ${TRANSLATE_KEY}` };
    get(`${app.baseUrl}${path}`, { headers, agent: false }, (answer) => {
      let text = '';
      answer.setEncoding('utf8').on('data', (chunk: string) => (text += chunk));
      const ended = new Promise<void>((done) => answer.on('close', done));
      const jobs = () =>
        [...text.matchAll(/^event: job\ndata: (.*)\n\n/gm)].map(([, data]) => JSON.parse(data!) as Job);
      resolve({ answer, text: () => text, jobs, ended });
    }).on('error', reject);
  });
}

const counts = (stream: Stream) => stream.jobs().map(({ completed_segments }) => completed_segments!);

describe("the stream of an account's events", () => {
  it('begins with the jobs that run, and follows each of them; other accounts are not seen', async () => {
    app.jobs.known.set(JOB_ID, runningJob());
    app.jobs.known.set(OTHER_ID, runningJob({ id: OTHER_ID, status: 'done' }));
    const stream = await open();
    expect(stream.answer.headers['content-type']).toBe('text/event-stream; charset=utf-8');
    await eventually(() => stream.jobs().length === 1);
    app.jobs.emit(runningJob({ id: OTHER_ID, file_name: 'secret.docx' }), 'somebody');
    app.jobs.emit(runningJob({ status: 'done', completed_segments: 4 }));
    await eventually(() => stream.jobs().length === 2);
    expect(stream.jobs().map(({ id, status }) => [id, status])).toEqual([
      [JOB_ID, 'running'],
      [JOB_ID, 'done'],
    ]);
  });

  it.each(['/v1/events', '/v1/models/events'])(
    'is open before there is anything to tell: %s',
    async (path) => {
      const stream = await open(path);
      await eventually(() => stream.text() !== '');
      // Not a heartbeat, which comes seconds later.
      expect([stream.answer.statusCode, stream.text()]).toEqual([
        200,
        expect.stringMatching(/^retry: \d+\n/),
      ]);
    },
  );

  it('sends a job that changes all the time a few times a second, and never loses its end', async () => {
    const stream = await open();
    for (let i = 1; i <= 2_000; i++) {
      app.jobs.emit(runningJob({ completed_segments: i }));
      await nextIteration();
    }
    app.jobs.emit(runningJob({ status: 'done', completed_segments: 2_001 }));
    await eventually(() => stream.jobs().at(-1)?.status === 'done');
    expect(stream.jobs().length).toBeLessThan(500);
    expect(counts(stream)).toEqual(counts(stream).toSorted((a = 0, b = 0) => a - b));
  });

  it('keeps for a reader who does not read no more than the newest state of each job', async () => {
    const stream = await open();
    stream.answer.pause();
    const wide = (i: number, status: Job['status'] = 'running') =>
      runningJob({ status, completed_segments: i, options: { context: 'x'.repeat(200_000) } });
    for (let i = 1; i <= 200; i++) {
      app.jobs.emit(wide(i));
      await new Promise((resolve) => setTimeout(resolve, 5));
    }
    app.jobs.emit(wide(201, 'done'));
    stream.answer.resume();
    await eventually(() => stream.jobs().at(-1)?.status === 'done');
    expect(stream.jobs().length).toBeLessThan(100);
  });

  it('ends when its key is revoked, at the next heartbeat at the latest', async () => {
    const stream = await open();
    app.revoke(TRANSLATE_KEY);
    await stream.ended;
    await eventually(() => app.jobs.subscribers === 0);
  });

  it('shows nothing of a change that comes after its key was revoked', async () => {
    const stream = await open();
    app.revoke(TRANSLATE_KEY);
    app.jobs.emit(runningJob());
    await stream.ended;
    expect(stream.jobs()).toEqual([]);
  });

  it('may be open a limited number of times per account, and once more when one is closed', async () => {
    const streams = await Promise.all(Array.from({ length: LIMITS.eventStreams }, open));
    const refused = await app.request('/v1/events');
    expect([refused.status, refused.headers.get('retry-after')]).toEqual([429, '10']);
    streams[0]!.answer.destroy();
    await eventually(() => app.jobs.subscribers === LIMITS.eventStreams - 1);
    expect((await open()).answer.statusCode).toBe(200);
  });

  it('counts streams of single jobs with those of the account', async () => {
    app.jobs.known.set(JOB_ID, runningJob());
    await Promise.all(Array.from({ length: LIMITS.eventStreams }, open));
    const refused = await app.request(`/v1/jobs/${JOB_ID}/events`);
    expect([refused.status, await refused.json()]).toMatchObject([429, { reason: 'event_streams' }]);
  });

  it('is left by its client without a warning in the log', async () => {
    const stream = await open();
    stream.answer.destroy();
    const found = (sign: string): unknown => {
      const line = app.lines.find((each) => each.includes(sign));
      return line === undefined ? undefined : JSON.parse(line);
    };
    await eventually(() => found('could not be sent') !== undefined && found('cut_off') !== undefined);
    expect(found('cut_off')).toMatchObject({ level: 30, route: '/v1/events', cut_off: true });
    expect(found('could not be sent')).toMatchObject({
      level: 20,
      err: { code: 'ERR_STREAM_PREMATURE_CLOSE' },
    });
  });

  it('answers HEAD without opening one', async () => {
    expect((await app.request('/v1/events', { method: 'HEAD' })).status).toBe(200);
    expect(app.jobs.subscribers).toBe(0);
  });
});
