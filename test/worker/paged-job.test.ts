import { appendFile, mkdtemp, rename, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { encodeEditsLine } from '../../service/records/edits.ts';
import { encodeJournalLine } from '../../service/records/journal.ts';
import { encodeSegmentLine } from '../../service/records/segments.ts';
import { createPagedJobReader } from '../../service/worker/text/paged-job.ts';

let folder: string;
beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'paged-job-'));
});
afterEach(() => rm(folder, { recursive: true, force: true }));

async function jobFiles(name = 'job') {
  const files = {
    segmentsPath: join(folder, `${name}.segments`),
    journalPath: join(folder, `${name}.journal`),
    editsPath: join(folder, `${name}.edits`),
  };
  await writeFile(
    files.segmentsPath,
    ['One.', 'Two.', 'One.'].map((text) => encodeSegmentLine({ text })).join(''),
  );
  await writeFile(files.journalPath, encodeJournalLine({ i: 0, t: 'Eins.' }));
  return files;
}

const edit = (t: string) =>
  encodeEditsLine({
    at: '2026-01-01T00:00:00.000Z',
    prev: '',
    set: [{ i: 0, t }],
    edited: 1,
    flagged: 0,
    confirmed: 0,
    confirmed_words: 0,
  });

describe('the job of which one page after another is asked for', () => {
  it('is read once', async () => {
    const files = await jobFiles();
    const read = createPagedJobReader();
    const first = await read(files);
    expect(first.lines.map((line) => line?.t)).toEqual(['Eins.', undefined, 'Eins.']);
    expect(first.repetitions(0)).toBe(1);
    expect(await read(files)).toBe(first);
  });

  it('is read again once it has more translations, an edit, or edits that were written anew', async () => {
    const files = await jobFiles();
    const read = createPagedJobReader();
    const targets = async () => (await read(files)).lines.map((line) => line?.t);
    await targets();
    await appendFile(files.journalPath, encodeJournalLine({ i: 1, t: 'Zwei.' }));
    expect(await targets()).toEqual(['Eins.', 'Zwei.', 'Eins.']);
    await writeFile(files.editsPath, edit('Mine'));
    expect(await targets()).toEqual(['Mine', 'Zwei.', 'Eins.']);
    // As long as before.
    await writeFile(`${files.editsPath}.new`, edit('Ours'));
    await rename(`${files.editsPath}.new`, files.editsPath);
    expect(await targets()).toEqual(['Ours', 'Zwei.', 'Eins.']);
  });

  it('gives way to another job, and is not kept where its files are too large', async () => {
    const [one, other] = [await jobFiles('one'), await jobFiles('other')];
    const read = createPagedJobReader();
    const first = await read(one);
    await read(other);
    expect(await read(one)).not.toBe(first);
    const readAnew = createPagedJobReader(50);
    expect(await readAnew(one)).not.toBe(await readAnew(one));
  });
});
