import { readFile, rm, utimes, writeFile } from 'node:fs/promises';
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
import type { Harness } from './support/harness.ts';
import { WorkerError } from '../../service/worker/translation-port.ts';
import type { Store } from '../../service/store/store-port.ts';
import { reversed } from './support/translation.ts';

let harness: Harness;
beforeEach(async () => {
  harness = await openHarness(await newFolder());
});
afterEach(async () => {
  await harness.close();
  await removeFolder(harness.folder);
});

describe('a document job', () => {
  it('goes from upload to translated file', async () => {
    const created = await createDocument(harness, 'One\n\nTwo\nOne\n');
    expect(created).toEqual({
      id: created.id,
      status: 'running',
      file_type: 'txt',
      segment_count: 3,
      source_chars: 9,
    });
    const job = await awaitJob(harness, created.id);
    expect(job).toMatchObject({
      status: 'done',
      completed_segments: 3,
      total_segments: 3,
      file_name: 'letter.txt',
    });
    const content = await harness.jobs.content('local', created.id, { simple: false });
    if (!('file' in content)) throw new Error('still running');
    expect(content.file.fileName).toBe('letter.es.txt');
    expect(await readFile(content.file.path, 'utf8')).toBe('enO\n\nowT\nenO\n');
    expect((await harness.jobs.source('local', created.id)).fileName).toBe('letter.txt');
  });

  it('has a result that is not read back, unless something changed it since it was built', async () => {
    const folder = await newFolder();
    const readBack: string[] = [];
    const looks: Promise<unknown>[] = [];
    const watched = await openHarness(folder, {
      wrapStore: (store) => {
        const files: Store['files'] = {
          ...store.files,
          stat: (path) => {
            const look = store.files.stat(path);
            looks.push(look);
            return look;
          },
          fingerprint: (path) => {
            readBack.push(path);
            return store.files.fingerprint(path);
          },
        };
        return { ...store, files };
      },
    });
    try {
      const [untouched, changed] = [
        await createDocument(watched, 'One\nTwo'),
        await createDocument(watched, 'Six\nTen'),
      ];
      for (const { id } of [untouched, changed]) await awaitJob(watched, id);
      await Promise.all(looks);
      const textOf = async (id: string): Promise<string> => {
        const content = await watched.jobs.content('local', id, { simple: false });
        if (!('file' in content)) throw new Error('still running');
        return readFile(content.file.path, 'utf8');
      };
      expect(await textOf(untouched.id)).toBe('enO\nowT');
      expect(readBack).toEqual([]);
      const result = join(folder, 'jobs', changed.id, 'result.txt');
      await writeFile(result, 'xiS\n???');
      // A clock may be too coarse to tell it from the file that was built.
      await utimes(result, 1, 1);
      expect(await textOf(changed.id)).toBe('xiS\nneT');
      expect(new Set(readBack)).toEqual(new Set([result]));
    } finally {
      await watched.close();
      await removeFolder(folder);
    }
  });

  it('translates equal segments once', async () => {
    const { id } = await createDocument(harness, 'Same\nSame\nOther\nSame');
    await awaitJob(harness, id);
    expect(harness.translation.chunks.flatMap(({ indexes }) => indexes)).toEqual([0, 2]);
  });

  it('without segments is done right after, with content equal to the upload', async () => {
    const { id, segment_count } = await createDocument(harness, '\n  \n');
    expect(segment_count).toBe(0);
    expect((await awaitJob(harness, id)).status).toBe('done');
    const content = await harness.jobs.content('local', id, { simple: false });
    expect('file' in content && (await readFile(content.file.path, 'utf8'))).toBe('\n  \n');
  });

  it('shows progress that never goes back, and sends it to subscribers', async () => {
    const seen: Job[] = [];
    harness.translation.behaviour.msPerSegment = 1;
    harness.jobs.subscribe((_account, job) => seen.push(job));
    const { id } = await createDocument(harness, lines(60));
    await awaitJob(harness, id);
    const completed = seen.map((job) => job.completed_segments ?? 0);
    expect(completed).toEqual([...completed].sort((a, b) => a - b));
    expect(new Set(completed).size).toBeGreaterThan(3);
    expect(seen.at(-1)).toMatchObject({ status: 'done', completed_segments: 60 });
    expect(seen.map(({ stage }) => stage)).toContain('assembling');
  });

  it('goes on when a subscriber fails', async () => {
    harness.jobs.subscribe(() => {
      throw new Error('The stream has closed.');
    });
    const { id } = await createDocument(harness, 'One');
    expect((await awaitJob(harness, id)).status).toBe('done');
  });

  it('is seen by its own account only', async () => {
    const other = await harness.accounts.createAccount({ name: 'Other' });
    const { id } = await createDocument(harness, 'One');
    await awaitJob(harness, id);
    expect(await codeOf(harness.jobs.get(other.id, id))).toBe('not_found');
    expect(await codeOf(harness.jobs.content(other.id, id, { simple: false }))).toBe('not_found');
    expect(await codeOf(harness.jobs.remove(other.id, id))).toBe('not_found');
    expect(await codeOf(harness.jobs.get('local', 'no-such-id'))).toBe('not_found');
    expect(await codeOf(harness.jobs.get('local', '__proto__'))).toBe('not_found');
    expect(await codeOf(harness.jobs.get('local', id, 'batch'))).toBe('not_found');
    expect((await harness.jobs.list(other.id, { limit: 10 })).jobs).toEqual([]);
  });
});

