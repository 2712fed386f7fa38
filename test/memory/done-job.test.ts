import { mkdtempSync, rmSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it, onTestFinished } from 'vitest';
import { createDoneJobReader } from '../../service/memory/done-job.ts';
import { encodeJournalLine } from '../../service/records/journal.ts';
import { encodeSegmentLine } from '../../service/records/segments.ts';

function doneJob() {
  const folder = mkdtempSync(join(tmpdir(), 'interlinear-done-job-'));
  onTestFinished(() => rmSync(folder, { recursive: true }));
  const files = {
    segmentsPath: join(folder, 'segments.ndjson'),
    journalPath: join(folder, 'journal.ndjson'),
    editsPath: join(folder, 'edits.ndjson'),
  };
  const write = (t: string) => {
    writeFileSync(files.segmentsPath, encodeSegmentLine({ text: 'One' }));
    writeFileSync(files.journalPath, encodeJournalLine({ i: 0, t }));
  };
  return { files, write };
}

it('a job is read once for all steps, and again when it has changed', async () => {
  const { files, write } = doneJob();
  const read = createDoneJobReader();
  write('Uno');
  const job = await read(files);
  expect(job.lines).toMatchObject([{ t: 'Uno' }]);
  expect(await read(files)).toBe(job);
  write('Un solo');
  expect((await read(files)).lines).toMatchObject([{ t: 'Un solo' }]);
});

it('a job too large to be kept is read for each step', async () => {
  const { files, write } = doneJob();
  const read = createDoneJobReader(10);
  write('Uno');
  const job = await read(files);
  expect(await read(files)).not.toBe(job);
});
