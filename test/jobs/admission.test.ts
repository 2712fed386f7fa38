import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { LIMITS } from '../../service/contract/index.ts';
import { gate } from '../support/gate.ts';
import {
  codeOf,
  createBatch,
  createDocument,
  leftovers,
  lines,
  newFolder,
  openHarness,
  removeFolder,
  awaitJob,
} from './support/harness.ts';
import type { Harness } from './support/harness.ts';
import { createTestTranslation } from './support/translation.ts';

let harness: Harness;
const START = Date.parse('2026-03-01T12:00:00Z');
let clock = START;
beforeEach(async () => {
  clock = START;
  harness = await openHarness(await newFolder(), {
    accounts: { now: () => clock, docxQuota: () => 2 },
    jobs: { clock: () => clock, limits: { runningJobs: () => 3 } },
  });
});
afterEach(async () => {
  await harness.close();
  await removeFolder(harness.folder);
});

const docx = (more: object = {}): ReturnType<typeof createDocument> =>
  createDocument(harness, 'One\nTwo', { fileName: 'a.docx', ...more });

describe('a refused request', () => {
  it('leaves no file, no quota use and no reservation, whatever the reason', async () => {
    const { id: poor } = await harness.accounts.createAccount({ name: 'Poor', credit_balance: 3 });
    const refusals = [
      createDocument(harness, 'One', { fileName: 'a.pages' }),
      createDocument(harness, 'damaged', { fileName: 'a.docx' }),
      createDocument(harness, lines(LIMITS.documentSegments + 1), { fileName: 'a.docx' }),
      createDocument(harness, 'One', { to: 'xx' }),
      createDocument(harness, 'Four', { accountId: poor, fileName: 'a.docx' }),
      createBatch(harness, ['Four'], poor),
    ];
    expect(await Promise.all(refusals.map(codeOf))).toEqual([
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'insufficient_credit',
      'insufficient_credit',
    ]);
    expect(await leftovers(harness.folder)).toEqual([]);
    for (const account of ['local', poor]) {
      expect(harness.accounts.usage(account)).toMatchObject({ credit_reserved: 0, docx_quota: { used: 0 } });
    }
    expect((await harness.jobs.list('local', { limit: 9 })).jobs).toEqual([]);
  });

  it('accepts exactly 1,100 segments', async () => {
    const { segment_count } = await createDocument(harness, lines(LIMITS.documentSegments));
    expect(segment_count).toBe(1_100);
  });

  it('leaves nothing when the client goes away during extraction', async () => {
    const begun = gate();
    harness.translation.behaviour.beforeExtract = () => {
      begun.open();
      return gate().passed;
    };
    const client = new AbortController();
    const request = docx({ signal: client.signal });
    await begun.passed;
    client.abort(new Error('The client went away.'));
    await expect(request).rejects.toThrow('The client went away.');
    expect(await leftovers(harness.folder)).toEqual([]);
    expect(harness.accounts.usage('local').docx_quota.used).toBe(0);
    expect(harness.translation.extracting.now).toBe(0);
  });
});

describe('extraction', () => {
  it('ends with a client that goes away, and no other', async () => {
    const [extracting, both, gone] = [gate(), gate(), new AbortController()];
    harness.translation.behaviour.beforeExtract = () => {
      if (harness.translation.extracting.now === 2) both.open();
      return extracting.passed;
    };
    const stays = createDocument(harness, 'One');
    const leaves = createDocument(harness, 'Two', { signal: gone.signal });
    await both.passed;
    gone.abort(new Error('The client went away.'));
    await expect(leaves).rejects.toThrow('The client went away.');
    extracting.open();
    await stays;
  });
});

describe('a document of an unknown language', () => {
  const asked: (string | undefined)[] = [];
  beforeEach(() => {
    asked.length = 0;
    harness.translation.behaviour.beforeExtract = (from) => void asked.push(from);
  });

  it('is extracted once, and detected by its text', async () => {
    const { id } = await createDocument(harness, 'Ein Haus', {
      detect: (sample) => Promise.resolve(sample === 'Ein Haus' ? 'de' : 'en'),
    });
    expect(asked).toEqual([undefined]);
    expect(await awaitJob(harness, id)).toMatchObject({ status: 'done', from: 'de' });
  });

  it('is extracted again if its segments depend on the language', async () => {
    await createDocument(harness, 'By language', { detect: () => Promise.resolve('de') });
    expect(asked).toEqual([undefined, 'de']);
  });

  it('leaves nothing if its language is refused', async () => {
    const detect = () => Promise.reject(new Error('No engine knows it.'));
    await expect(docx({ detect })).rejects.toThrow('No engine knows it.');
    expect(await codeOf(docx({ to: 'xx', detect: () => Promise.resolve('de') }))).toBe('invalid_request');
    expect(await leftovers(harness.folder)).toEqual([]);
    expect(harness.accounts.usage('local')).toMatchObject({ credit_reserved: 0, docx_quota: { used: 0 } });
  });
});

