import { mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../service/log.ts';
import { postSignal } from '../../service/worker/endpoint.ts';
import { startEngineProcess } from '../../service/worker/host/engine-process.ts';
import type { EngineProcess, StartEngines } from '../../service/worker/host/engine-process.ts';
import { spawnNodeWorker } from '../../service/worker/host/spawn-node.ts';
import { settingsToArgs } from '../../service/worker/host/spawn.ts';
import type { WorkerSettings } from '../../service/worker/host/spawn.ts';

// These tests start the built worker (out/service/worker.js) as the service does.
const log = createLog({ level: 'error', write: () => undefined });

let folder: string;
const open: EngineProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'engines-test-'));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((engines) => engines.close()));
  await rm(folder, { recursive: true, force: true });
});

describe('the engine process', () => {
  it('answers the questions of an engine with no job and no file, and says how long they took', async () => {
    const engines = await ready({ pseudoDelayMs: 20 });
    const { texts, ms } = await engines.ask({ ...QUESTION, options: { shown: [new Map([[1, 'x']])] } });
    expect(texts).toEqual([expect.stringContaining('<1/>')]);
    expect(ms).toBeGreaterThan(15);
    const [worker] = await engines.workers();
    expect(worker!.busy).toBe(0);
    expect(worker!.engines).toContainEqual({ id: 'pseudo', pairs: [{ from: '*', to: 'en-XA' }] });
    expect(worker!.slots).toBeGreaterThan(0);
  });

  it('stops a question when it is released, and refuses one of an unknown engine', async () => {
    const engines = await ready({ pseudoDelayMs: 3_600_000 });
    const stopped = expect(engines.ask(QUESTION)).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(async () => (await engines.workers())[0]?.busy).toBe(1);
    await engines.release(QUESTION.id);
    await stopped;
    const unknown = engines.ask({ ...QUESTION, engine: 'none' });
    await expect(unknown).rejects.toMatchObject({ code: 'engine_failed', retryable: false });
  });

  it('killed under a question loses nothing that waited to run alone', async () => {
    const engines = await ready({ pseudoDelayMs: 300 });
    const long = engines.ask({ ...QUESTION, texts: Array<string>(500).fill('long') });
    const lost = expect(long).rejects.toMatchObject({ code: 'crashed', retryable: true });
    const suspect = engines.ask({ ...QUESTION, id: 'suspect', options: { alone: true } });
    await taken(engines);
    process.kill(engines.pid!, 'SIGKILL');
    await lost;
    expect((await suspect).texts).toHaveLength(1);
  });

  it('is not asked again for what was released while it was down', async () => {
    const engines = await ready({ pseudoDelayMs: 3_600_000 });
    const died = expect(engines.route(PAIR)).resolves;
    process.kill(engines.pid!, 'SIGKILL');
    await expect.poll(() => engines.pid).toBe(undefined);
    const asked = expect(engines.ask(QUESTION)).rejects.toMatchObject({ code: 'aborted' });
    await engines.release(QUESTION.id);
    await asked;
    await died.toMatchObject({ engine: 'pseudo' });
  });

  it('killed again and again comes back each time', async () => {
    const engines = await ready();
    for (let round = 0; round < 3; round++) {
      process.kill(engines.pid!, 'SIGKILL');
      expect(await engines.route(PAIR)).toMatchObject({ engine: 'pseudo' });
    }
  });

  it('that hangs is killed and started again', async () => {
    const engines = await ready({}, { heartbeat: { everyMs: 500, misses: 4 } });
    const before = engines.pid!;
    process.kill(before, 'SIGSTOP');
    expect(await engines.route(PAIR)).toMatchObject({ engine: 'pseudo' });
    expect(isAlive(before)).toBe(false);
  });

  it('is gone after close, and later calls are refused instead of hanging', async () => {
    const engines = await ready();
    const pid = engines.pid!;
    await engines.close();
    expect(isAlive(pid)).toBe(false);
    await expect(engines.route(PAIR)).rejects.toMatchObject({ code: 'crashed' });
  });

  it('is asked before it is up, and answers once it is', async () => {
    const engines = startEngineProcess({ spawn: spawnWith(SETTINGS), log });
    open.push(engines);
    const first = await Promise.race([engines.engines(), engines.started.then(() => 'up')]);
    expect(first).toBe('up');
    expect((await engines.engines()).map(({ id }) => id)).toContain('pseudo');
  });

  it('that was started ahead is noticed though it was ready before anyone listened', async () => {
    const first = spawnWith(SETTINGS)();
    const later = startEngineProcess({ spawn: spawnWith(SETTINGS), log });
    open.push(later);
    await later.started;
    const engines = startEngineProcess({ spawn: spawnWith(SETTINGS), first, log });
    open.push(engines);
    await engines.started;
    expect(engines.pid).toBe(first.pid);
  });

  it('that was started ahead and has died is started again', async () => {
    const first = spawnWith(SETTINGS)();
    first.kill();
    await new Promise((resolve) => first.onExit(resolve));
    const engines = startEngineProcess({ spawn: spawnWith(SETTINGS), first, log });
    open.push(engines);
    await engines.started;
    expect(engines.pid).not.toBe(first.pid);
  });

  it.each([
    ['keeps its log where its owner says so', true],
    ['that was started ahead writes into no folder that is not known to be ours', false],
  ])('%s', async (_, isOurs) => {
    const logFolder = join(folder, 'logs');
    const child = spawnWith({ ...SETTINGS, logFolder })();
    if (isOurs) postSignal(child, 'keep-log');
    // No call of comlink's: it fails, and that is logged.
    child.post({ id: 'a', type: 'GET', argumentList: [null] });
    expect(await new Promise((resolve) => child.onExit(resolve))).toBe('exit code 70');
    const kept = await readFile(join(logFolder, 'translation.log'), 'utf8').catch(() => undefined);
    if (isOurs) expect(kept).toContain('uncaught exception');
    else expect(await readdir(folder)).toEqual([]);
  });

  it('that does not start is said to be so, and is tried again', async () => {
    let spawned = 0;
    const engines = startEngineProcess({
      spawn: () => {
        const child = spawnWith(SETTINGS)();
        if (++spawned <= 3) child.kill();
        return child;
      },
      log,
    });
    open.push(engines);
    await expect(engines.started).rejects.toThrow('ended while it started');
    expect(await engines.engines()).not.toHaveLength(0);
  });

  it('closed while it starts leaves no process behind', async () => {
    let pid: number | undefined;
    const engines = startEngineProcess({
      spawn: () => {
        const child = spawnWith(SETTINGS)();
        pid = child.pid;
        return child;
      },
      log,
    });
    const refused = expect(engines.started).rejects.toThrow('ended while it started');
    await engines.close();
    await refused;
    expect(isAlive(pid!)).toBe(false);
  });

  it('closed while it waits to start again starts no other', async () => {
    let spawned = 0;
    const engines = startEngineProcess({
      spawn: () => {
        spawned++;
        return spawnWith(SETTINGS)();
      },
      log,
    });
    await engines.started;
    process.kill(engines.pid!, 'SIGKILL');
    await expect.poll(() => engines.pid).toBe(undefined);
    await engines.close();
    await new Promise(setImmediate);
    expect(spawned).toBe(1);
  });

  it('that is not built is refused at once', () => {
    const spawn = () => {
      throw new Error('worker.js is not built.');
    };
    expect(() => startEngineProcess({ spawn, log })).toThrow('not built');
  });
});

const SETTINGS = { pseudoDelayMs: 0, logLevel: 'error' } as const;
const spawnWith = (settings: WorkerSettings) => () => spawnNodeWorker(settingsToArgs(settings));
const PAIR = { from: 'en', to: 'en-XA' };
const QUESTION = { id: 'question', engine: 'pseudo', pair: PAIR, texts: ['Save <1/>'], options: {} };

async function ready(
  settings: { pseudoDelayMs?: number } = {},
  limits: StartEngines['limits'] = {},
): Promise<EngineProcess> {
  const engines = startEngineProcess({ spawn: spawnWith({ ...SETTINGS, ...settings }), log, limits });
  open.push(engines);
  await engines.started;
  return engines;
}

/** Resolves once the process has taken what was asked of it before: it takes requests in their order. */
async function taken(engines: EngineProcess): Promise<void> {
  await engines.engines();
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