describe('a batch job', () => {
  it('answers its segments in order, with ids only where they were given', async () => {
    const { id } = await harness.jobs.createBatch({
      accountId: 'local',
      from: 'en',
      to: 'es',
      options: {},
      segments: [{ text: 'a < b & c', id: 'x' }, { text: '  ' }, { text: '42' }],
    });
    expect((await awaitJob(harness, id)).status).toBe('done');
    const file = await harness.jobs.batchSegments('local', id);
    expect(JSON.parse(await readFile(file!.path, 'utf8'))).toEqual([
      { id: 'x', text: 'a < b & c', translated_text: reversed('a &lt; b &amp; c') },
      { text: '  ', translated_text: '  ' },
      { text: '42', translated_text: '42' },
    ]);
  });

  it('of five segments waits for no more than a chunk of a document of 1,100 that came first', async () => {
    harness.translation.behaviour.msPerSegment = 2;
    const document = await createDocument(harness, lines(1_100));
    await awaitJob(harness, document.id, ({ completed_segments = 0 }) => completed_segments > 20);
    const batch = await createBatch(harness, ['a', 'b', 'c', 'd', 'e']);
    const before = harness.translation.chunks.length;
    expect((await awaitJob(harness, batch.id)).status).toBe('done');
    const owners = harness.translation.chunks.slice(before).map(({ jobId }) => jobId);
    const ahead = owners.slice(0, owners.lastIndexOf(batch.id) + 1).filter((id) => id === document.id);
    expect(ahead.length).toBeLessThanOrEqual(owners.filter((id) => id === batch.id).length);
  });
});

