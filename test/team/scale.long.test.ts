import { readFileSync } from 'node:fs';
import { open } from 'node:fs/promises';
import { cpus, loadavg } from 'node:os';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { residentMb } from '../support/processes.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { NO_REDIS, RedisServer } from './support/redis.ts';
import { segmentsOnce, TEAM_KEY } from './support/team.ts';
import { WorkerProcess } from './support/worker.ts';

/** Each engine call waits rather than computes, so that several workers have room on one processor. */
const DELAY_MS = 100;
const SEGMENTS_A_WORKER = 200;
const SIZES = [1, 2, 4] as const;
const LIMIT_MS = 1_800_000;
/** Share of the processors' time. With less to spare, workers wait for the machine, and rates say how busy it is. */
const MIN_IDLE = 0.1;
const SECRET = 'Zwetschgenknödel';

const say = (text: string): void => console.info(`${text} (load ${loadavg()[0]!.toFixed(1)})`);

async function upload(host: TestService, lines: number): Promise<string> {
  const content = Array.from({ length: lines }, (_, n) => `${SECRET} number ${n} is served at noon.`);
  const { status, body } = await host.upload({ name: 'menu.txt', content: content.join('\n\n') });
  if (status !== 202) throw new Error(JSON.stringify(body));
  return body.data.id;
}

/** Milliseconds of all processors since the machine's start. */
function processorTimes(): { idle: number; all: number } {
  const times = cpus().map((one) => one.times);
  const sum = (list: number[]) => list.reduce((total, ms) => total + ms, 0);
  return { idle: sum(times.map(({ idle }) => idle)), all: sum(times.flatMap((one) => Object.values(one))) };
}

/** Segments a second between the first and the last tenth of a job. */
async function rateOf(host: TestService, id: string): Promise<number> {
  const seen: [ms: number, done: number][] = [];
  for (;;) {
    const job = await host.job(id);
    const isRunning = job.status === 'running';
    seen.push([performance.now(), isRunning ? (job.completed_segments ?? 0) : job.segment_count]);
    if (!isRunning) break;
    await sleep(20);
  }
  const total = seen.at(-1)![1];
  const [from, to] = [0.1, 0.9].map((part) => seen.find(([, done]) => done >= part * total)!);
  return ((to![1] - from![1]) * 1_000) / (to![0] - from![0]);
}

/** Whether a text is in what a process has in memory now (Linux). */
async function isInMemory(pid: number, text: string): Promise<boolean> {
  const memory = await open(`/proc/${pid}/mem`, 'r');
  try {
    for (const line of readFileSync(`/proc/${pid}/maps`, 'utf8').split('\n')) {
      const [, from, to] = /^([0-9a-f]+)-([0-9a-f]+) rw/.exec(line) ?? [];
      if (from === undefined || to === undefined) continue;
      const [start, end] = [Number.parseInt(from, 16), Number.parseInt(to, 16)];
      const bytes = Buffer.alloc(end - start);
      const found = await memory.read(bytes, 0, bytes.length, start).catch(() => undefined);
      if (found && bytes.includes(text)) return true;
    }
    return false;
  } finally {
    await memory.close();
  }
}

