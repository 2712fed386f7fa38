// A desktop after years of use, and everyone at once: 200 clients that poll, 50 that upload, one on a bad
// line in each direction. Everything stays on loopback, and ends after the minutes given.
import { setTimeout as sleep } from 'node:timers/promises';
import { startWatched } from '../support/loop-watch.ts';
import type { Delay } from '../support/loop-watch.ts';
import { LoadClient } from './client.ts';
import { writeHistory } from './history.ts';
import { sampleProcesses } from './sampler.ts';
import type { Sampled } from './sampler.ts';
import { readSlowly, writeSlowly } from './slow.ts';

const POLLERS = 200;
const POLL_EVERY_MS = 2_000;
/** Every nth poll is for the list instead of a job. */
const LISTS = 10;
const UPLOADERS = 50;
const UPLOAD_EVERY_MS = 10_000;
const BURST = 1_000;
/** After the burst its jobs end. */
const CALM_MS = 5_000;
/** Until everyone is connected and the first uploads are through. */
const WARM_UP_MS = 30_000;
const SENTENCE = 'The museum opens every day of the year, except on holidays.\n';

/** The measurements of a part of the run. */
interface Part {
  name: string;
  delay: Delay;
  times: ReadonlyMap<string, readonly number[]>;
  errors: readonly string[];
}

export interface Result {
  /** Milliseconds of a start with all jobs: with the index lost, and as usual. */
  starts: { rebuild: number; usual: number };
  parts: Part[];
  processes: Sampled[];
  slow: { bytesRead: number; writeStatus: number };
}

type Tell = (line: string) => void;

export async function load(minutes: number, count: number, tell: Tell): Promise<Result> {
  const { service, during, close } = await startWatched();
  try {
    const seed = new LoadClient(service.baseUrl);
    const { id } = (await seed.batch('seed', ['One.'])) ?? {};
    if (id === undefined) throw new Error(seed.errors.join('\n'));
    await (await service.request(`/v1/jobs/${id}/events`)).text();
    seed.close();
    await service.stop();
    tell(`Writing ${count} jobs …`);
    const ids = await writeHistory(service.dataDir, id, count);
    const rebuild = await service.start();
    await service.stop();
    const usual = await service.start();

    tell(`${BURST} batches at once …`);
    const burst = new LoadClient(service.baseUrl);
    const creates = Array.from({ length: BURST }, (_, n) => `Text ${n}.`);
    const created = await during(() => Promise.all(creates.map((text) => burst.batch('create', [text]))));
    burst.close();
    await sleep(CALM_MS);

    tell(`${POLLERS} clients poll, ${UPLOADERS} upload, for ${minutes} minutes …`);
    const client = new LoadClient(service.baseUrl);
    const pids = { host: service.pid, translation: service.family()[0] ?? NaN };
    const sampler = sampleProcesses(pids, Math.min(WARM_UP_MS, minutes * 15_000));
    const busy = await during(() => everyone(client, ids, minutes * 60_000));
    const processes = sampler.stop();
    client.close();
    return {
      starts: { rebuild, usual },
      parts: [
        { name: '1,000 creates at once', delay: created.delay, times: burst.times, errors: burst.errors },
        { name: 'everyone', delay: busy.delay, times: client.times, errors: client.errors },
      ],
      processes,
      slow: busy.result,
    };
  } finally {
    await close();
  }
}

async function everyone(client: LoadClient, ids: readonly string[], ms: number): Promise<Result['slow']> {
  const end = performance.now() + ms;
  const isOver = () => performance.now() > end;
  const large = await client.upload('upload', SENTENCE.repeat(1_000));
  const document = `/v1/translate/documents/${large?.id}`;
  while ((await client.job('status', 'GET', document))?.status === 'running') await sleep(100);
  const slowText = SENTENCE.repeat(Math.min(1_000, Math.floor(ms / 12)));
  const [bytesRead, writeStatus] = await Promise.all([
    readSlowly(client.baseUrl, `${document}/content`, isOver),
    writeSlowly(client.baseUrl, slowText),
    ...Array.from({ length: POLLERS }, (_, n) => poll(client, ids, n, isOver)),
    uploadRepeatedly(client, isOver),
  ]);
  return { bytesRead, writeStatus };
}

async function poll(
  client: LoadClient,
  ids: readonly string[],
  n: number,
  isOver: () => boolean,
): Promise<void> {
  await sleep((n / POLLERS) * POLL_EVERY_MS);
  for (let request = n; !isOver(); request += 7) {
    const id = ids[(request * 31) % ids.length];
    if (request % LISTS === 0) await client.ask('list', 'GET', '/v1/jobs?limit=50');
    else await client.ask('status', 'GET', `/v1/translate/batch/${id}`);
    await sleep(POLL_EVERY_MS);
  }
}

async function uploadRepeatedly(client: LoadClient, isOver: () => boolean): Promise<void> {
  while (!isOver()) {
    const text = SENTENCE.repeat(200);
    const jobs = await Promise.all(Array.from({ length: UPLOADERS }, () => client.upload('upload', text)));
    await Promise.all(jobs.flatMap((job) => (job ? [download(client, job.id, isOver)] : [])));
    await sleep(UPLOAD_EVERY_MS);
  }
}

async function download(client: LoadClient, id: string, isOver: () => boolean): Promise<void> {
  const path = `/v1/translate/documents/${id}`;
  for (;;) {
    const job = await client.job('status', 'GET', path);
    if (job?.status === 'done') break;
    if (job?.status !== 'running' || isOver()) return;
    await sleep(POLL_EVERY_MS);
  }
  await client.ask('content', 'GET', `${path}/content`);
}
