import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createLog } from '../../service/log.ts';
import { encodeJobRecord } from '../../service/records/job-record.ts';
import type { JobRecord } from '../../service/records/job-record.ts';
import { postSignal } from '../../service/worker/endpoint.ts';
import { spawnNodeWorker } from '../../service/worker/host/spawn-node.ts';
import { settingsToArgs } from '../../service/worker/host/spawn.ts';
import type { WorkerSettings } from '../../service/worker/host/spawn.ts';
import { startTranslation } from '../../service/worker/host/translation-process.ts';
import type { StartTranslation } from '../../service/worker/host/translation-process.ts';
import type { TranslationProcess } from '../../service/worker/translation-port.ts';

// These tests start the built worker (out/service/worker.js) as the service does.
const SOURCE = 'Good morning\nGood morning\n\n42\nAll doors open at nine\n';
const log = createLog({ level: 'error', write: () => undefined });

let folder: string;
const open: TranslationProcess[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'worker-test-'));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((translation) => translation.close()));
  await rm(folder, { recursive: true, force: true });
});

describe('the translation process', () => {
  it('takes a document from upload to result', async () => {
    const { translation, task, paths } = await ready();
    const extracted = await translation.extract(task);
    expect(extracted).toMatchObject({ fileType: 'txt', segmentCount: 4, sourceChars: 48 });

    const plan = await translation.plan({ ...task, ...paths });
    const indexes = plan.pending.map(({ index }) => index);
    expect(plan.pending[0]).toEqual({ index: 0, chars: 12, weight: 2 });

    const { lines } = await translation.translate({
      ...task,
      ...paths,
      engine: 'pseudo',
      pair: PAIR,
      indexes,
    });
    await writeFile(paths.journalPath, lines);
    expect(await translation.plan({ ...task, ...paths })).toMatchObject({ completed: 4, pending: [] });

    const result = await translation.assemble(assembly(task, paths));
    const text = await readFile(paths.resultPath, 'utf8');
    expect(result.bytes).toBe(Buffer.byteLength(text));
    const [first, second, , number] = text.split('\n');
    expect(first).not.toBe('Good morning');
    expect(second).toBe(first);
    expect(number).toContain('42');
  });

  it('answers a batch with plain texts, in the order and with the ids of its segments', async () => {
    const { translation, task, paths } = await ready();
    const segments = [
      { text: 'a &lt; b', id: 'x' },
      { text: 'a &lt; b' },
      { text: '42', id: '', copy: true },
    ];
    await writeFile(paths.segmentsPath, ndjson(segments));
    await writeFile(paths.journalPath, ndjson([{ i: 0, t: 'A &lt; B', f: ['codes_repaired'] }]));
    const result = await translation.assemble({
      ...assembly(task, paths),
      kind: 'batch',
      fileType: undefined,
    });
    expect(JSON.parse(await readFile(paths.resultPath, 'utf8'))).toEqual([
      { id: 'x', text: 'a < b', translated_text: 'A < B' },
      { text: 'a < b', translated_text: 'A < B' },
      { id: '', text: '42', translated_text: '42' },
    ]);
    expect(result.warnings).toMatchObject([{ code: 'codes_repaired', count: 2 }]);
  });

  it.each([
    [true, "'=1+1,x\n", ['formula_escaped']],
    [false, '=1+1,x\n', []],
  ])('escapes formulas in a table as the setting says: %s', async (escapeFormulas, result, codes) => {
    const { translation, task, paths } = await ready({ escapeFormulas });
    await writeFile(task.sourcePath, 'two,x\n');
    await writeFile(paths.segmentsPath, ndjson([{ text: 'two' }]));
    await writeFile(paths.journalPath, ndjson([{ i: 0, t: '=1+1' }]));
    const { warnings } = await translation.assemble({ ...assembly(task, paths), fileType: 'csv' });
    expect(await readFile(paths.resultPath, 'utf8')).toBe(result);
    expect(warnings.map(({ code }) => code)).toEqual(codes);
  });

  it('builds a table by the tabs that its name promises, as it was read', async () => {
    const { translation, task, paths } = await ready();
    const table = { ...task, fileName: 'list.tsv' };
    await writeFile(table.sourcePath, 'Yes, no\nOne, two\tx\n');
    expect(await translation.extract(table)).toMatchObject({ fileType: 'csv', segmentCount: 2 });
    await writeFile(
      paths.journalPath,
      ndjson([
        { i: 0, t: 'Sí, no' },
        { i: 1, t: 'Uno, dos' },
      ]),
    );
    await translation.assemble({ ...assembly(table, paths), fileType: 'csv' });
    expect(await readFile(paths.resultPath, 'utf8')).toBe('Sí, no\nUno, dos\tx\n');
  });

  it('does not build a file with a segment missing', async () => {
    const { translation, task, paths } = await ready();
    await translation.extract(task);
    await expect(translation.assemble(assembly(task, paths))).rejects.toMatchObject({
      name: 'WorkerError',
      message: expect.stringContaining('Segment 1') as string,
    });
    expect(await readdir(folder)).not.toContain('result.txt');
  });

  it('passes a refusal on whole', async () => {
    const { translation, task } = await ready();
    await writeFile(task.sourcePath, '');
    await expect(translation.extract(task)).rejects.toMatchObject({
      name: 'ProblemError',
      status: 400,
      errors: [{ field: 'file', code: 'empty_file' }],
    });
  });

  it('stops a job at once when it is released', async () => {
    const { translation, task, paths } = await ready({ pseudoDelayMs: 3_600_000 });
    await translation.extract(task);
    const chunk = translation.translate({ ...task, ...paths, engine: 'pseudo', pair: PAIR, indexes: [0, 3] });
    const stopped = expect(chunk).rejects.toMatchObject({ name: 'AbortError', code: 'aborted' });
    await taken(translation);
    await translation.release(task.jobId);
    await stopped;
  });

  it('killed in the middle of work rejects that work as retryable and is there again for the next call', async () => {
    const { translation, task, paths } = await ready({ pseudoDelayMs: 3_600_000 });
    await translation.extract(task);
    const restarted = new Promise<void>((resolve) => translation.onRestart(resolve));
    const before = translation.pid!;
    const chunk = translation.translate({ ...task, ...paths, engine: 'pseudo', pair: PAIR, indexes: [0] });
    const lost = expect(chunk).rejects.toMatchObject({ code: 'crashed', retryable: true });
    await taken(translation);
    process.kill(before, 'SIGKILL');
    await lost;
    // Asked while it is down: waits for the next one.
    expect(await translation.plan({ ...task, ...paths })).toMatchObject({ segmentCount: 4 });
    await restarted;
    expect(translation.pid).not.toBe(before);
  });

  it('answers the questions of an engine with no job and no file, and says how long they took', async () => {
    const { translation } = await ready({ pseudoDelayMs: 20 });
    const { texts, ms } = await translation.ask({ ...QUESTION, options: { shown: [new Map([[1, 'x']])] } });
    expect(texts).toEqual([expect.stringContaining('<1/>')]);
    expect(ms).toBeGreaterThan(15);
    const [worker] = await translation.workers();
    expect(worker!.busy).toBe(0);
    expect(worker!.engines).toContainEqual({ id: 'pseudo', pairs: [{ from: '*', to: 'en-XA' }] });
    expect(worker!.slots).toBeGreaterThan(0);
  });

  it('stops a question when it is released, and refuses one of an unknown engine', async () => {
    const { translation } = await ready({ pseudoDelayMs: 3_600_000 });
    const stopped = expect(translation.ask(QUESTION)).rejects.toMatchObject({ name: 'AbortError' });
    await expect.poll(async () => (await translation.workers())[0]?.busy).toBe(1);
    await translation.release(QUESTION.id);
    await stopped;
    const unknown = translation.ask({ ...QUESTION, engine: 'none' });
    await expect(unknown).rejects.toMatchObject({ code: 'engine_failed', retryable: false });
  });

  it('killed under a question loses nothing that waited to run alone', async () => {
    const { translation } = await ready({ pseudoDelayMs: 300 });
    const long = translation.ask({ ...QUESTION, texts: Array<string>(500).fill('long') });
    const lost = expect(long).rejects.toMatchObject({ code: 'crashed', retryable: true });
    const suspect = translation.ask({ ...QUESTION, id: 'suspect', options: { alone: true } });
    await taken(translation);
    process.kill(translation.pid!, 'SIGKILL');
    await lost;
    expect((await suspect).texts).toHaveLength(1);
  });

  it('is not asked again for what was released while it was down', async () => {
    const { translation, task } = await ready();
    const died = expect(
      translation.examineTexts({ jobId: 'other', account: 'local', texts: ['a'] }),
    ).resolves;
    process.kill(translation.pid!, 'SIGKILL');
    await expect.poll(() => translation.pid).toBe(undefined);
    const extracted = expect(translation.extract(task)).rejects.toMatchObject({ code: 'aborted' });
    await translation.release(task.jobId);
    await extracted;
    await died.toMatchObject({ sourceChars: 1 });
  });

  it('killed again and again comes back each time', async () => {
    const { translation, task } = await ready();
    for (let round = 0; round < 3; round++) {
      process.kill(translation.pid!, 'SIGKILL');
      expect(await translation.extract(task)).toMatchObject({ fileType: 'txt' });
    }
  });

  it('that hangs is killed and started again', async () => {
    const { translation, task } = await ready({}, { heartbeat: { everyMs: 500, misses: 4 } });
    const before = translation.pid!;
    process.kill(before, 'SIGSTOP');
    expect(await translation.extract(task)).toMatchObject({ fileType: 'txt' });
    expect(isAlive(before)).toBe(false);
  });

  it('is gone after close, and later calls are refused instead of hanging', async () => {
    const { translation, task } = await ready();
    const pid = translation.pid!;
    await translation.close();
    expect(isAlive(pid)).toBe(false);
    await expect(translation.extract(task)).rejects.toMatchObject({ code: 'crashed' });
  });

  it('is asked before it is up, and answers once it is', async () => {
    const translation = startTranslation({ spawn: spawnWith(SETTINGS), log });
    open.push(translation);
    const first = await Promise.race([translation.engines(), translation.started.then(() => 'up')]);
    expect(first).toBe('up');
    expect((await translation.engines()).map(({ id }) => id)).toContain('pseudo');
  });

  it('that was started ahead is heard though it was ready before anyone listened', async () => {
    const first = spawnWith(SETTINGS)();
    const later = startTranslation({ spawn: spawnWith(SETTINGS), log });
    open.push(later);
    await later.started;
    const translation = startTranslation({ spawn: spawnWith(SETTINGS), first, log });
    open.push(translation);
    await translation.started;
    expect(translation.pid).toBe(first.pid);
  });

  it('that was started ahead and has died is started again', async () => {
    const first = spawnWith(SETTINGS)();
    first.kill();
    await new Promise((resolve) => first.onExit(resolve));
    const translation = startTranslation({ spawn: spawnWith(SETTINGS), first, log });
    open.push(translation);
    await translation.started;
    expect(translation.pid).not.toBe(first.pid);
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
    const translation = startTranslation({
      spawn: () => {
        const child = spawnWith(SETTINGS)();
        if (++spawned <= 3) child.kill();
        return child;
      },
      log,
    });
    open.push(translation);
    await expect(translation.started).rejects.toThrow('ended while it started');
    expect(await translation.engines()).not.toHaveLength(0);
  });

  it('closed while it starts leaves no process behind', async () => {
    let pid: number | undefined;
    const translation = startTranslation({
      spawn: () => {
        const child = spawnWith(SETTINGS)();
        pid = child.pid;
        return child;
      },
      log,
    });
    const refused = expect(translation.started).rejects.toThrow('ended while it started');
    await translation.close();
    await refused;
    expect(isAlive(pid!)).toBe(false);
  });

  it('closed while it waits to start again starts no other', async () => {
    let spawned = 0;
    const translation = startTranslation({
      spawn: () => {
        spawned++;
        return spawnWith(SETTINGS)();
      },
      log,
    });
    await translation.started;
    process.kill(translation.pid!, 'SIGKILL');
    await expect.poll(() => translation.pid).toBe(undefined);
    await translation.close();
    await new Promise(setImmediate);
    expect(spawned).toBe(1);
  });

  it('that is not built is refused at once', () => {
    const spawn = () => {
      throw new Error('worker.js is not built.');
    };
    expect(() => startTranslation({ spawn, log })).toThrow('not built');
  });
});

