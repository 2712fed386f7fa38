import { appendFile, mkdir, readFile, readdir, rename, rm, truncate, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../service/contract/index.ts';
import { gate } from '../support/gate.ts';
import {
  codeOf,
  createBatch,
  createDocument,
  lines,
  newFolder,
  openHarness,
  removeFolder,
  awaitJob,
} from './support/harness.ts';
import type { Harness, HarnessOptions } from './support/harness.ts';
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

async function reopen(
  between: () => Promise<unknown> = () => Promise.resolve(),
  options: HarnessOptions = {},
): Promise<void> {
  await harness.close();
  await between();
  harness = await openHarness(folder, options);
}

function file(id: string, name: string): string {
  return join(folder, 'jobs', id, name);
}

async function interrupted(count = 60): Promise<Job> {
  harness.translation.behaviour.stuckAfter = 8;
  const { id } = await createDocument(harness, lines(count));
  return awaitJob(harness, id, ({ completed_segments = 0 }) => completed_segments >= 8);
}

describe('a restart', () => {
  it('goes on from the last stored segment and never shows less than before', async () => {
    const before = await interrupted();
    const translation = createTestTranslation();
    const seen: number[] = [];
    await reopen(undefined, { translation });
    harness.jobs.subscribe((_account, job) => seen.push(job.completed_segments ?? 60));
    const job = await awaitJob(harness, before.id);
    expect(job).toMatchObject({ status: 'done', completed_segments: 60 });
    const done = translation.chunks.flatMap(({ indexes }) => indexes);
    expect(done.length).toBeLessThanOrEqual(60 - (before.completed_segments ?? 0));
    expect(Math.min(...seen)).toBeGreaterThanOrEqual(before.completed_segments ?? 0);
    expect(harness.accounts.usage('local')).toMatchObject({
      total_chars: job.source_chars,
      credit_reserved: 0,
    });
  });

  it('does not say how far a job is before it knows again', async () => {
    const before = await interrupted();
    const translation = createTestTranslation();
    const plan = translation.plan.bind(translation);
    const reading = gate();
    translation.plan = async (task) => {
      await reading.passed;
      return plan(task);
    };
    await reopen(undefined, { translation });
    expect(await harness.jobs.get('local', before.id)).not.toHaveProperty('completed_segments');
    reading.open();
    expect(await awaitJob(harness, before.id)).toMatchObject({ status: 'done', completed_segments: 60 });
  });

  it('goes on in the order of creation, and holds the credit of what runs', async () => {
    harness.translation.behaviour.stuckAfter = 0;
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) ids.push((await createBatch(harness, ['abc'])).id);
    const translation = createTestTranslation();
    await reopen(undefined, {
      translation,
      jobs: { limits: { directions: () => ({ chunks: 1, perJob: 2, shares: 1 }) } },
    });
    expect(harness.accounts.usage('local').credit_reserved).toBe(12);
    for (const id of ids) await awaitJob(harness, id);
    expect(translation.chunks.map(({ jobId }) => jobId)).toEqual(ids);
  });

  it('cuts a torn line off the journal and translates its segments again', async () => {
    const { id } = await interrupted();
    await reopen(() => appendFile(file(id, 'journal.ndjson'), '{"i":59,"t":"tor'));
    expect((await awaitJob(harness, id)).status).toBe('done');
    const journal = await readFile(file(id, 'journal.ndjson'), 'utf8');
    const indexes = journal
      .split('\n')
      .filter((line) => line.startsWith('{"i"'))
      .map((line) => (JSON.parse(line) as { i: number }).i);
    expect(indexes.sort((a, b) => a - b)).toEqual(Array.from({ length: 60 }, (_, i) => i));
  });

  it('goes on from what can be read of a damaged journal', async () => {
    const { id } = await interrupted();
    await reopen(async () => {
      const journal = await readFile(file(id, 'journal.ndjson'));
      await writeFile(
        file(id, 'journal.ndjson'),
        Buffer.concat([journal.subarray(0, 100), Buffer.alloc(300)]),
      );
    });
    expect((await awaitJob(harness, id)).status).toBe('done');
  });

  it('starts a job over whose journal is gone', async () => {
    const { id } = await interrupted();
    await reopen(() => truncate(file(id, 'journal.ndjson'), 0));
    expect((await awaitJob(harness, id)).status).toBe('done');
  });

  it('does not run or charge a done job again because of garbage behind its end', async () => {
    const { id } = await createDocument(harness, 'One');
    await awaitJob(harness, id);
    const translation = createTestTranslation();
    await reopen(
      async () => {
        await appendFile(file(id, 'journal.ndjson'), 'garbage\nmore garbage\n');
        await removeFolder(join(folder, 'jobs.json'));
        await removeFolder(join(folder, 'jobs.json.bak'));
      },
      { translation },
    );
    expect((await awaitJob(harness, id)).status).toBe('done');
    expect(translation.chunks).toEqual([]);
    expect(harness.accounts.usage('local')).toMatchObject({ total_chars: 3, credit_reserved: 0 });
  });
});

