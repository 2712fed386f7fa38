import { readdir, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { codeOf, createDocument, newFolder, openHarness, removeFolder, awaitJob } from './support/harness.ts';
import type { Harness } from './support/harness.ts';

const MARK = { key: 'k'.repeat(64), payload: 'p'.repeat(64) };

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

const uploads = (): Promise<string[]> => readdir(join(folder, 'uploads'));

describe('an upload', () => {
  it('is gone when its pair is unknown, its file is refused, or its key belongs to another request', async () => {
    await createDocument(harness, 'one', { idempotency: MARK });
    const mismatch = { ...MARK, payload: 'q'.repeat(64) };
    expect(await codeOf(createDocument(harness, 'two', { idempotency: mismatch }))).toBe(
      'idempotency_mismatch',
    );
    expect(await codeOf(createDocument(harness, 'three', { to: 'xx' }))).toBe('invalid_request');
    expect(await codeOf(createDocument(harness, 'four', { fileName: 'four.exe' }))).toBe('invalid_request');
    expect(await uploads()).toEqual([]);
  });

  it('is gone when the same request was answered before', async () => {
    const first = await createDocument(harness, 'one', { idempotency: MARK });
    const again = await createDocument(harness, 'one', { idempotency: MARK });
    expect(again.id).toBe(first.id);
    expect(await uploads()).toEqual([]);
  });

  it('is gone at once when its client goes away while it waits behind an equal request', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    const extract = harness.translation.extract.bind(harness.translation);
    harness.translation.extract = async (task) => {
      await gate;
      return extract(task);
    };
    const first = createDocument(harness, 'one', { idempotency: MARK });
    await expect.poll(uploads).toHaveLength(1);
    const client = new AbortController();
    const waiting = createDocument(harness, 'one', { idempotency: MARK, signal: client.signal });
    await expect.poll(uploads).toHaveLength(2);
    client.abort(new Error('gone'));
    // The first one is still at work.
    await expect(waiting).rejects.toThrow('gone');
    expect(await uploads()).toHaveLength(1);
    open();
    await first;
    expect(await uploads()).toEqual([]);
  });
});

describe('a request', () => {
  it('is routed once, and its file read once', async () => {
    const asked: string[] = [];
    const { translation } = harness;
    const [route, extract] = [translation.route.bind(translation), translation.extract.bind(translation)];
    harness.translation.route = (request) => {
      asked.push('route');
      return route(request);
    };
    harness.translation.extract = (task) => {
      asked.push('extract');
      return extract(task);
    };
    await createDocument(harness, 'one');
    expect(asked).toEqual(['route', 'extract']);
  });
});

describe('a retry', () => {
  it('with an Idempotency-Key makes one job, however often it is sent', async () => {
    const { id } = await createDocument(harness, 'one\ntwo');
    await harness.jobs.cancel('local', id);
    const first = await harness.jobs.retry('local', id, 'document', { idempotency: MARK });
    const again = await harness.jobs.retry('local', id, 'document', { idempotency: MARK });
    expect(again).toEqual(first);
    await awaitJob(harness, first.id);
    expect((await harness.jobs.list('local', { limit: 10 })).jobs).toHaveLength(2);
    expect(await uploads()).toEqual([]);
  });

  it('does not share its keys with another job or another route', async () => {
    const failed = async (text: string): Promise<string> => {
      harness.translation.behaviour.beforeChunk = () => Promise.reject(new Error('no'));
      const job = await createDocument(harness, text);
      await awaitJob(harness, job.id);
      harness.translation.behaviour.beforeChunk = () => undefined;
      return job.id;
    };
    const [c, d] = [await failed('c'), await failed('d')];
    const retried = await harness.jobs.retry('local', c, 'document', { idempotency: MARK });
    expect(await codeOf(harness.jobs.retry('local', d, 'document', { idempotency: MARK }))).toBe(
      'idempotency_mismatch',
    );
    const created = await createDocument(harness, 'e', { idempotency: MARK });
    expect(created.id).not.toBe(retried.id);
  });
});

describe('a list of jobs', () => {
  it('finds names that hold a text, whatever its case and Unicode form', async () => {
    for (const fileName of ['Vertrag A\u0308pfel.txt', 'Offer.txt', 'offer 2.csv']) {
      await createDocument(harness, 'text', { fileName });
    }
    const named = async (q: string) =>
      (await harness.jobs.list('local', { q, limit: 10 })).jobs.map((job) => job.file_name);
    expect(await named('OFFER')).toEqual(['offer 2.csv', 'Offer.txt']);
    expect(await named('\u00e4PFEL')).toEqual(['Vertrag A\u0308pfel.txt']);
    expect(await named('nothing')).toEqual([]);
  });
});

describe('a source', () => {
  it('that was changed after the upload fails the job as damaged, not for its layout', async () => {
    let open = (): void => undefined;
    const gate = new Promise<void>((resolve) => (open = resolve));
    harness.translation.behaviour.beforeChunk = () => gate;
    const { id } = await createDocument(harness, 'one\ntwo');
    await writeFile(join(folder, 'jobs', id, 'source.txt'), 'one\ntwx');
    open();
    expect(await awaitJob(harness, id)).toMatchObject({
      status: 'failed',
      error: { code: 'source_damaged' },
    });
    const content = harness.jobs.content('local', id, { simple: false });
    await expect(content).rejects.toMatchObject({ code: 'job_failed', jobError: { code: 'source_damaged' } });
  });

  it('that is damaged when a lost result must be rebuilt is reported as damaged', async () => {
    const { id } = await createDocument(harness, 'one\ntwo');
    await awaitJob(harness, id);
    for (const name of ['source.txt', 'result.txt']) await writeFile(join(folder, 'jobs', id, name), 'x');
    const content = harness.jobs.content('local', id, { simple: false });
    await expect(content).rejects.toMatchObject({ status: 409, jobError: { code: 'source_damaged' } });
  });
});
