import { mkdtemp, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { builtFile } from '../../service/lib/built-file.ts';
import { encodeJournalLine } from '../../service/records/journal.ts';
import { encodeSegmentLine } from '../../service/records/segments.ts';
import { createJobReader, jobReads } from '../../service/worker/text/job-reads.ts';
import { createTextTasks } from '../../service/worker/translation/text-tasks.ts';

const texts = createTextTasks(builtFile('text-thread.js'));
let folder: string;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'job-reads-'));
});
afterAll(async () => {
  await texts.close();
  await rm(folder, { recursive: true, force: true });
});

/** A job of two segments, the first so long; and the names of what was done in a thread. */
async function job(length: number) {
  const segmentsPath = join(folder, `${length}.ndjson`);
  const journalPath = join(folder, `${length}.journal`);
  const lines = ['&amp;'.repeat(length), 'Two.'].map((text) => encodeSegmentLine({ text }));
  await writeFile(segmentsPath, lines.join(''));
  await writeFile(journalPath, encodeJournalLine({ i: 1, t: 'Zwei.' }));
  const inThread: string[] = [];
  const reader = createJobReader({
    run: (account, name, task, signal) => {
      inThread.push(name);
      return texts.run(account, name, task, signal);
    },
  });
  return {
    task: {
      account: 'a',
      jobId: 'j',
      segmentsPath,
      journalPath,
      jobPath: join(folder, 'job.json'),
      editsPath: join(folder, 'edits.ndjson'),
    },
    reader,
    inThread,
  };
}

const never = new AbortController().signal;

describe('reading the files of a job', () => {
  it('with long texts is done in threads, and comes to the same as without', async () => {
    const { task, reader, inThread } = await job(30_000);
    const page = { ...task, kind: 'batch' as const, start: 0, limit: 10 };
    expect(await reader.plan(task, never)).toEqual(await jobReads.plan(task));
    expect(await reader.segments(task, never)).toEqual(await jobReads.segments(task));
    const { json } = await reader.page(page);
    expect(JSON.parse(Buffer.from(json).toString())).toMatchObject([
      { text: '&'.repeat(30_000), translated_text: null },
      { text: 'Two.', translated_text: 'Zwei.' },
    ]);
    expect(inThread).toEqual(['plan', 'segments', 'page']);
  });

  it('with many texts may take longer', async () => {
    const { task } = await job(1_000_000);
    let times: number | undefined;
    const reader = createJobReader({
      run: (...[account, name, read, signal, asked]) => {
        times = asked;
        return texts.run(account, name, read, signal, asked);
      },
    });
    expect(await reader.segments(task, never)).toHaveLength(2);
    expect(times).toBeCloseTo(5_000_000 / 1_048_576, 1);
  });

  it('with short ones is done where it is asked for', async () => {
    const { task, reader, inThread } = await job(10);
    expect((await reader.plan(task, never)).plan).toMatchObject({ segmentCount: 2, completed: 1 });
    expect(inThread).toEqual([]);
  });

  it('gives the segments with the plan, but not where nothing is left to do with them', async () => {
    const { task, reader } = await job(10);
    expect((await reader.plan(task, never)).segments).toEqual(await reader.segments(task, never));
    const lines = [0, 1].map((i) => encodeJournalLine({ i, t: 'Eins.' }));
    await writeFile(task.journalPath, lines.join(''));
    expect(await reader.plan(task, never)).toEqual({ plan: { segmentCount: 2, completed: 2, pending: [] } });
  });

  it('that are gone is reported as damage, and the next is read', async () => {
    const { task, reader } = await job(30_000);
    const gone = { ...task, segmentsPath: join(folder, 'gone') };
    await expect(reader.plan(gone, never)).rejects.toMatchObject({ code: 'damaged_job' });
    await expect(reader.plan(task, never)).resolves.toMatchObject({ plan: { segmentCount: 2 } });
  });

  it('ends with its job', async () => {
    const { task, reader } = await job(30_000);
    await expect(reader.plan(task, AbortSignal.abort())).rejects.toMatchObject({ name: 'AbortError' });
  });
});