describe('cancel, retry and delete', () => {
  it('cancels a running job at once, drops what comes late, and charges nothing', async () => {
    const late = gate();
    const translating = gate();
    harness.translation.behaviour.beforeChunk = ({ indexes }) => {
      if (indexes.includes(0)) return;
      translating.open();
      return late.passed;
    };
    const { id } = await createDocument(harness, lines(200));
    await awaitJob(harness, id, ({ completed_segments = 0 }) => completed_segments > 0);
    await translating.passed;
    const job = await harness.jobs.cancel('local', id);
    expect(job.status).toBe('cancelled');
    expect(harness.translation.released).toContain(id);
    const journal = await readFile(
      harness.store.files.paths({ id, kind: 'document', file_type: 'txt' }).journal,
      'utf8',
    );
    late.open();
    await expect.poll(() => harness.translation.atWork.now).toBe(0);
    expect(await harness.jobs.get('local', id)).toEqual(job);
    expect(
      await readFile(harness.store.files.paths({ id, kind: 'document', file_type: 'txt' }).journal, 'utf8'),
    ).toBe(journal);
    expect(harness.accounts.usage('local')).toMatchObject({ total_chars: 0, credit_reserved: 0 });
    expect(await harness.jobs.cancel('local', id)).toEqual(job);
    expect(await codeOf(harness.jobs.content('local', id, { simple: false }))).toBe('job_cancelled');
  });

  it('builds nothing more of a document that is cancelled while it is built', async () => {
    let builds = 0;
    const cancelled = gate();
    harness.translation.behaviour.beforeAssemble = ({ jobId }) => {
      builds++;
      void harness.jobs.cancel('local', jobId).then(() => cancelled.open());
      throw new WorkerError('aborted', 'The job was released.', false);
    };
    const { id } = await createDocument(harness, 'One', { fileName: 'letter.docx' });
    await cancelled.passed;
    expect(await awaitJob(harness, id)).toMatchObject({ status: 'cancelled' });
    expect(builds).toBe(1);
  });

  it('refuses to cancel what is done', async () => {
    const { id } = await createDocument(harness, 'One');
    await awaitJob(harness, id);
    expect(await codeOf(harness.jobs.cancel('local', id))).toBe('conflict');
    expect(await codeOf(harness.jobs.retry('local', id))).toBe('conflict');
  });

  it('retries a cancelled document as a new job from the stored source', async () => {
    harness.translation.behaviour.stuckAfter = 0;
    const first = await createDocument(harness, 'One\nTwo', { options: { tone: 'formal' } });
    expect(await codeOf(harness.jobs.retry('local', first.id))).toBe('conflict');
    await harness.jobs.cancel('local', first.id);
    harness.translation.behaviour.stuckAfter = Infinity;
    const second = await harness.jobs.retry('local', first.id);
    expect(second.id).not.toBe(first.id);
    const job = await awaitJob(harness, second.id);
    expect(job).toMatchObject({ status: 'done', file_name: 'letter.txt', options: { tone: 'formal' } });
    expect((await harness.jobs.get('local', first.id)).status).toBe('cancelled');
  });

  it('retries a cancelled batch with its texts and ids', async () => {
    harness.translation.behaviour.stuckAfter = 0;
    const segments = [{ text: 'a & b', id: 'one' }, { text: 'two' }];
    const request = { accountId: 'local', from: 'en', to: 'es', options: {}, segments };
    const first = await harness.jobs.createBatch(request);
    await harness.jobs.cancel('local', first.id);
    harness.translation.behaviour.stuckAfter = Infinity;
    const second = await harness.jobs.retry('local', first.id);
    await awaitJob(harness, second.id);
    const file = await harness.jobs.batchSegments('local', second.id);
    expect(JSON.parse(await readFile(file!.path, 'utf8'))).toEqual([
      { id: 'one', text: 'a & b', translated_text: 'b & a' },
      { text: 'two', translated_text: 'owt' },
    ]);
  });

  it('does not retry a batch whose texts are gone, and says so', async () => {
    harness.translation.behaviour.stuckAfter = 0;
    const { id } = await createBatch(harness, ['one']);
    await harness.jobs.cancel('local', id);
    await rm(join(harness.folder, 'jobs', id, 'segments.ndjson'));
    await expect(harness.jobs.retry('local', id)).rejects.toMatchObject({
      code: 'job_failed',
      jobError: { code: 'damaged_job' },
    });
  });

  it('deletes a job with its files, a running one too, also for the next start', async () => {
    harness.translation.behaviour.stuckAfter = 0;
    const running = await createDocument(harness, lines(50));
    await harness.jobs.remove('local', running.id);
    harness.translation.behaviour.stuckAfter = Infinity;
    const done = await createDocument(harness, 'One');
    await awaitJob(harness, done.id);
    await harness.jobs.remove('local', done.id);
    expect(await harness.store.files.ids()).toEqual([]);
    expect(harness.accounts.usage('local')).toMatchObject({ total_chars: 3, credit_reserved: 0 });
    await harness.close();
    harness = await openHarness(harness.folder);
    expect(await codeOf(harness.jobs.get('local', running.id))).toBe('not_found');
    expect((await harness.jobs.list('local', { limit: 10 })).jobs).toEqual([]);
  });
});

describe('the list', () => {
  it('pages newest first over running and ended jobs', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push((await createBatch(harness, [`text ${i}`])).id);
    for (const id of ids) await awaitJob(harness, id);
    const first = await harness.jobs.list('local', { limit: 3 });
    const second = await harness.jobs.list('local', { limit: 3, cursor: first.nextCursor! });
    const third = await harness.jobs.list('local', { limit: 3, cursor: second.nextCursor! });
    expect([first, second, third].flatMap(({ jobs }) => jobs.map(({ id }) => id))).toEqual(ids.reverse());
    expect(third.nextCursor).toBeUndefined();
  });

  it('filters by kind and status', async () => {
    const batch = await createBatch(harness, ['a']);
    const document = await createDocument(harness, 'One');
    await awaitJob(harness, batch.id);
    await awaitJob(harness, document.id);
    harness.translation.behaviour.stuckAfter = 0;
    const running = await createDocument(harness, lines(50));
    const ids = async (query: object): Promise<string[]> =>
      (await harness.jobs.list('local', { limit: 9, ...query })).jobs.map(({ id }) => id);
    expect(await ids({ kind: 'batch' })).toEqual([batch.id]);
    expect(await ids({ status: 'running' })).toEqual([running.id]);
    expect(await ids({ status: 'done' })).toEqual([document.id, batch.id]);
    await harness.jobs.cancel('local', running.id);
  });
});
