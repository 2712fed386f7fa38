import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it, vi } from 'vitest';
import { builtFile } from '../../service/lib/built-file.ts';
import { createDocumentTasks } from '../../service/worker/host/document-tasks.ts';
import type { DocumentTasks } from '../../service/worker/host/document-tasks.ts';
import type { AssembleTask, BatchTask, ExtractTask } from '../../service/worker/document-port.ts';

// These tests start the built process (out/service/document-process.js) with a thread that follows the tests'
// orders.
const threadPath = join(import.meta.dirname, 'fixtures', 'misbehaving-thread.mjs');
const start = (extractMs: number) =>
  createDocumentTasks(builtFile('document-process.js'), {
    threadPath,
    extractMs,
    assembleMs: 800,
    heapMb: 64,
  });

let tasks: DocumentTasks;
let patient: DocumentTasks;
beforeAll(() => {
  vi.stubEnv('INTERLINEAR_API_KEY', 'an-administrators-key-of-32-characters');
  vi.stubEnv('SOME_OTHER_TOKEN', 'secret');
  tasks = start(400);
  // Other programs may keep this one from the processor.
  patient = start(60_000);
});
afterAll(async () => {
  vi.unstubAllEnvs();
  await tasks.close();
  await patient.close();
});

const never = new AbortController().signal;
const doing = (fileName: string, account = 'local') =>
  ({ jobId: 'j', account, sourcePath: '', fileName }) as ExtractTask & AssembleTask & BatchTask;
const hostile = { name: 'ProblemError', status: 400, errors: [{ field: 'file', code: 'hostile_file' }] };

describe('a document process', () => {
  it('that spins is ended, and the file refused in words for people', async () => {
    await expect(tasks.extract(doing('spins'), never)).rejects.toMatchObject(hostile);
  });

  it('that spins over a batch is ended, and the segments refused', async () => {
    await expect(tasks.prepareBatch(doing('spins'), never)).rejects.toMatchObject({
      name: 'ProblemError',
      errors: [{ field: 'segments' }],
    });
  });

  it.each(['eats', 'splits'])(
    'that dies of what it %s leaves this process alone, and the file is refused',
    async (act) => {
      await expect(patient.extract(doing(act), never)).rejects.toMatchObject({
        ...hostile,
        message: expect.stringContaining('memory') as string,
      });
      await expect(patient.extract(doing('works'), never)).resolves.toMatchObject({ fileType: 'txt' });
    },
  );

  it('that spins while it builds a result fails the job, not the request', async () => {
    await expect(tasks.assemble(doing('spins'), never)).rejects.toMatchObject({
      name: 'WorkerError',
      code: 'timeout',
      retryable: false,
    });
  });

  it('of other accounts is not waited for by a small batch, from its segments to its result', async () => {
    const controller = new AbortController();
    const slow = ['a', 'a', 'b', 'b', 'c'].map((account) =>
      patient.extract(doing('spins', account), controller.signal).catch((error: unknown) => error),
    );
    await expect(patient.prepareBatch(doing('works', 'third'), never)).resolves.toBeDefined();
    const batch = { ...doing('works', 'third'), kind: 'batch' } as AssembleTask;
    await expect(patient.assemble(batch, never)).resolves.toBeDefined();
    controller.abort();
    await Promise.all(slow);
  });

  it('is killed when its job is released', async () => {
    const controller = new AbortController();
    const spinning = patient.extract(doing('spins'), controller.signal);
    controller.abort();
    await expect(spinning).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('with a bug does not blame the file', async () => {
    await expect(patient.extract(doing('throws'), never)).rejects.toMatchObject({
      code: 'crashed',
      retryable: true,
    });
  });

  it('leaves room for the next: files wait in a queue, and waiting does not count towards their limit', async () => {
    const spinning = [1, 2, 3, 4].map(() => tasks.extract(doing('spins'), never).catch(() => 'refused'));
    const last = patient.extract(doing('works'), never);
    await expect(last).resolves.toMatchObject({ fileType: 'txt' });
    expect(await Promise.all(spinning)).toEqual(['refused', 'refused', 'refused', 'refused']);
  });

  it("takes another account's file while one account's files take all their time", async () => {
    const controller = new AbortController();
    const spinning = [1, 2, 3, 4].map(() =>
      patient.extract(doing('spins', 'greedy'), controller.signal).catch(() => 'ended'),
    );
    await expect(patient.extract(doing('works', 'honest'), never)).resolves.toMatchObject({
      fileType: 'txt',
    });
    controller.abort();
    await Promise.all(spinning);
  });

  it('knows no key, and nothing else of the environment that it has no need of', async () => {
    const environment = await patient.extract(doing('tellsEnvironment'), never);
    expect(environment).toHaveProperty('PATH');
    expect(environment).not.toHaveProperty('INTERLINEAR_API_KEY');
    expect(environment).not.toHaveProperty('SOME_OTHER_TOKEN');
  });
});