describe('the DOCX quota', () => {
  it('passes exactly one of two requests at once for the last place', async () => {
    await docx();
    expect((await Promise.all([codeOf(docx()), codeOf(docx())])).sort()).toEqual([
      'accepted',
      'quota_exceeded',
    ]);
  });

  it('says when the next one is possible, and counts jobs that failed, were cancelled or deleted', async () => {
    harness.translation.behaviour.stuckAfter = 0;
    const first = await docx();
    await harness.jobs.remove('local', first.id);
    clock += 3_600_000;
    const second = await docx();
    await harness.jobs.cancel('local', second.id);
    await expect(docx()).rejects.toMatchObject({
      code: 'quota_exceeded',
      headers: { 'Retry-After': '82800' },
    });
    expect(harness.accounts.usage('local').docx_quota).toEqual({
      limit: 2,
      used: 2,
      frees_at: '2026-03-02T12:00:00.000Z',
    });
    clock = START + LIMITS.docxQuotaWindowMs;
    expect(await codeOf(docx())).toBe('accepted');
    expect(await codeOf(docx())).toBe('quota_exceeded');
  });

  it('is neither used by session keys nor holds them up, also after a restart', async () => {
    for (let i = 0; i < 3; i++) await awaitJob(harness, (await docx({ isSession: true })).id);
    expect(harness.accounts.usage('local').docx_quota.used).toBe(0);
    for (let i = 0; i < 2; i++) await awaitJob(harness, (await docx()).id);
    expect(await codeOf(docx())).toBe('quota_exceeded');
    expect(await codeOf(docx({ isSession: true }))).toBe('accepted');
    const { folder } = harness;
    await harness.close();
    harness = await openHarness(folder, { accounts: { now: () => clock, docxQuota: () => 9 } });
    expect(harness.accounts.usage('local').docx_quota.used).toBe(2);
  });

  it('is checked before the document is read, and survives a restart', async () => {
    for (let i = 0; i < 2; i++) await awaitJob(harness, (await docx()).id);
    const { folder } = harness;
    await harness.close();
    harness = await openHarness(folder, {
      accounts: { now: () => clock, docxQuota: () => 2 },
      jobs: { clock: () => clock },
    });
    expect(await codeOf(createDocument(harness, 'damaged', { fileName: 'a.docx' }))).toBe('quota_exceeded');
    expect(await codeOf(createDocument(harness, 'One', { fileName: 'a.txt' }))).toBe('accepted');
  });
});

describe('running jobs and credit', () => {
  it('let exactly as many pass at once as there is room for', async () => {
    harness.translation.behaviour.stuckAfter = 0;
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => codeOf(createDocument(harness, 'One'))));
    expect(results.filter((code) => code === 'accepted')).toHaveLength(3);
    expect(results.filter((code) => code === 'too_many_jobs')).toHaveLength(2);
  });

  it('reserves credit while a job runs, captures it when done, and releases it when cancelled', async () => {
    const { id: account } = await harness.accounts.createAccount({ name: 'Paying', credit_balance: 10 });
    const credit = (): object => {
      const { credit_balance, credit_reserved, total_chars } = harness.accounts.usage(account);
      return { credit_balance, credit_reserved, total_chars };
    };
    const translating = gate();
    harness.translation.behaviour.beforeChunk = () => translating.passed;
    const first = await createBatch(harness, ['letters'], account);
    expect(credit()).toEqual({ credit_balance: 10, credit_reserved: 7, total_chars: 0 });
    expect(
      (
        await Promise.all(
          [createBatch(harness, ['abc'], account), createBatch(harness, ['abc'], account)].map(codeOf),
        )
      ).sort(),
    ).toEqual(['accepted', 'insufficient_credit']);
    await harness.jobs.cancel(account, first.id);
    translating.open();
    const [second] = (await harness.jobs.list(account, { limit: 1 })).jobs;
    await awaitJob(harness, second!.id, undefined, account);
    expect(credit()).toEqual({ credit_balance: 7, credit_reserved: 0, total_chars: 3 });
  });
});

describe('hints', () => {
  it('that the engine cannot use become warnings', async () => {
    const options = { tone: 'formal', context: 'A letter.' };
    const { id } = await createDocument(harness, 'One', { options });
    const job = await awaitJob(harness, id);
    expect(job.warnings.map(({ code }) => code)).toEqual(['tone_ignored', 'context_ignored']);
  });

  it('that the engine can use cause no warnings; nor does free text for a formality', async () => {
    harness.translation.behaviour = {
      ...createTestTranslation().behaviour,
      tone: 'formality',
      context: true,
    };
    const warnings = async (tone: string): Promise<string[]> => {
      const { id } = await createDocument(harness, 'One', { options: { tone, context: 'A letter.' } });
      return (await awaitJob(harness, id)).warnings.map(({ code }) => code);
    };
    expect(await warnings('informal')).toEqual([]);
    expect(await warnings('like a pirate')).toEqual(['tone_ignored']);
    expect(await warnings('default')).toEqual([]);
  });

  it('a term with two translations takes the last, with a warning', async () => {
    const glossary = [
      { term: 'bank', translation: 'orilla' },
      { term: 'bank', translation: 'banco' },
      { term: 'key', translation: 'llave' },
      { term: 'key', translation: 'llave' },
    ];
    const { id } = await createDocument(harness, 'One', { options: { glossary } });
    const job = await awaitJob(harness, id);
    expect(job.warnings).toMatchObject([{ code: 'glossary_duplicate_term', count: 1 }]);
    expect((await harness.store.files.readJob(id))?.options.glossary).toEqual([
      { term: 'bank', translation: 'banco' },
      { term: 'key', translation: 'llave' },
    ]);
  });
});
