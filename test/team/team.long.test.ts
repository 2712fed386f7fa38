import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { setTimeout as sleep } from 'node:timers/promises';
import { Redis } from 'ioredis';
import { describe, expect, it } from 'vitest';
import { root } from '../../scripts/lib/steps.mjs';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { CERTIFICATES, NO_REDIS, RedisServer } from './support/redis.ts';
import { segmentsOnce, TEAM_KEY } from './support/team.ts';
import { WorkerProcess } from './support/worker.ts';

const ROUNDS = Number(process.env['TEAM_KILLS'] ?? 200);
const WORKERS = 3;
const JOBS_AHEAD = 3;
const OUTAGE_MS = 15_000;
/** Bounds what waits for an event, on a machine that does other things too. */
const LIMIT_MS = 120_000;
const HOUR_MS = 3_600_000;

const environment = (redis: RedisServer): Record<string, string> => ({
  INTERLINEAR_REDIS_URL: redis.url,
  INTERLINEAR_TEAM_KEY: TEAM_KEY,
  INTERLINEAR_PSEUDO_DELAY_MS: '10',
  INTERLINEAR_MAX_RUNNING_JOBS: '0',
});

/** Jobs of a team, and how far they are altogether. */
function createLoad(host: TestService) {
  const ids: string[] = [];
  /** Segments of jobs that have ended. */
  const ended = new Map<string, number>();
  const completed = async (): Promise<number> => {
    let sum = 0;
    for (const id of ids) {
      const known = ended.get(id);
      const job = known === undefined ? await host.job(id) : undefined;
      if (job && job.status !== 'running') ended.set(id, job.segment_count);
      sum += ended.get(id) ?? job?.completed_segments ?? 0;
    }
    return sum;
  };
  return {
    ids,
    async add(lines: number): Promise<void> {
      const content = Array.from({ length: lines }, (_, n) => `Sentence ${ids.length}.${n} of the load.`);
      const upload = () => host.upload({ name: 'load.txt', content: content.join('\n\n') });
      let answer = await upload();
      // Until a worker that was killed is back and listed.
      const end = performance.now() + LIMIT_MS;
      while (answer.status === 503 && performance.now() < end) {
        await sleep(200);
        answer = await upload();
      }
      if (answer.status !== 202) throw new Error(JSON.stringify(answer.body));
      ids.push(answer.body.data.id);
    },
    /** Resolves with the milliseconds until a further segment is stored, or all are. */
    async further(): Promise<number> {
      const began = performance.now();
      const before = await completed();
      await expect
        .poll(
          async () => {
            const running = await host.get<{ jobs: unknown[] }>('/v1/jobs?status=running');
            return running.jobs.length === 0 || (await completed()) > before;
          },
          { interval: 50, timeout: LIMIT_MS },
        )
        .toBe(true);
      return performance.now() - began;
    },
    async running(): Promise<number> {
      return (await host.get<{ jobs: unknown[] }>('/v1/jobs?status=running')).jobs.length;
    },
  };
}

const middle = (times: readonly number[]): number =>
  times.toSorted((a, b) => a - b)[Math.floor(times.length / 2)] ?? 0;

