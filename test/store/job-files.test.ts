import { appendFile, mkdtemp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { openJobFiles } from '../../service/store/job-files.ts';
import type { JobRecord } from '../../service/records/job-record.ts';
import type { FileStore } from '../../service/store/store-port.ts';

const ID = '01a1f930-3892-7000-b78e-04a43122fe34';
const RECORD: JobRecord = {
  version: 1,
  id: ID,
  account_id: 'local',
  kind: 'document',
  file_type: 'txt',
  segment_count: 2,
  source_chars: 6,
  source_words: 1,
  from: 'en',
  to: 'es',
  engine: 'pseudo',
  engine_pair: { from: 'en', to: 'es' },
  options: {},
  created_at: '2026-03-01T12:00:00.000Z',
  warnings: [],
};
const END = { status: 'done', at: '2026-03-01T12:00:01.000Z', charge: 6, completed: 2, warnings: [] };

let folder: string;
let files: FileStore;
let journal: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-files-'));
  files = await openJobFiles(folder);
  journal = files.paths(RECORD).journal;
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function newJob(): Promise<void> {
  const upload = files.newUploadPath();
  await writeFile(upload, 'One\nTwo');
  const draft = await files.draft(ID);
  await writeFile(draft.paths.segments, '{"text":"One"}\n{"text":"Two","id":"x"}\n');
  await draft.takeSource(upload, 'txt');
  await draft.commit(RECORD);
}

function line(value: unknown): Uint8Array {
  return Buffer.from(`${JSON.stringify(value)}\n`);
}

describe('a job’s folder', () => {
  it('appears whole, takes the upload over, and can be read again', async () => {
    await newJob();
    expect(await files.ids()).toEqual([ID]);
    expect((await readdir(join(folder, 'jobs', ID))).sort()).toEqual([
      'job.json',
      'journal.ndjson',
      'segments.ndjson',
      'source.txt',
    ]);
    expect(await files.readJob(ID)).toEqual(RECORD);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });

  it('vanishes with its draft, also after it was put in place', async () => {
    const draft = await files.draft(ID);
    await writeFile(draft.paths.segments, '');
    await draft.discard();
    expect(await readdir(join(folder, 'jobs'))).toEqual([]);
    const second = await files.draft(ID);
    await writeFile(second.paths.segments, '');
    await second.commit({ ...RECORD, kind: 'batch' });
    await second.discard();
    expect(await readdir(join(folder, 'jobs'))).toEqual([]);
  });

  it('does not come to its place with a file missing', async () => {
    const draft = await files.draft(ID);
    await writeFile(draft.paths.segments, '');
    await expect(draft.commit(RECORD)).rejects.toThrow('source.txt');
    expect(await files.ids()).toEqual([]);
    await draft.discard();
    expect(await readdir(join(folder, 'jobs'))).toEqual([]);
  });

  it('is gone after removal; leftovers of an earlier run are cleared at the start', async () => {
    await newJob();
    await files.remove(ID);
    await files.remove(ID);
    expect(await files.ids()).toEqual([]);
    await mkdir(join(folder, 'jobs', `.new-${ID}`));
    await mkdir(join(folder, 'jobs', `.removed-${ID}`));
    await writeFile(files.newUploadPath(), 'left over');
    await openJobFiles(folder);
    expect([...(await readdir(join(folder, 'jobs'))), ...(await readdir(join(folder, 'uploads')))]).toEqual(
      [],
    );
  });

  it('of a damaged or foreign job.json is no record', async () => {
    await newJob();
    const path = files.paths(RECORD).job;
    for (const content of [
      '',
      '{',
      'null',
      JSON.stringify({ ...RECORD, version: 2 }),
      JSON.stringify({ ...RECORD, id: ID.replace('0', '1') }),
    ]) {
      await writeFile(path, content);
      expect(await files.readJob(ID)).toBeUndefined();
    }
  });

  it('is never looked for outside the folder of jobs', async () => {
    await expect(files.readJob('../../etc')).rejects.toThrow('Not a job id');
    await expect(files.remove('..')).rejects.toThrow('Not a job id');
  });
});

describe('a journal', () => {
  it('finds the end that follows its segments', async () => {
    await newJob();
    await files.appendJournal(ID, line({ i: 0, t: 'Uno' }));
    expect(await files.readJournalEnd(ID)).toEqual({});
    await files.appendJournal(ID, line(END));
    await files.appendJournal(ID, line({ settled: true, rev: 7 }));
    expect(await files.readJournalEnd(ID)).toEqual({ end: END, settledRev: 7 });
  });

  it('finds its end whatever follows it: edits, garbage, a torn line, much of each', async () => {
    await newJob();
    await files.appendJournal(ID, line(END));
    await appendFile(journal, `garbage\n${`${JSON.stringify({ i: 1, t: 'x'.repeat(900) })}\n`.repeat(400)}`);
    await files.appendJournal(ID, line({ settled: true, rev: 7 }));
    await appendFile(journal, '{"settled":tr');
    expect(await files.readJournalEnd(ID)).toEqual({ end: END, settledRev: 7 });
  });

  it('does not believe a torn end', async () => {
    await newJob();
    await appendFile(journal, JSON.stringify(END));
    expect(await files.readJournalEnd(ID)).toEqual({});
  });

  it('is continued in place of a torn line, however long that is', async () => {
    for (const torn of ['{"i":1,"t":"to', 'x'.repeat(20_000)]) {
      await newJob();
      await files.appendJournal(ID, line({ i: 0, t: 'Uno' }));
      await appendFile(journal, torn);
      await files.appendJournal(ID, line(END));
      expect(await readFile(journal, 'utf8')).toBe(`{"i":0,"t":"Uno"}\n${JSON.stringify(END)}\n`);
      await files.remove(ID);
    }
    await newJob();
    await writeFile(journal, 'all torn');
    await files.appendJournal(ID, line(END));
    expect(await files.readJournalEnd(ID)).toEqual({ end: END });
  });
});