describe('a lost or damaged index', () => {
  it('is rebuilt from the folders, the same in every field', async () => {
    const ids: string[] = [];
    harness.translation.behaviour.tone = 'none';
    ids.push((await createDocument(harness, 'One', { options: { tone: 'formal' } })).id);
    ids.push((await createBatch(harness, ['a', 'b'])).id);
    for (const id of ids) await awaitJob(harness, id);
    harness.translation.behaviour.stuckAfter = 0;
    const cancelled = await createDocument(harness, 'Two', { fileName: 'b.csv' });
    await harness.jobs.cancel('local', cancelled.id);
    const before = await harness.jobs.list('local', { limit: 9 });
    for (const damage of [
      () => writeFile(join(folder, 'jobs.json'), '{"rev":'),
      async () => {
        await writeFile(join(folder, 'jobs.json'), 'x');
        await writeFile(join(folder, 'jobs.json.bak'), 'x');
      },
      async () => {
        await rm(join(folder, 'jobs.json'), { force: true });
        await rm(join(folder, 'jobs.json.bak'), { force: true });
      },
    ]) {
      await reopen(damage);
      expect(await harness.jobs.list('local', { limit: 9 })).toEqual(before);
    }
    expect((await readdir(folder)).some((name) => name.startsWith('jobs.json.corrupt-'))).toBe(true);
    expect(harness.accounts.usage('local').total_chars).toBe(5);
  });

  it('does not list a job whose folder someone removed', async () => {
    const { id } = await createDocument(harness, 'One');
    await awaitJob(harness, id);
    await reopen(() => removeFolder(join(folder, 'jobs', id)));
    expect(await codeOf(harness.jobs.get('local', id))).toBe('not_found');
    expect((await harness.jobs.list('local', { limit: 9 })).jobs).toEqual([]);
  });
});

describe('damaged accounts', () => {
  it('lost with their copy: local is made again, its totals and quota come from the jobs', async () => {
    const docx = await createDocument(harness, 'One', { fileName: 'a.docx' });
    const batch = await createBatch(harness, ['four']);
    for (const { id } of [docx, batch]) await awaitJob(harness, id);
    const before = harness.accounts.usage('local');
    await reopen(async () => {
      await writeFile(join(folder, 'accounts.json'), 'not JSON');
      await writeFile(join(folder, 'accounts.json.bak'), '{"rev":1,"data":{"accounts":5}}');
    });
    expect(harness.accounts.usage('local')).toEqual(before);
    await reopen();
    expect(harness.accounts.usage('local')).toEqual(before);
    expect(
      (await readdir(folder)).filter(
        (name) => name.startsWith('accounts.json.') && name.includes('.corrupt-'),
      ),
    ).toHaveLength(2);
  });
});

describe('a damaged job', () => {
  it('fails with the reason and is not dropped, whatever of it is known', async () => {
    const first = await interrupted();
    const second = await createBatch(harness, ['abc']);
    await reopen(() => writeFile(file(first.id, 'job.json'), '{'));
    expect(await harness.jobs.get('local', first.id)).toMatchObject({
      status: 'failed',
      error: { code: 'damaged_job' },
      file_name: 'letter.txt',
    });
    await awaitJob(harness, second.id);
    await reopen(async () => {
      await rm(join(folder, 'jobs.json'));
      await rm(join(folder, 'jobs.json.bak'));
    });
    expect(await harness.jobs.get('local', first.id)).toMatchObject({
      kind: 'document',
      file_type: 'txt',
      status: 'failed',
      error: { code: 'damaged_job' },
    });
    expect(harness.accounts.usage('local').credit_reserved).toBe(0);
  });

  it('whose journal cannot be read is neither done again nor charged again', async () => {
    const done = await awaitJob(harness, (await createBatch(harness, ['abc'])).id);
    const running = await interrupted();
    const charged = harness.accounts.usage('local').total_chars;
    const journals = [done, running].map(({ id }) => file(id, 'journal.ndjson'));
    const translation = createTestTranslation();
    await reopen(
      async () => {
        await rm(join(folder, 'jobs.json'));
        await rm(join(folder, 'jobs.json.bak'), { force: true });
        for (const journal of journals) {
          await rename(journal, `${journal}.kept`);
          await mkdir(journal);
        }
      },
      { translation },
    );
    for (const { id } of [done, running])
      expect(await harness.jobs.get('local', id)).toMatchObject({
        status: 'failed',
        error: { code: 'damaged_job', message: expect.stringContaining('journal.ndjson') as string },
      });
    expect(harness.accounts.usage('local')).toMatchObject({ total_chars: charged, credit_reserved: 0 });
  });

  it('whose segments are damaged fails with a reason', async () => {
    const { id } = await interrupted();
    const translation = createTestTranslation();
    await reopen(() => writeFile(file(id, 'segments.ndjson'), 'x\n'), { translation });
    expect(await awaitJob(harness, id)).toMatchObject({ status: 'failed' });
  });
});

describe('retention', () => {
  it('is off unless asked for; then it keeps the newest and what runs', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 4; i++) {
      const { id } = await createBatch(harness, [`text ${i}`]);
      ids.push(id);
      await awaitJob(harness, id);
    }
    await reopen();
    expect((await harness.jobs.list('local', { limit: 9 })).jobs).toHaveLength(4);
    await reopen(undefined, { jobs: { retention: () => ({ maxAgeDays: 0, maxJobs: 2 }) } });
    const listed = async () => (await harness.jobs.list('local', { limit: 9 })).jobs.map(({ id }) => id);
    await expect.poll(listed).toEqual(ids.slice(2).reverse());
    expect((await harness.store.files.ids()).sort()).toEqual(ids.slice(2).sort());
    const later = Date.now() + 8 * 86_400_000;
    await reopen(undefined, {
      jobs: { clock: () => later, retention: () => ({ maxAgeDays: 7, maxJobs: 0 }) },
    });
    await expect.poll(async () => (await harness.store.files.ids()).length).toBe(0);
  });
});