describe.skipIf(NO_REDIS)('a team, for long', () => {
  it(
    `loses and doubles nothing in ${ROUNDS} random kills of workers, engine processes, host and Redis`,
    { timeout: HOUR_MS },
    async () => {
      const redis = new RedisServer();
      await redis.start();
      const env = environment(redis);
      const host = await startService(env);
      const startWorker = (name: string) => new WorkerProcess(env, ['--name', name]);
      const workers = Array.from({ length: WORKERS }, (_, n) => startWorker(`w${n}`));
      try {
        await Promise.all(workers.map(({ ready }) => ready));
        // The host sees them once a second.
        await expect
          .poll(async () => (await host.upload({ name: 'first.txt', content: 'First' })).status, {
            timeout: LIMIT_MS,
          })
          .toBe(202);
        const load = createLoad(host);
        const times: Record<string, number[]> = { worker: [], engine: [], redis: [], host: [] };
        for (let round = 0; round < ROUNDS; round++) {
          while ((await load.running()) < JOBS_AHEAD) await load.add(400);
          await load.further();
          const at = Math.floor(Math.random() * WORKERS);
          const chance = Math.random();
          const what = chance < 0.4 ? 'worker' : chance < 0.6 ? 'engine' : chance < 0.8 ? 'redis' : 'host';
          if (what === 'worker') {
            workers[at]!.signal('SIGKILL');
            await workers[at]!.close();
            workers[at] = startWorker(`w${at}`);
          } else if (what === 'engine') {
            const [engine] = workers[at]!.family();
            if (engine !== undefined) process.kill(engine, 'SIGKILL');
          } else if (what === 'redis') {
            await redis.kill();
            await sleep(Math.random() * 2_000);
            await redis.start();
          } else {
            await host.kill();
            await host.start();
          }
          times[what]!.push(await load.further());
        }
        await expect.poll(() => load.running(), { interval: 200, timeout: 5 * LIMIT_MS }).toBe(0);
        let charged = 'First'.length;
        for (const id of load.ids) {
          const job = await host.job(id);
          expect(job.status, id).toBe('done');
          segmentsOnce(host, job);
          charged += job.source_chars;
        }
        expect((await host.usage()).total_chars).toBe(charged);
        for (const [what, found] of Object.entries(times)) {
          const [middling, longest] = [middle(found), Math.max(...found)].map((ms) => Math.round(ms));
          console.info(
            `${what}: ${found.length} kills, next segment after ${middling} ms, ${longest} at most`,
          );
        }
        console.info(`${load.ids.length} jobs`);
      } finally {
        await Promise.all(workers.map((worker) => worker.close()));
        await host.close();
        await redis.close();
      }
    },
  );

  it.each([
    [
      'hangs',
      (redis: RedisServer) => redis.signal('SIGSTOP'),
      (redis: RedisServer) => redis.signal('SIGCONT'),
    ],
    ['is gone', (redis: RedisServer) => redis.kill(), (redis: RedisServer) => redis.start()],
  ] as const)('goes on when Redis %s for 15 seconds', { timeout: 10 * LIMIT_MS }, async (how, end, begin) => {
    const redis = new RedisServer();
    await redis.start();
    const env = environment(redis);
    const host = await startService(env);
    const workers = [new WorkerProcess(env, ['--name', 'one']), new WorkerProcess(env, ['--name', 'two'])];
    try {
      await Promise.all(workers.map(({ ready }) => ready));
      const load = createLoad(host);
      await expect
        .poll(
          () =>
            load.add(1_000).then(
              () => true,
              () => false,
            ),
          { timeout: LIMIT_MS },
        )
        .toBe(true);
      await load.add(1_000);
      await load.further();
      await end(redis);
      await sleep(OUTAGE_MS);
      await begin(redis);
      console.info(`Redis ${how} for 15 s: next segment after ${Math.round(await load.further())} ms`);
      // Both, not only the one whose connection came back.
      const words = async () => {
        const { workers: listed } = await host.get<{ workers: { words: number }[] }>('/v1/workers');
        return listed.map((worker) => worker.words);
      };
      // A Redis that was gone is empty: workers are listed again one after the other.
      await expect.poll(async () => (await words()).length, { timeout: LIMIT_MS }).toBe(2);
      const before = await words();
      await expect
        .poll(
          async () => {
            if ((await load.running()) === 0) await load.add(400);
            return (await words()).every((count, n) => count > before[n]!);
          },
          { timeout: LIMIT_MS },
        )
        .toBe(true);
      await expect.poll(() => load.running(), { interval: 200, timeout: 2 * LIMIT_MS }).toBe(0);
      for (const id of load.ids) segmentsOnce(host, await host.job(id));
    } finally {
      redis.signal('SIGCONT');
      await Promise.all(workers.map((worker) => worker.close()));
      await host.close();
      await redis.close();
    }
  });

  it(
    'works over TLS with a user that may do no more than docs/team.md allows',
    { timeout: 5 * LIMIT_MS },
    async () => {
      const docs = readFileSync(join(root, 'docs', 'team.md'), 'utf8');
      const password = 'a-password-of-this-test';
      const user = /^user team on .*$/m.exec(docs)![0].replace('PASSWORD', password);
      const redis = new RedisServer(['--user', ...user.split(' ').slice(1), '--user', 'default', 'off'], {
        certificate: 'server',
      });
      await redis.start();
      const env = {
        ...environment(redis),
        INTERLINEAR_REDIS_URL: redis.url.replace('://', `://team:${password}@`),
        INTERLINEAR_REDIS_CA: join(CERTIFICATES, 'authority.pem'),
      };
      const host = await startService(env);
      const worker = new WorkerProcess(env, ['--name', 'one']);
      const client = new Redis(env.INTERLINEAR_REDIS_URL, {
        tls: { ca: readFileSync(env.INTERLINEAR_REDIS_CA) },
      });
      try {
        expect(JSON.parse((await worker.ready)!)).toMatchObject({ name: 'one' });
        const load = createLoad(host);
        await expect
          .poll(
            () =>
              load.add(40).then(
                () => true,
                () => false,
              ),
            { timeout: LIMIT_MS },
          )
          .toBe(true);
        const job = await host.ended(load.ids[0]!);
        expect(job.status).toBe('done');
        segmentsOnce(host, job);
        for (const command of [
          'FLUSHALL',
          'MONITOR',
          'CONFIG GET *',
          'ACL LIST',
          'GET other',
          'SET other x',
        ]) {
          const [name, ...args] = command.split(' ');
          await expect(client.call(name!, ...args), command).rejects.toThrow(/NOPERM|permission/i);
        }
        expect(worker.log + host.stderr()).not.toContain(password);
      } finally {
        client.disconnect();
        await worker.close();
        await host.close();
        await redis.close();
      }
    },
  );
});
