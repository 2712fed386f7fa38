import { mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { builtFile } from '../../service/lib/built-file.ts';
import { createLog } from '../../service/log.ts';
import { encodeJobRecord } from '../../service/records/job-record.ts';
import type { JobRecord } from '../../service/records/job-record.ts';
import { codesRepaired } from '../../service/records/stored-flags.ts';
import { createDocumentTasks } from '../../service/worker/host/document-tasks.ts';
import { startEngineProcess } from '../../service/worker/host/engine-process.ts';
import type { EngineProcess } from '../../service/worker/host/engine-process.ts';
import { spawnNodeWorker } from '../../service/worker/host/spawn-node.ts';
import { settingsToArgs } from '../../service/worker/host/spawn.ts';
import { createTextTasks } from '../../service/worker/host/text-tasks.ts';
import { createTranslation } from '../../service/worker/host/translation.ts';

// These tests start the built processes (out/service) as the service does.
const SOURCE = 'Good morning\nGood morning\n\n42\nAll doors open at nine\n';
const log = createLog({ level: 'error', write: () => undefined });

let folder: string;
const open: { close(): Promise<void> }[] = [];

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'translation-test-'));
});

afterEach(async () => {
  await Promise.all(open.splice(0).map((part) => part.close()));
  await rm(folder, { recursive: true, force: true });
});

describe('the translation of documents', () => {
  it('takes a document from upload to result', async () => {
    const { translation, task, paths } = await ready();
    const extracted = await translation.extract(task);
    expect(extracted).toMatchObject({ fileType: 'txt', segmentCount: 4, sourceChars: 48 });

    const plan = await translation.plan({ ...task, ...paths });
    const indexes = plan.pending.map(({ index }) => index);
    expect(plan.pending[0]).toEqual({ index: 0, chars: 12, weight: 2 });

    const { lines } = await translation.translate(chunkOf(task, indexes));
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
    await writeFile(paths.journalPath, ndjson([{ i: 0, t: 'A &lt; B', f: [codesRepaired()] }]));
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
    const { translation, engines, task } = await ready({ pseudoDelayMs: 3_600_000 });
    await translation.extract(task);
    const chunk = translation.translate(chunkOf(task, [0, 3]));
    const stopped = expect(chunk).rejects.toMatchObject({ name: 'AbortError', code: 'aborted' });
    await atWork(engines);
    await translation.release(task.jobId);
    await stopped;
    await expect.poll(async () => (await engines.workers())[0]?.busy).toBe(0);
  });

  it('whose engine is killed in the middle of a chunk rejects that as retryable, and goes on', async () => {
    const { translation, engines, task } = await ready({ pseudoDelayMs: 3_600_000 });
    await translation.extract(task);
    const restarted = new Promise<void>((resolve) => translation.onRestart(resolve));
    const before = engines.pid!;
    const chunk = translation.translate(chunkOf(task, [0]));
    const lost = expect(chunk).rejects.toMatchObject({ code: 'crashed', retryable: true });
    await atWork(engines);
    process.kill(before, 'SIGKILL');
    await lost;
    // Asked while it is down: waits for the next one.
    expect(await translation.route(PAIR)).toMatchObject({ engine: 'pseudo' });
    await restarted;
    expect(engines.pid).not.toBe(before);
  });

  it('whose engine is killed again and again is extracted and built all the same', async () => {
    const { translation, engines, task, paths } = await ready();
    await writeFile(task.sourcePath, 'All doors open at nine\n'.repeat(20_000));
    const done = new AbortController();
    const extracted = translation.extract(task).finally(() => done.abort());
    const pids = new Set<number>();
    while (!done.signal.aborted) {
      const { pid } = engines;
      if (pid !== undefined && !pids.has(pid)) process.kill(pid, 'SIGKILL');
      if (pid !== undefined) pids.add(pid);
      await new Promise(setImmediate);
    }
    expect(await extracted).toMatchObject({ segmentCount: 20_000 });
    expect(pids.size).toBeGreaterThan(0);
    await writeFile(paths.journalPath, ndjson([{ i: 0, t: 'Um neun' }]));
    expect(await translation.plan({ ...task, ...paths })).toMatchObject({ completed: 20_000 });
  });
});

const PAIR = { from: 'en', to: 'en-XA' };
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

async function ready({ pseudoDelayMs = 0, escapeFormulas = true } = {}) {
  const engines = startEngineProcess({
    spawn: () => spawnNodeWorker(settingsToArgs({ pseudoDelayMs, logLevel: 'error' })),
    log,
  });
  const [processPath, threadPath] = [builtFile('document-process.js'), builtFile('text-thread.js')];
  const documents = createDocumentTasks(processPath, { formatDefaults: { escape_formulas: escapeFormulas } });
  const texts = createTextTasks(threadPath, processPath);
  open.push(engines, documents, texts);
  const translation = createTranslation({ engines, documents, texts });
  await engines.started;
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
    owner: 'local',
    sourcePath: at('source.txt'),
    fileName: 'letter.txt',
    mediaType: undefined,
    segmentsPath: paths.segmentsPath,
  };
  return { translation, engines, task, paths };
}

/** Resolves once an engine works on what it was asked. */
async function atWork(engines: EngineProcess): Promise<void> {
  await expect.poll(async () => (await engines.workers())[0]?.busy).toBe(1);
}

function chunkOf(task: Ready['task'], indexes: number[]) {
  return { ...task, engine: 'pseudo', pair: PAIR, options: {}, indexes };
}

type Ready = Awaited<ReturnType<typeof ready>>;

function assembly(task: Ready['task'], paths: Ready['paths']) {
  return { ...task, ...paths, kind: 'document' as const, fileType: 'txt' as const, ...PAIR };
}

function ndjson(values: readonly unknown[]): string {
  return values.map((value) => `${JSON.stringify(value)}\n`).join('');
}