const SETTINGS = { pseudoDelayMs: 0, escapeFormulas: true, logLevel: 'error' } as const;
const spawnWith = (settings: WorkerSettings) => () => spawnNodeWorker(settingsToArgs(settings));
const PAIR = { from: 'en', to: 'en-XA' };
const QUESTION = { id: 'question', engine: 'pseudo', pair: PAIR, texts: ['Save <1/>'], options: {} };
const RECORD: JobRecord = {
  version: 1,
  id: '01a1f930-3892-7000-b78e-04a43122fe34',
  account_id: 'local',
  kind: 'document',
  file_type: 'txt',
  segment_count: 4,
  source_chars: 48,
  source_words: 8,
  ...PAIR,
  engine: 'pseudo',
  engine_pair: PAIR,
  options: {},
  created_at: '2026-03-01T12:00:00.000Z',
  warnings: [],
};

async function ready(
  settings: { pseudoDelayMs?: number; escapeFormulas?: boolean } = {},
  limits: StartTranslation['limits'] = {},
) {
  const translation = startTranslation({
    spawn: spawnWith({ ...SETTINGS, ...settings }),
    log,
    limits,
  });
  open.push(translation);
  await translation.started;
  const at = (name: string) => join(folder, name);
  await writeFile(at('source.txt'), SOURCE);
  await writeFile(at('job.json'), encodeJobRecord(RECORD));
  const paths = {
    segmentsPath: at('segments.ndjson'),
    journalPath: at('journal.ndjson'),
    editsPath: at('edits.ndjson'),
    jobPath: at('job.json'),
    resultPath: at('result.txt'),
  };
  const task = {
    jobId: 'job-1',
    account: 'local',
    sourcePath: at('source.txt'),
    fileName: 'letter.txt',
    mediaType: undefined,
    segmentsPath: paths.segmentsPath,
  };
  return { translation, task, paths };
}

/** Resolves once the process has taken what was asked of it before: it takes requests in their order. */
async function taken(translation: Ready['translation']): Promise<void> {
  await translation.engines();
}

type Ready = Awaited<ReturnType<typeof ready>>;

function assembly(task: Ready['task'], paths: Ready['paths']) {
  return { ...task, ...paths, kind: 'document' as const, fileType: 'txt' as const, ...PAIR };
}

function ndjson(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}

function isAlive(pid: number): boolean {
  try {
    process.kill(pid, 0);
    return true;
  } catch {
    return false;
  }
}