describe.skipIf(NO_REDIS)('the size of a team', () => {
  it('adds up: 2 and 4 workers do 0.9 of 2 and 4 times what one does', { timeout: LIMIT_MS }, async () => {
    const redis = new RedisServer(['--appendonly', 'yes']);
    await redis.start();
    const env = {
      INTERLINEAR_REDIS_URL: redis.url,
      INTERLINEAR_TEAM_KEY: TEAM_KEY,
      INTERLINEAR_PSEUDO_DELAY_MS: String(DELAY_MS),
      INTERLINEAR_MAX_RUNNING_JOBS: '0',
      INTERLINEAR_MAX_SEGMENTS: '10000',
    };
    const host = await startService(env);
    const client = new Redis(redis.url);
    const workers: WorkerProcess[] = [];
    const net = async () => {
      const info = await client.info('stats');
      return ['input', 'output'].map((way) =>
        Number(new RegExp(`total_net_${way}_bytes:(\\d+)`).exec(info)![1]),
      );
    };
    const metric = async (name: string): Promise<number> => {
      const text = (await host.send('GET', '/v1/metrics')).bytes.toString();
      return Number(
        text
          .split('\n')
          .find((line) => line.startsWith(name))
          ?.split(' ')
          .at(-1),
      );
    };
    try {
      const rates: number[] = [];
      const timesBefore = processorTimes();
      for (const size of SIZES) {
        while (workers.length < size) workers.push(new WorkerProcess(env, ['--name', `w${workers.length}`]));
        await Promise.all(workers.map(({ ready }) => ready));
        const listed = async () =>
          (await host.get<{ workers: { state: string }[] }>('/v1/workers')).workers.filter(
            ({ state }) => state === 'ready',
          ).length;
        await expect.poll(listed, { timeout: 60_000 }).toBe(size);
        const [before, chunks] = [
          await net(),
          await metric('interlinear_team_chunks_total{outcome="answered"}'),
        ];
        const id = await upload(host, size * SEGMENTS_A_WORKER);
        rates.push(await rateOf(host, id));
        segmentsOnce(host, await host.job(id));
        await sleep(1_100);
        const asked = (await metric('interlinear_team_chunks_total{outcome="answered"}')) - chunks;
        const [to, from] = (await net()).map((bytes, n) => Math.round((bytes - before[n]!) / asked));
        say(
          `${size} workers: ${rates.at(-1)!.toFixed(1)} segments/s, ${asked} chunks, ${to} bytes a chunk to Redis, ${from} from it`,
        );
      }
      const timesAfter = processorTimes();
      const idle = (timesAfter.idle - timesBefore.idle) / (timesAfter.all - timesBefore.all);
      say(`the machine was idle ${(100 * idle).toFixed(0)} % of the time`);
      for (const [n, size] of SIZES.entries())
        say(`${size} workers: ${(rates[n]! / rates[0]! / size).toFixed(3)} of linear`);

      const parts = async () =>
        Promise.all(
          ['engine', 'way', 'wait'].map((part) =>
            metric(`interlinear_team_chunk_seconds_total{part="${part}"}`),
          ),
        );
      await sleep(1_100);
      const [secondsBefore, countBefore] = [
        await parts(),
        await metric('interlinear_team_chunks_total{outcome="answered"}'),
      ];
      const took: number[] = [];
      for (let n = 0; n < 100; n++) {
        const began = performance.now();
        const body = { from: 'en', to: 'en-XA', segments: [{ text: `Text number ${n} at once.` }] };
        expect((await host.post('/v1/translate/segments', body)).status).toBe(200);
        took.push(performance.now() - began - DELAY_MS);
      }
      took.sort((a, b) => a - b);
      await sleep(1_100);
      const count = (await metric('interlinear_team_chunks_total{outcome="answered"}')) - countBefore;
      const [engine, way, wait] = (await parts()).map((sum, n) =>
        (((sum - secondsBefore[n]!) * 1_000) / count).toFixed(1),
      );
      say(
        `a text at once, without the engine: ${took[9]!.toFixed(1)} ms in the quickest tenth, ${took[49]!.toFixed(1)} ms in the middle`,
      );
      say(`by the metrics, a chunk on average: engine ${engine} ms, way ${way} ms, wait ${wait} ms`);

      const running = await upload(host, 4_000);
      await expect
        .poll(async () => (await host.job(running)).completed_segments ?? 0, { timeout: 60_000 })
        .toBeGreaterThan(0);
      const cancelled = performance.now();
      expect((await host.send('POST', `/v1/translate/documents/${running}/cancel`)).status).toBe(200);
      const chunks = await metric('interlinear_team_chunks_total{outcome="answered"}');
      const again = await upload(host, 4);
      await host.ended(again);
      say(`cancelled: the next job has ended after ${Math.round(performance.now() - cancelled)} ms`);
      expect(await metric('interlinear_team_chunks_total{outcome="answered"}')).toBeLessThan(chunks + 20);

      const info = await client.info('memory');
      say(
        `memory: Redis ${(Number(/used_memory:(\d+)/.exec(info)![1]) / 1e6).toFixed(1)} MB, host ${residentMb(host.pid).toFixed(0)} MB, its family ${host
          .family()
          .map((pid) => residentMb(pid).toFixed(0))
          .join(' + ')} MB`,
      );
      for (const worker of workers)
        say(
          `worker: ${residentMb(worker.pid).toFixed(0)} MB, its family ${worker
            .family()
            .map((pid) => residentMb(pid).toFixed(0))
            .join(' + ')} MB`,
        );
      expect(await isInMemory(redis.pid, 'il:default')).toBe(true);
      for (const text of [SECRET, 'served at noon', TEAM_KEY])
        expect(await isInMemory(redis.pid, text), text).toBe(false);
      if (idle < MIN_IDLE) return;
      expect(rates[1]! / rates[0]! / 2).toBeGreaterThan(0.9);
      expect(rates[2]! / rates[0]! / 4).toBeGreaterThan(0.9);
    } finally {
      client.disconnect();
      await Promise.all(workers.map((worker) => worker.close()));
      await host.close();
      await redis.close();
    }
  });
});
