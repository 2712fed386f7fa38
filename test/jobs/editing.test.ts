import { readFile, readdir, rm, stat, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { setTimeout as pause } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../service/contract/index.ts';
import type { SegmentResource } from '../../service/contract/index.ts';
import type { EditOptions, SegmentEdit } from '../../service/jobs/jobs-port.ts';
import { WorkerError } from '../../service/worker/translation-port.ts';
import {
  codeOf,
  createBatch,
  createDocument,
  leftovers,
  newFolder,
  openHarness,
  removeFolder,
  awaitJob,
} from './support/harness.ts';
import type { Harness } from './support/harness.ts';
import { createTestTranslation } from './support/translation.ts';
import { gate } from '../support/gate.ts';

let folder: string;
let harness: Harness;
beforeEach(async () => {
  folder = await newFolder();
  harness = await openHarness(folder);
});
afterEach(async () => {
  await harness.close();
  await removeFolder(folder);
});

const edit = (id: string, ...edits: (readonly [number, string | null])[]) =>
  harness.jobs.edit(
    'local',
    id,
    edits.map(([index, translated_text]) => ({ index, translated_text })),
  );
async function document(text = 'one\ntwo\none', fileName = 'a.docx'): Promise<string> {
  const { id } = await createDocument(harness, text, { fileName });
  await awaitJob(harness, id);
  return id;
}
async function content(id: string, simple = false): Promise<string> {
  const found = await harness.jobs.content('local', id, { simple });
  return 'file' in found ? readFile(found.file.path, 'utf8') : 'running';
}
async function segments(id: string): Promise<SegmentResource[]> {
  const { json } = await harness.jobs.segments('local', id, { limit: 500 });
  return JSON.parse(Buffer.from(json).toString()) as SegmentResource[];
}

describe('an edit', () => {
  it('is in the file, in the segments and in the job, and is taken back with null', async () => {
    const id = await document();
    const answer = JSON.parse(Buffer.from((await edit(id, [0, 'uno'])).json).toString()) as unknown[];
    expect(answer).toEqual([
      expect.objectContaining({ index: 0, translated_text: 'uno', origin: 'edited', edited: true }),
    ]);
    // The third is equal to the first in text, and was not edited.
    expect(await content(id)).toBe('uno\nowt\neno');
    expect((await segments(id)).map(({ edited }) => edited)).toEqual([true, false, false]);
    expect(await harness.jobs.get('local', id)).toMatchObject({ edited_segments: 1 });
    await edit(id, [1, 'dos'], [0, null]);
    expect(await content(id)).toBe('eno\ndos\neno');
    await edit(id, [1, 'owt']);
    expect(await harness.jobs.get('local', id)).not.toHaveProperty('edited_segments');
  });

  it('is there for the simple document as well', async () => {
    const id = await document();
    expect(await content(id, true)).toBe('simple\neno\nowt\neno');
    await edit(id, [2, 'tres']);
    expect(await content(id, true)).toBe('simple\neno\nowt\ntres');
  });

  it('of a batch is in its segments', async () => {
    const { id } = await createBatch(harness, ['a < b', 'two']);
    await awaitJob(harness, id);
    await edit(id, [0, 'b > <1>a</1>']);
    const file = await harness.jobs.batchSegments('local', id);
    expect(JSON.parse(await readFile(file!.path, 'utf8'))).toEqual([
      { text: 'a < b', translated_text: 'b > <1>a</1>' },
      { text: 'two', translated_text: 'owt' },
    ]);
  });

  it('changes the entity tag of the content, unless it changes nothing', async () => {
    const id = await document();
    const tag = async () => {
      const found = await harness.jobs.content('local', id, { simple: false });
      return 'file' in found ? found.file.etag : '';
    };
    const before = await tag();
    expect((await edit(id, [0, 'eno'], [1, null])).changed).toBe(0);
    expect(await tag()).toBe(before);
    await edit(id, [0, 'uno']);
    expect(await tag()).not.toBe(before);
  });

  it('reaches those who follow the jobs, and one that changes nothing does not', async () => {
    const id = await document();
    const told: unknown[] = [];
    harness.jobs.subscribe((account, job, change) =>
      told.push([account, job.id, change, job.edited_segments]),
    );
    await edit(id, [0, 'uno'], [1, 'dos']);
    await edit(id, [0, 'uno']);
    await edit(id, [1, null]);
    expect(told).toEqual([
      ['local', id, 'edited', 2],
      ['local', id, 'edited', 1],
    ]);
  });

  it('costs nothing', async () => {
    const id = await document();
    const before = harness.accounts.usage('local');
    await edit(id, [0, 'a much longer translation']);
    expect(harness.accounts.usage('local')).toEqual(before);
  });

  it('is refused with all others of its request where one cannot be', async () => {
    const id = await document();
    const refused = edit(id, [0, 'uno'], [7, 'x'], [1, 'dos <1/>'], [1, 'dos']);
    await expect(refused).rejects.toBeInstanceOf(ProblemError);
    const { errors } = (await refused.catch((error: unknown) => error)) as ProblemError;
    expect(errors.map(({ field }) => field)).toEqual([
      'segments[1].index',
      'segments[2].translated_text',
      'segments[3].index',
    ]);
    expect(await content(id)).toBe('eno\nowt\neno');
    expect((await segments(id)).some(({ edited }) => edited)).toBe(false);
  });

  it('of a job that is not done, or not there, is refused', async () => {
    harness.translation.behaviour.stuckAfter = 0;
    const { id } = await createDocument(harness, 'one');
    expect(await codeOf(edit(id, [0, 'uno']))).toBe('conflict');
    await harness.jobs.cancel('local', id);
    expect(await codeOf(edit(id, [0, 'uno']))).toBe('conflict');
    await harness.jobs.remove('local', id);
    expect(await codeOf(edit(id, [0, 'uno']))).toBe('not_found');
  });

  it('that no file can be built of is kept, and the file is refused until it is put back', async () => {
    const id = await document();
    harness.translation.behaviour.beforeAssemble = () => {
      throw new WorkerError('internal_error', 'It cannot be built.', false);
    };
    await edit(id, [0, 'uno']);
    expect(await codeOf(content(id))).toBe('layout_unavailable');
    expect((await segments(id)).map(({ edited }) => edited)).toEqual([true, false, false]);
    harness.translation.behaviour.beforeAssemble = () => undefined;
    expect(await content(id)).toBe('uno\nowt\neno');
  });

  it('of a document without its layout is in the simple one', async () => {
    harness.translation.behaviour.beforeAssemble = ({ simple }) => {
      if (!simple) throw new WorkerError('internal_error', 'It cannot be built.', false);
    };
    const id = await document();
    await edit(id, [0, 'uno']);
    expect(await codeOf(content(id))).toBe('layout_unavailable');
    expect(await content(id, true)).toBe('simple\nuno\nowt\neno');
  });

  it('of a document whose source is gone is kept, and the file is refused', async () => {
    const id = await document();
    await rm(join(folder, 'jobs', id, 'source.docx'));
    await edit(id, [0, 'uno']);
    expect((await segments(id))[0]!.translated_text).toBe('uno');
    const refused = { code: 'job_failed', jobError: { code: 'source_damaged' } };
    await expect(content(id)).rejects.toMatchObject(refused);
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
  });

  it('is one line in one file, once a job has been edited before', async () => {
    const id = await document();
    await edit(id, [0, 'uno']);
    const own = join(folder, 'jobs', id);
    const before = await readdir(own);
    const log = await readFile(join(own, 'edits.ndjson'), 'utf8');
    await edit(id, [1, 'dos'], [2, 'tres']);
    expect(await readdir(own)).toEqual(before);
    const after = await readFile(join(own, 'edits.ndjson'), 'utf8');
    expect(after.startsWith(log)).toBe(true);
    expect(after.slice(log.length).split('\n')).toHaveLength(2);
  });

  it('is refused, and content too, where a line is lost from the middle of the edits', async () => {
    const id = await document();
    for (const text of ['a', 'b', 'c']) await edit(id, [0, text]);
    const path = join(folder, 'jobs', id, 'edits.ndjson');
    const lines = (await readFile(path, 'utf8')).split('\n');
    await writeFile(path, [lines[0], 'x'.repeat(lines[1]!.length), ...lines.slice(2)].join('\n'));
    expect(await codeOf(edit(id, [1, 'dos']))).toBe('job_failed');
    expect(await codeOf(content(id))).toBe('not_found');
  });

  it('of a job that is edited over and over leaves a file of bounded size', async () => {
    const lines = Array.from({ length: 10 }, (_, i) => `line ${i}`);
    const id = await document(lines.join('\n'));
    const long = 'x'.repeat(3_900);
    for (let n = 0; n < 60; n++) await edit(id, ...lines.map((_, index) => [index, `${n}${long}`] as const));
    const { size } = await stat(join(folder, 'jobs', id, 'edits.ndjson'));
    // The present texts and 20 earlier versions of each, or not yet a third more.
    expect(size).toBeLessThan(((21 * 4) / 3) * lines.length * long.length + 100_000);
    expect((await segments(id)).every((segment) => segment.translated_text === `59${long}`)).toBe(true);
  });

  it('is made after those that were asked before it, and none is lost', async () => {
    const id = await document(Array.from({ length: 20 }, (_, i) => `line ${i}`).join('\n'));
    await Promise.all(Array.from({ length: 20 }, (_, i) => edit(id, [i, `edited ${i}`])));
    expect(await content(id)).toBe(Array.from({ length: 20 }, (_, i) => `edited ${i}`).join('\n'));
    expect(await harness.jobs.get('local', id)).toMatchObject({ edited_segments: 20 });
  });

  it('goes with its job, the note of it too', async () => {
    const id = await document();
    await edit(id, [0, 'uno']);
    await harness.jobs.remove('local', id);
    expect(await leftovers(folder)).toEqual([]);
  });

  it('of a job that is being deleted leaves nothing behind', async () => {
    const id = await document();
    const results = await Promise.allSettled([edit(id, [0, 'uno']), harness.jobs.remove('local', id)]);
    expect(results[1].status).toBe('fulfilled');
    expect(await codeOf(harness.jobs.get('local', id))).toBe('not_found');
    expect(await harness.store.files.ids()).toEqual([]);
  });

  it('is still there after a restart, also where the index and the file were lost', async () => {
    const id = await document();
    await edit(id, [0, 'uno']);
    await harness.close();
    for (const name of ['jobs.json', 'jobs.json.bak', join('jobs', id, 'result.docx')])
      await writeFile(join(folder, name), 'damaged');
    harness = await openHarness(folder, { translation: createTestTranslation() });
    expect(await harness.jobs.get('local', id)).toMatchObject({ status: 'done', edited_segments: 1 });
    expect(await content(id)).toBe('uno\nowt\neno');
  });
});

describe('the file of an edited job', () => {
  /** Holds the builds of a job, and counts them. */
  function holdBuilds() {
    const release = gate();
    let builds = 0;
    harness.translation.behaviour.beforeAssemble = async () => {
      builds++;
      await release.passed;
    };
    return { open: () => release.open(), count: () => builds };
  }

  it('is built once for all who ask for it at the same time, and not until then', async () => {
    const id = await document();
    const builds = holdBuilds();
    await edit(id, [0, 'uno']);
    expect(builds.count()).toBe(0);
    const asked = [content(id), content(id), content(id)];
    builds.open();
    expect(await Promise.all(asked)).toEqual(Array(3).fill('uno\nowt\neno'));
    expect(builds.count()).toBe(1);
  });

  it('has the edits that came while it was built at the next request', async () => {
    const id = await document();
    const builds = holdBuilds();
    await edit(id, [0, 'uno']);
    const first = content(id);
    while (builds.count() === 0) await pause(1);
    // The build has read the edits: this one neither waits for it nor is in it.
    await edit(id, [1, 'dos']);
    const second = content(id);
    builds.open();
    await first;
    expect(await second).toBe('uno\ndos\neno');
    expect(builds.count()).toBe(2);
  });

  it('is built two seconds after the last edit, unasked', async () => {
    const id = await document();
    const builds = holdBuilds();
    builds.open();
    await edit(id, [0, 'uno']);
    await edit(id, [0, 'un']);
    while (builds.count() === 0) await pause(20);
    expect(await content(id)).toBe('un\nowt\neno');
    expect(builds.count()).toBe(1);
  });

  it('is the one of the last edit after a restart, whatever was built before it', async () => {
    const id = await document();
    await edit(id, [0, 'uno']);
    expect(await content(id)).toBe('uno\nowt\neno');
    await edit(id, [0, 'un']);
    await harness.close();
    harness = await openHarness(folder);
    expect(await content(id)).toBe('un\nowt\neno');
    expect(await content(id, true)).toBe('simple\nun\nowt\neno');
  });
});

describe('a revision', () => {
  const revision = async (id: string) => (await harness.jobs.get('local', id)).revision;
  const editAs = (id: string, known: string, text: string) =>
    harness.jobs.edit('local', id, [{ index: 0, translated_text: text }], {
      isPresent: (present) => present === known,
    });

  it('is another after each edit that changes something, and the same after a restart', async () => {
    const id = await document();
    const seen = [await revision(id)];
    await edit(id, [0, 'uno']);
    seen.push(await revision(id));
    expect((await edit(id, [0, 'uno'])).revision).toBe(seen[1]);
    const { revision: answered } = await edit(id, [0, null]);
    seen.push(await revision(id));
    expect(answered).toBe(seen[2]);
    expect(new Set(seen).size).toBe(3);
    await harness.close();
    await rm(join(folder, 'jobs.json'));
    await rm(join(folder, 'jobs.json.bak'), { force: true });
    harness = await openHarness(folder);
    expect(await revision(id)).toBe(seen[2]);
  });

  it('that is stale is refused with the present texts of the segments, and nothing changes', async () => {
    const id = await document();
    const first = await revision(id);
    const { revision: second } = await editAs(id, first, 'mine');
    const refused = (await editAs(id, first, 'theirs').catch((error: unknown) => error)) as ProblemError;
    expect(refused).toMatchObject({
      code: 'conflict',
      specifics: { reason: 'stale_revision', details: { revision: second } },
      segments: [{ index: 0, translated_text: 'mine' }],
    });
    expect((await editAs(id, second, 'theirs')).changed).toBe(1);
  });
});

describe('the state of a segment', () => {
  const states = async (id: string) => (await segments(id)).map(({ state }) => state);
  const patch = (id: string, edits: SegmentEdit[], options?: EditOptions) =>
    harness.jobs.edit('local', id, edits, options);

  it('is draft for an edit until it is confirmed, and translated again when it is put back', async () => {
    const id = await document();
    expect(await states(id)).toEqual(['translated', 'translated', 'translated']);
    await edit(id, [0, 'uno']);
    expect(await states(id)).toEqual(['draft', 'translated', 'translated']);
    await patch(id, [
      { index: 0, state: 'confirmed' },
      { index: 1, state: 'confirmed' },
    ]);
    expect(await states(id)).toEqual(['confirmed', 'confirmed', 'translated']);
    expect(await harness.jobs.get('local', id)).toMatchObject({ edited_segments: 1, confirmed_segments: 2 });
    const { json } = await harness.jobs.segments('local', id, { limit: 10, state: 'confirmed' });
    expect(JSON.parse(Buffer.from(json).toString())).toMatchObject([{ index: 0 }, { index: 1 }]);
    // The same text is no edit, another one is.
    await edit(id, [0, 'uno'], [1, 'dos']);
    expect(await states(id)).toEqual(['confirmed', 'draft', 'translated']);
    await edit(id, [0, null], [1, 'owt']);
    expect(await states(id)).toEqual(['translated', 'draft', 'translated']);
    expect(await harness.jobs.get('local', id)).not.toHaveProperty('edited_segments');
  });

  it('is carried with the text to equal segments that are not confirmed', async () => {
    const id = await document('one\ntwo\none\none');
    expect((await segments(id)).map(({ repetitions }) => repetitions)).toEqual([2, undefined, 2, 2]);
    await patch(id, [{ index: 3, translated_text: 'una', state: 'confirmed' }]);
    const { json } = await patch(id, [{ index: 0, translated_text: 'uno', state: 'confirmed' }], {
      repetitions: true,
    });
    expect(JSON.parse(Buffer.from(json).toString())).toMatchObject([{ index: 0 }, { index: 2 }]);
    expect(await content(id)).toBe('uno\nowt\nuno\nuna');
    expect(await states(id)).toEqual(['confirmed', 'translated', 'confirmed', 'confirmed']);
    await patch(id, [{ index: 0, translated_text: null }], { repetitions: true });
    expect(await content(id)).toBe('eno\nowt\nuno\nuna');
  });

  it('stays through a restart', async () => {
    const id = await document();
    await patch(id, [{ index: 1, state: 'confirmed' }]);
    await harness.close();
    harness = await openHarness(folder);
    expect(await states(id)).toEqual(['translated', 'confirmed', 'translated']);
  });

  it('of an emptied target goes with the flag empty', async () => {
    const { id } = await createBatch(harness, ['one two', '12']);
    await awaitJob(harness, id);
    await edit(id, [0, '']);
    expect((await segments(id))[0]!.flags.map(({ code }) => code)).toEqual(['empty', 'edited']);
    expect(await harness.jobs.get('local', id)).toMatchObject({ flagged_segments: 1 });
  });
});
