import { readdirSync, readFileSync } from 'node:fs';
import { writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { Redis } from 'ioredis';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import type { Job } from '../../service/contract/index.ts';
import { readInstalled } from '../../service/models/installed.ts';
import { installSynthetic } from '../support/models/install-synthetic.ts';
import { descendants } from '../support/processes.ts';
import { API_KEY } from '../support/service-process.ts';
import { refusedTeamStart, segmentsOnce, TEAM_KEY } from './support/team.ts';
import { startService } from '../support/service.ts';
import type { TestService } from '../support/service.ts';
import { NO_REDIS, RedisServer } from './support/redis.ts';
import { WorkerProcess } from './support/worker.ts';

const SECRET_WORD = 'Zwetschgenknödel';
const document = (lines: number, word: string): string =>
  Array.from({ length: lines }, (_, n) => `${word} number ${n} is served at noon.`).join('\n\n');

describe.skipIf(NO_REDIS)(`a team${NO_REDIS ? ` (skipped: ${NO_REDIS})` : ''}`, () => {
  const redis = new RedisServer(['--appendonly', 'yes']);
  const workers: WorkerProcess[] = [];
  let env: Record<string, string>;
  let host: TestService;
  let client: Redis;
  const startWorker = (
    name: string,
    more: Record<string, string> = {},
    args: string[] = [],
  ): WorkerProcess => {
    const worker = new WorkerProcess({ ...env, ...more }, ['--name', name, ...args]);
    workers.push(worker);
    return worker;
  };
  const states = async () => {
    const { workers: listed } = await host.get<{ workers: { name: string; state: string }[] }>('/v1/workers');
    return Object.fromEntries(listed.map(({ name, state }) => [name, state]));
  };
  const upload = async (lines: number, word = SECRET_WORD): Promise<string> => {
    const { status, body } = await host.upload({ name: 'menu.txt', content: document(lines, word) });
    if (status !== 202) throw new Error(JSON.stringify(body));
    return body.data.id;
  };
  const progress = (id: string, more: (job: Job) => boolean) =>
    expect.poll(async () => more(await host.job(id)), { interval: 50 }).toBe(true);

  beforeAll(async () => {
    await redis.start();
    client = new Redis(redis.url, { maxRetriesPerRequest: null });
    client.on('error', () => undefined);
    env = {
      INTERLINEAR_REDIS_URL: redis.url,
      INTERLINEAR_TEAM_KEY: TEAM_KEY,
      INTERLINEAR_PSEUDO_DELAY_MS: '5',
      INTERLINEAR_MAX_RUNNING_JOBS: '0',
    };
    host = await startService(env);
  });
  afterAll(async () => {
    await Promise.all(workers.map((worker) => worker.close()));
    await host.close();
    client.disconnect();
    await redis.close();
  });

  it('answers 503 in a sentence without a worker, translates with one that joins, and loses one that leaves', async () => {
    const refused = await host.upload({ name: 'menu.txt', content: document(2, 'Soup') });
    expect(refused.status).toBe(503);
    expect(refused.body.detail).toContain('No worker of the team offers');

    const [first, second] = [startWorker('one'), startWorker('two')];
    await first.ready;
    await expect.poll(states).toEqual({ one: 'ready', two: 'ready' });
    const done = await host.ended(await upload(40));
    expect(done.status).toBe('done');
    segmentsOnce(host, done);
    const metrics = async () => (await host.send('GET', '/v1/metrics')).bytes.toString();
    // The host sees them once a second.
    await expect.poll(metrics).toMatch(/^interlinear_team_chunks_total\{outcome="answered"\} [1-9]/m);
    expect(await metrics()).toMatch(/^interlinear_team_chunk_seconds_total\{part="engine"\} .*[1-9]/m);

    expect(await second.close()).toBe(0);
    await expect.poll(states).toEqual({ one: 'ready' });
  });

  it('stops the work of a cancelled job', async () => {
    const id = await upload(1_000, 'Dumpling');
    await progress(id, ({ completed_segments: completed = 0 }) => completed > 0);
    expect((await host.send('POST', `/v1/translate/documents/${id}/cancel`)).status).toBe(200);
    await expect
      .poll(async () => {
        const { workers: listed } = await host.get<{ workers: { busy: number }[] }>('/v1/workers');
        return listed.reduce((sum, { busy }) => sum + busy, 0);
      })
      .toBe(0);
    expect(await client.llen('il:default:c1.pseudo.any:wait')).toBe(0);
  });

  it('finishes a job whose worker, engine process, Redis and host are killed, each segment once', async () => {
    const next = startWorker('three');
    await next.ready;
    const id = await upload(1_000);
    let seen = 0;
    const further = async (): Promise<void> => {
      await progress(id, ({ completed_segments: completed = 0, status }) => {
        return completed > seen || status !== 'running';
      });
      seen = (await host.job(id)).completed_segments ?? seen;
    };
    await further();
    process.kill(next.family()[0]!, 'SIGKILL');
    await further();
    workers[0]!.signal('SIGKILL');
    await further();
    await redis.kill();
    await expect.poll(async () => (await host.job(id)).waiting?.for).toBe('queue');
    await redis.start();
    await further();
    await host.kill();
    await host.start();
    const done = await host.ended(id);
    expect(done.status).toBe('done');
    segmentsOnce(host, done);
  });

  it('leaves no text and no key in Redis, on its disk, in logs, on command lines or in the environment of children', async () => {
    const keys = await client.keys('*');
    const values = await Promise.all(keys.map(async (key) => client.dumpBuffer(key)));
    const files = readdirSync(redis.folder, { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map((entry) => readFileSync(join(entry.parentPath, entry.name)));
    const pids = [host.pid, ...workers.map(({ pid }) => pid)].flatMap((pid) => descendants(pid));
    const children = pids.map((pid) => readFileSync(`/proc/${pid}/environ`));
    const all = [host.pid, ...workers.map(({ pid }) => pid).filter((pid) => descendants(pid).length > 0)];
    const lines = [...all, ...pids].map((pid) => readFileSync(`/proc/${pid}/cmdline`));
    const logs = [host.stderr(), ...workers.map(({ log }) => log)].map((log) => Buffer.from(log));
    expect(files.length).toBeGreaterThan(0);
    expect(Buffer.concat(files).toString('latin1')).toContain('il:default');
    for (const place of [...values, ...files, ...lines, ...logs, ...children]) {
      const text = place.toString('utf8');
      for (const secret of [SECRET_WORD, 'served at noon', TEAM_KEY]) expect(text).not.toContain(secret);
    }
  });

  it('copies the models of the host to a worker that asks for them, and refuses those that are not as listed', async () => {
    const models = join(host.dataDir, 'models');
    const installed = await installSynthetic(models, 'fr', 'de');
    const from = ['--engines', 'bergamot', '--models-from', host.baseUrl];
    const worker = startWorker('copies', { INTERLINEAR_SERVER_KEY: API_KEY }, from);
    expect(JSON.parse((await worker.ready) ?? worker.log)).toMatchObject({ engines: ['bergamot'] });
    expect((await readInstalled(join(worker.dataDir, 'models'))).map(({ id, files }) => [id, files])).toEqual(
      [[installed.id, installed.files]],
    );
    await writeFile(join(models, installed.id, 'vocab.spm'), 'something else');
    const refused = startWorker('refused', { INTERLINEAR_SERVER_KEY: API_KEY }, from);
    expect(await refused.exited).toBe(2);
    expect(refused.log).toMatch(
      /sends something else than the model bergamot-fr-de-tiny: vocab\.spm .*--models-from/,
    );
    expect(await readInstalled(join(refused.dataDir, 'models'))).toEqual([]);
  });

  it('refuses a second host, and workers with another key', async () => {
    const second = await refusedTeamStart(env);
    expect(second.code).toBe(2);
    expect(second.stderr).toContain('Another host serves the team "default" already.');
    const stranger = startWorker('stranger', { INTERLINEAR_TEAM_KEY: 'x'.repeat(43) });
    expect(await stranger.exited).toBe(2);
    expect(stranger.log).toContain('has another team key');
  });
});
