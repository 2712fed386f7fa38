import { readFile, readdir, rename, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { ProblemError } from '../../service/contract/index.ts';
import type { SegmentResource } from '../../service/contract/index.ts';
import type { Store } from '../../service/store/port.ts';
import { WorkerError } from '../../service/worker/port.ts';
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
  it('stands in the file, in the segments and in the job, and is taken back with null', async () => {
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

  it('of a batch stands in its segments', async () => {
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

  it('is told to those who follow the jobs, and one that changes nothing is not', async () => {
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

  it('that no file can be built of changes nothing', async () => {
    const id = await document();
    await edit(id, [1, 'dos']);
    harness.translation.behaviour.beforeAssemble = () => {
      throw new WorkerError('internal_error', 'It cannot be built.', false);
    };
    expect(await codeOf(edit(id, [0, 'uno']))).toBe('layout_unavailable');
    expect(await content(id)).toBe('eno\ndos\neno');
    expect((await segments(id)).map(({ edited }) => edited)).toEqual([false, true, false]);
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

  it('of a document whose source is damaged, or gone, is refused, and its files are as they were', async () => {
    const id = await document();
    const refused = { code: 'job_failed', jobError: { code: 'source_damaged' } };
    const own = join(folder, 'jobs', id);
    const source = join(own, 'source.docx');
    const before = await readdir(own);
    await writeFile(source, 'one\ntwo\nonx');
    await expect(edit(id, [0, 'uno'])).rejects.toMatchObject(refused);
    expect(await readdir(own)).toEqual(before);
    await rm(source);
    await expect(edit(id, [0, 'uno'])).rejects.toMatchObject(refused);
    expect(await readdir(own)).toEqual(before.filter((name) => name !== 'source.docx'));
    expect(await readdir(join(folder, 'uploads'))).toEqual([]);
    expect((await segments(id)).map(({ edited }) => edited)).toEqual([false, false, false]);
  });

  it('that stands, while its file could not be put in place, is in the file that is given', async () => {
    await harness.close();
    harness = await openHarness(folder, {
      wrapStore: (store) => {
        const files: Store['files'] = {
          ...store.files,
          commitEdits: async (paths, draft) => {
            await rename(draft.edits, paths.edits);
            throw new Error('The file is held open by another program.');
          },
        };
        return { ...store, files };
      },
    });
    const id = await document();
    expect(await content(id)).toBe('eno\nowt\neno');
    await expect(edit(id, [0, 'uno'])).rejects.toThrow();
    expect((await segments(id))[0]!.translated_text).toBe('uno');
    expect(await content(id)).toBe('uno\nowt\neno');
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
