import { readFile } from 'node:fs/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { Job } from '../../service/contract/index.ts';
import { gate } from '../support/gate.ts';
import {
  codeOf,
  createBatch,
  createDocument,
  lines,
  newFolder,
  openHouse,
  removeFolder,
  settled,
} from './support/house.ts';
import type { House } from './support/house.ts';
import { reversed } from './support/translation.ts';

let house: House;
beforeEach(async () => {
  house = await openHouse(await newFolder());
});
afterEach(async () => {
  await house.close();
  await removeFolder(house.folder);
});

describe('a document job', () => {
  it('goes from upload to translated file', async () => {
    const created = await createDocument(house, 'One\n\nTwo\nOne\n');
    expect(created).toEqual({
      id: created.id,
      status: 'running',
      file_type: 'txt',
      segment_count: 3,
      source_chars: 9,
    });
    const job = await settled(house, created.id);
    expect(job).toMatchObject({
      status: 'done',
      completed_segments: 3,
      total_segments: 3,
      file_name: 'letter.txt',
    });
    const content = await house.jobs.content('local', created.id, { simple: false });
    if (!('file' in content)) throw new Error('still running');
    expect(content.file.fileName).toBe('letter.es.txt');
    expect(await readFile(content.file.path, 'utf8')).toBe('enO\n\nowT\nenO\n');
    expect((await house.jobs.source('local', created.id)).fileName).toBe('letter.txt');
  });

  it('translates equal segments once', async () => {
    const { id } = await createDocument(house, 'Same\nSame\nOther\nSame');
    await settled(house, id);
    expect(house.translation.chunks.flatMap(({ indexes }) => indexes)).toEqual([0, 2]);
  });

  it('without segments is done right after, with content equal to the upload', async () => {
    const { id, segment_count } = await createDocument(house, '\n  \n');
    expect(segment_count).toBe(0);
    expect((await settled(house, id)).status).toBe('done');
    const content = await house.jobs.content('local', id, { simple: false });
    expect('file' in content && (await readFile(content.file.path, 'utf8'))).toBe('\n  \n');
  });

  it('shows progress that never goes back, and tells subscribers of it', async () => {
    const seen: Job[] = [];
    house.translation.whims.msPerSegment = 1;
    house.jobs.subscribe((_account, job) => seen.push(job));
    const { id } = await createDocument(house, lines(60));
    await settled(house, id);
    const completed = seen.map((job) => job.completed_segments);
    expect(completed).toEqual([...completed].sort((a, b) => a - b));
    expect(new Set(completed).size).toBeGreaterThan(3);
    expect(seen.at(-1)).toMatchObject({ status: 'done', completed_segments: 60 });
    expect(seen.map(({ stage }) => stage)).toContain('assembling');
  });

  it('goes on when a subscriber fails', async () => {
    house.jobs.subscribe(() => {
      throw new Error('The stream has closed.');
    });
    const { id } = await createDocument(house, 'One');
    expect((await settled(house, id)).status).toBe('done');
  });

  it('is seen by its own account only', async () => {
    const other = await house.accounts.createAccount({ name: 'Other' });
    const { id } = await createDocument(house, 'One');
    await settled(house, id);
    expect(await codeOf(house.jobs.get(other.id, id))).toBe('not_found');
    expect(await codeOf(house.jobs.content(other.id, id, { simple: false }))).toBe('not_found');
    expect(await codeOf(house.jobs.remove(other.id, id))).toBe('not_found');
    expect(await codeOf(house.jobs.get('local', 'no-such-id'))).toBe('not_found');
    expect(await codeOf(house.jobs.get('local', '__proto__'))).toBe('not_found');
    expect(await codeOf(house.jobs.get('local', id, 'batch'))).toBe('not_found');
    expect((await house.jobs.list(other.id, { limit: 10 })).jobs).toEqual([]);
  });
});

describe('a batch job', () => {
  it('answers its segments in order, with ids only where they were given', async () => {
    const { id } = await house.jobs.createBatch({
      accountId: 'local',
      from: 'en',
      to: 'es',
      options: {},
      segments: [{ text: 'a < b & c', id: 'x' }, { text: '  ' }, { text: '42' }],
    });
    expect((await settled(house, id)).status).toBe('done');
    const file = await house.jobs.batchSegments('local', id);
    expect(JSON.parse(await readFile(file!.path, 'utf8'))).toEqual([
      { id: 'x', text: 'a < b & c', translated_text: reversed('a &lt; b &amp; c') },
      { text: '  ', translated_text: '  ' },
      { text: '42', translated_text: '42' },
    ]);
  });

  it('of five segments waits for no more than a chunk of a document of 1,100 that came first', async () => {
    house.translation.whims.msPerSegment = 2;
    const document = await createDocument(house, lines(1_100));
    await settled(house, document.id, (job) => job.completed_segments > 20);
    const batch = await createBatch(house, ['a', 'b', 'c', 'd', 'e']);
    const before = house.translation.chunks.length;
    expect((await settled(house, batch.id)).status).toBe('done');
    const owners = house.translation.chunks.slice(before).map(({ jobId }) => jobId);
    const ahead = owners.slice(0, owners.lastIndexOf(batch.id) + 1).filter((id) => id === document.id);
    expect(ahead.length).toBeLessThanOrEqual(owners.filter((id) => id === batch.id).length);
  });
});

