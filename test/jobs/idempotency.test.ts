import { mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { IdempotencyMark } from '../../service/records/job-record.ts';
import { gate } from '../support/gate.ts';
import {
  codeOf,
  createDocument,
  leftovers,
  newFolder,
  openHarness,
  removeFolder,
  awaitJob,
} from './support/harness.ts';
import type { Harness, HarnessOptions } from './support/harness.ts';
import { createTestTranslation } from './support/translation.ts';

const HOUR = 3_600_000;
const START = Date.parse('2026-03-01T12:00:00Z');

let folder: string;
let harness: Harness;
let now: number;

async function open(options: HarnessOptions = {}): Promise<void> {
  harness = await openHarness(folder, { ...options, jobs: { clock: () => now, ...options.jobs } });
}
beforeEach(async () => {
  now = START;
  folder = await newFolder();
  await open();
});
afterEach(async () => {
  await harness.close();
  await removeFolder(folder);
});

const mark = (key: string, payload = 'p'): { idempotency: IdempotencyMark } => ({
  idempotency: { key, payload },
});
const batch = (marks: object, accountId = 'local') =>
  harness.jobs.createBatch({
    accountId,
    from: 'en',
    to: 'es',
    options: {},
    segments: [{ text: 'a' }],
    ...marks,
  });

describe('an idempotency key', () => {
  it('gives the first answer again, and takes the second upload away', async () => {
    const first = await createDocument(harness, 'one\ntwo', mark('k'));
    expect(await createDocument(harness, 'one\ntwo', mark('k'))).toEqual(first);
    expect(await leftovers(folder)).toEqual([first.id]);
  });

  it('with another payload is a mismatch', async () => {
    await createDocument(harness, 'one', mark('k'));
    expect(await codeOf(createDocument(harness, 'two', mark('k', 'q')))).toBe('idempotency_mismatch');
  });

  it('belongs to an account and a route', async () => {
    const { id: other } = await harness.accounts.createAccount({ name: 'other' });
    const ids = [await batch(mark('k')), await batch(mark('k'), other)];
    ids.push(await createDocument(harness, 'one', mark('k')));
    expect(new Set(ids.map(({ id }) => id)).size).toBe(3);
  });

  it('holds requests that come at the same time back until the first is answered', async () => {
    const created = await Promise.all(
      Array.from({ length: 20 }, () => createDocument(harness, 'one', mark('k'))),
    );
    expect(new Set(created.map(({ id }) => id)).size).toBe(1);
    expect(await leftovers(folder)).toHaveLength(1);
  });

  it('is not used up by a refused request: the next in line is tried', async () => {
    const answers = await Promise.allSettled([
      createDocument(harness, 'damaged', mark('k')),
      createDocument(harness, 'sound', mark('k', 'q')),
    ]);
    expect(answers.map(({ status }) => status)).toEqual(['rejected', 'fulfilled']);
  });

  it('is not used up by a client that goes away: the next in line is tried', async () => {
    await harness.close();
    const begun = gate();
    const beforeExtract = () => {
      begun.open();
      return gate().passed;
    };
    const translation = createTestTranslation({ beforeExtract });
    await open({ translation });
    const gone = new AbortController();
    const first = createDocument(harness, 'one', { ...mark('k'), signal: gone.signal });
    await begun.passed;
    translation.behaviour.beforeExtract = () => undefined;
    const second = createDocument(harness, 'one', mark('k'));
    gone.abort(new Error('gone'));
    await expect(first).rejects.toThrow('gone');
    const { id } = await second;
    expect(await leftovers(folder)).toEqual([id]);
  });

  it('makes a new job once its job is deleted', async () => {
    const first = await batch(mark('k'));
    await harness.jobs.remove('local', first.id);
    const again = await Promise.all([batch(mark('k', 'q')), batch(mark('k', 'q'))]);
    expect(again[0].id).not.toBe(first.id);
    expect(again[1].id).toBe(again[0].id);
  });

  it('holds for 24 hours', async () => {
    const first = await batch(mark('k'));
    now += 24 * HOUR - 1;
    expect((await batch(mark('k'))).id).toBe(first.id);
    now += 1;
    expect((await batch(mark('k', 'q'))).id).not.toBe(first.id);
  });

  it('survives a restart, and a lost index: it is in job.json', async () => {
    const first = await batch(mark('k'));
    await harness.close();
    await writeFile(join(folder, 'jobs.json'), 'lost');
    await open();
    expect(await batch(mark('k'))).toEqual(first);
    expect(await codeOf(batch(mark('k', 'q')))).toBe('idempotency_mismatch');
  });

  it('is taken though the record of another job cannot be read', async () => {
    const first = await batch(mark('k'));
    const damaged = await batch({});
    await Promise.all([first, damaged].map(({ id }) => awaitJob(harness, id)));
    await harness.close();
    const record = join(folder, 'jobs', damaged.id, 'job.json');
    await rm(record);
    await mkdir(record);
    await open();
    expect(await batch(mark('k'))).toEqual(first);
  });

  it('makes a start read the records of the last day only, and no request without a key wait for it', async () => {
    const old = await batch(mark('old'));
    now += 25 * HOUR;
    const young = await batch(mark('young'));
    // Ended jobs: recovery then reads no records itself.
    await Promise.all([old, young].map(({ id }) => awaitJob(harness, id)));
    await harness.close();
    const read: string[] = [];
    const reading = gate();
    await open({
      wrapStore: (store) => ({
        ...store,
        files: {
          ...store.files,
          readJob: async (id) => {
            read.push(id);
            await reading.passed;
            return store.files.readJob(id);
          },
        },
      }),
    });
    await batch({});
    reading.open();
    expect(await batch(mark('young'))).toEqual(young);
    expect(read).not.toContain(old.id);
  });

  it('adds nothing to the record of a job without one', async () => {
    const { id } = await batch({});
    expect(await readFile(join(folder, 'jobs', id, 'job.json'), 'utf8')).not.toContain('idempotency');
  });
});
