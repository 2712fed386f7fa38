import { join } from 'node:path';
import { afterAll, describe, expect, it } from 'vitest';
import { createDocumentTasks } from '../../service/worker/document-tasks.ts';
import type { AssembleTask, ExtractTask } from '../../service/worker/port.ts';

const thread = join(import.meta.dirname, 'fixtures', 'misbehaving-thread.mjs');
/** For threads that are to run out of time, and for all others. */
const hasty = createDocumentTasks(thread, { extractMs: 400, assembleMs: 800, heapMb: 64 });
const tasks = createDocumentTasks(thread, { extractMs: 3_600_000, assembleMs: 3_600_000, heapMb: 64 });
afterAll(() => Promise.all([hasty.close(), tasks.close()]));

const never = new AbortController().signal;
const doing = (fileName: string) => ({ jobId: 'j', sourcePath: '', fileName }) as ExtractTask & AssembleTask;

describe('a document thread', () => {
  it('that spins is ended, and the file refused in words for people', async () => {
    await expect(hasty.extract(doing('spins'), never)).rejects.toMatchObject({
      name: 'ProblemError',
      status: 400,
      errors: [{ field: 'file', code: 'hostile_file' }],
    });
    await expect(hasty.detect(doing('spins'))).rejects.toMatchObject({ name: 'ProblemError' });
  });

  it('that eats memory is ended without harm to this process, and the file refused', async () => {
    await expect(tasks.extract(doing('eats'), never)).rejects.toMatchObject({
      name: 'ProblemError',
      message: expect.stringContaining('memory') as string,
    });
  });

  it('that spins while it builds a result fails the job, not the request', async () => {
    await expect(hasty.assemble(doing('spins'), never)).rejects.toMatchObject({
      name: 'WorkerError',
      code: 'timeout',
      retryable: false,
    });
  });

  it('is killed when its job is released', async () => {
    const controller = new AbortController();
    const spinning = tasks.assemble(doing('spins'), controller.signal);
    setTimeout(() => controller.abort(), 100);
    await expect(spinning).rejects.toMatchObject({ name: 'AbortError' });
  });

  it('with a bug does not blame the file', async () => {
    await expect(tasks.extract(doing('throws'), never)).rejects.toMatchObject({
      message: 'a bug in a filter',
    });
    await expect(tasks.extract(doing('throws'), never)).rejects.not.toMatchObject({ name: 'ProblemError' });
  });

  it('leaves room for the next: files wait for a thread, and the wait does not count as theirs', async () => {
    // Long enough to begin and work on a busy machine, shorter than the wait for two rounds of the others.
    const limited = createDocumentTasks(thread, { extractMs: 3_000, assembleMs: 3_000, heapMb: 64 });
    const spinning = [1, 2, 3, 4].map(() => limited.extract(doing('spins'), never).catch(() => 'refused'));
    const patient = limited.extract(doing('works'), never);
    await expect(patient).resolves.toMatchObject({ fileType: 'txt' });
    expect(await Promise.all(spinning)).toEqual(['refused', 'refused', 'refused', 'refused']);
    await limited.close();
  });
});