describe('cancel, retry and delete', () => {
  it('cancels a running job at once, drops what comes late, and charges nothing', async () => {
    const late = gate();
    const translating = gate();
    house.translation.whims.beforeChunk = ({ indexes }) => {
      if (indexes.includes(0)) return;
      translating.open();
      return late.passed;
    };
    const { id } = await createDocument(house, lines(200));
    await settled(house, id, (job) => job.completed_segments > 0);
    await translating.passed;
    const job = await house.jobs.cancel('local', id);
    expect(job.status).toBe('cancelled');
    expect(house.translation.released).toContain(id);
    const journal = await readFile(
      house.store.files.paths({ id, kind: 'document', file_type: 'txt' }).journal,
      'utf8',
    );
    late.open();
    await expect.poll(() => house.translation.atWork.now).toBe(0);
    expect(await house.jobs.get('local', id)).toEqual(job);
    expect(
      await readFile(house.store.files.paths({ id, kind: 'document', file_type: 'txt' }).journal, 'utf8'),
    ).toBe(journal);
    expect(house.accounts.usage('local')).toMatchObject({ total_chars: 0, credit_reserved: 0 });
    expect(await house.jobs.cancel('local', id)).toEqual(job);
    expect(await codeOf(house.jobs.content('local', id, { simple: false }))).toBe('job_cancelled');
  });

  it('refuses to cancel what is done', async () => {
    const { id } = await createDocument(house, 'One');
    await settled(house, id);
    expect(await codeOf(house.jobs.cancel('local', id))).toBe('conflict');
    expect(await codeOf(house.jobs.retry('local', id))).toBe('conflict');
  });

  it('retries a cancelled document as a new job from the stored source', async () => {
    house.translation.whims.stuckAfter = 0;
    const first = await createDocument(house, 'One\nTwo', { options: { tone: 'formal' } });
    expect(await codeOf(house.jobs.retry('local', first.id))).toBe('conflict');
    await house.jobs.cancel('local', first.id);
    house.translation.whims.stuckAfter = Infinity;
    const second = await house.jobs.retry('local', first.id);
    expect(second.id).not.toBe(first.id);
    const job = await settled(house, second.id);
    expect(job).toMatchObject({ status: 'done', file_name: 'letter.txt', options: { tone: 'formal' } });
    expect((await house.jobs.get('local', first.id)).status).toBe('cancelled');
  });

  it('retries a cancelled batch with its texts and ids', async () => {
    house.translation.whims.stuckAfter = 0;
    const segments = [{ text: 'a & b', id: 'one' }, { text: 'two' }];
    const request = { accountId: 'local', from: 'en', to: 'es', options: {}, segments };
    const first = await house.jobs.createBatch(request);
    await house.jobs.cancel('local', first.id);
    house.translation.whims.stuckAfter = Infinity;
    const second = await house.jobs.retry('local', first.id);
    await settled(house, second.id);
    const file = await house.jobs.batchSegments('local', second.id);
    expect(JSON.parse(await readFile(file!.path, 'utf8'))).toEqual([
      { id: 'one', text: 'a & b', translated_text: 'b & a' },
      { text: 'two', translated_text: 'owt' },
    ]);
  });

  it('deletes a job with its files, a running one too, also for the next start', async () => {
    house.translation.whims.stuckAfter = 0;
    const running = await createDocument(house, lines(50));
    await house.jobs.remove('local', running.id);
    house.translation.whims.stuckAfter = Infinity;
    const done = await createDocument(house, 'One');
    await settled(house, done.id);
    await house.jobs.remove('local', done.id);
    expect(await house.store.files.ids()).toEqual([]);
    expect(house.accounts.usage('local')).toMatchObject({ total_chars: 3, credit_reserved: 0 });
    await house.close();
    house = await openHouse(house.folder);
    expect(await codeOf(house.jobs.get('local', running.id))).toBe('not_found');
    expect((await house.jobs.list('local', { limit: 10 })).jobs).toEqual([]);
  });
});

describe('the list', () => {
  it('pages newest first over running and ended jobs', async () => {
    const ids: string[] = [];
    for (let i = 0; i < 7; i++) ids.push((await createBatch(house, [`text ${i}`])).id);
    for (const id of ids) await settled(house, id);
    const first = await house.jobs.list('local', { limit: 3 });
    const second = await house.jobs.list('local', { limit: 3, cursor: first.nextCursor! });
    const third = await house.jobs.list('local', { limit: 3, cursor: second.nextCursor! });
    expect([first, second, third].flatMap(({ jobs }) => jobs.map(({ id }) => id))).toEqual(ids.reverse());
    expect(third.nextCursor).toBeUndefined();
  });

  it('filters by kind and status', async () => {
    const batch = await createBatch(house, ['a']);
    const document = await createDocument(house, 'One');
    await settled(house, batch.id);
    await settled(house, document.id);
    house.translation.whims.stuckAfter = 0;
    const running = await createDocument(house, lines(50));
    const ids = async (query: object): Promise<string[]> =>
      (await house.jobs.list('local', { limit: 9, ...query })).jobs.map(({ id }) => id);
    expect(await ids({ kind: 'batch' })).toEqual([batch.id]);
    expect(await ids({ status: 'running' })).toEqual([running.id]);
    expect(await ids({ status: 'done' })).toEqual([document.id, batch.id]);
    await house.jobs.cancel('local', running.id);
  });
});
