import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFile } from '../../service/lib/built-file.ts';
import { encodeJournalLine } from '../../service/records/journal.ts';
import { encodeSegmentLine } from '../../service/records/segments.ts';
import { createTextTasks } from '../../service/worker/host/text-tasks.ts';

const texts = createTextTasks(builtFile('text-thread.js'), builtFile('document-process.js'));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'job-reads-'));
});
afterAll(async () => {
  await texts.close();
  await rm(folder, { recursive: true, force: true });
});

/** A job of two segments, the first so long. */
async function job(length: number) {
  const segmentsPath = join(folder, `${length}.ndjson`);
  const journalPath = join(folder, `${length}.journal`);
  const lines = ['&amp;'.repeat(length), 'Two.'].map((text) => encodeSegmentLine({ text }));
  await writeFile(segmentsPath, lines.join(''));
  await writeFile(journalPath, encodeJournalLine({ i: 1, t: 'Zwei.' }));
  return { account: 'a', jobId: 'j', segmentsPath, journalPath, editsPath: join(folder, 'edits.ndjson') };
}

const never = new AbortController().signal;

describe('reading the files of a job', () => {
  it.each([
    ['few', 10],
    ['many', 120_000],
  ])('of %s texts gives its plan and its pages', async (_, length) => {
    const task = await job(length);
    expect(await texts.plan(task, never)).toEqual({
      segmentCount: 2,
      completed: 1,
      pending: [{ index: 0, chars: length, weight: 1 }],
    });
    const { json } = await texts.page({ ...task, kind: 'batch', start: 0, limit: 10 });
    expect(JSON.parse(Buffer.from(json).toString())).toMatchObject([
      { text: '&'.repeat(length), translated_text: null },
      { text: 'Two.', translated_text: 'Zwei.' },
    ]);
  });

  it('that are gone is reported as damage, and the next is read', async () => {
    const task = await job(30_000);
    const gone = { ...task, segmentsPath: join(folder, 'gone') };
    await expect(texts.plan(gone, never)).rejects.toMatchObject({ code: 'damaged_job' });
    await expect(texts.plan(task, never)).resolves.toMatchObject({ segmentCount: 2 });
  });

  it('ends with its job', async () => {
    const task = await job(30_000);
    await expect(texts.plan(task, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
