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
  openHouse,
  removeFolder,
  settled,
} from './support/house.ts';
import type { House } from './support/house.ts';
import { createTestTranslation } from './support/translation.ts';

let house: House;
const START = Date.parse('2026-03-01T12:00:00Z');
let clock = START;
beforeEach(async () => {
  clock = START;
  house = await openHouse(await newFolder(), {
    accounts: { now: () => clock, docxQuota: 2 },
    jobs: { clock: () => clock, limits: { runningJobs: 3 } },
  });
});
afterEach(async () => {
  await house.close();
  await removeFolder(house.folder);
});

const docx = (more: object = {}): ReturnType<typeof createDocument> =>
  createDocument(house, 'One\nTwo', { fileName: 'a.docx', ...more });

describe('a refused request', () => {
  it('leaves no file, no quota use and no reservation, whatever the reason', async () => {
    const { id: poor } = await house.accounts.createAccount({ name: 'Poor', credit_balance: 3 });
    const refusals = [
      createDocument(house, 'One', { fileName: 'a.pages' }),
      createDocument(house, 'damaged', { fileName: 'a.docx' }),
      createDocument(house, lines(LIMITS.documentSegments + 1), { fileName: 'a.docx' }),
      createDocument(house, 'One', { to: 'xx' }),
      createDocument(house, 'Four', { accountId: poor, fileName: 'a.docx' }),
      createBatch(house, ['Four'], poor),
    ];
    expect(await Promise.all(refusals.map(codeOf))).toEqual([
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'invalid_request',
      'insufficient_credit',
      'insufficient_credit',
    ]);
    expect(await leftovers(house.folder)).toEqual([]);
    for (const account of ['local', poor]) {
      expect(house.accounts.usage(account)).toMatchObject({ credit_reserved: 0, docx_quota: { used: 0 } });
    }
    expect((await house.jobs.list('local', { limit: 9 })).jobs).toEqual([]);
  });

  it('accepts exactly 1,100 segments', async () => {
    const { segment_count } = await createDocument(house, lines(LIMITS.documentSegments));
    expect(segment_count).toBe(1_100);
  });

  it('leaves nothing when the client goes away during extraction', async () => {
    const begun = gate();
    house.translation.whims.beforeExtract = () => {
      begun.open();
      return gate().passed;
    };
    const client = new AbortController();
    const request = docx({ signal: client.signal });
    await begun.passed;
    client.abort(new Error('The client went away.'));
    await expect(request).rejects.toThrow('The client went away.');
    expect(await leftovers(house.folder)).toEqual([]);
    expect(house.accounts.usage('local').docx_quota.used).toBe(0);
    expect(house.translation.extracting.now).toBe(0);
  });
});

describe('extraction', () => {
  it('runs for two documents at once; a client that goes away leaves the queue', async () => {
    const extracting = gate();
    const both = gate();
    house.translation.whims.beforeExtract = () => {
      if (house.translation.extracting.now === 2) both.open();
      return extracting.passed;
    };
    const gone = new AbortController();
    const first = [createDocument(house, 'One'), createDocument(house, 'Two')];
    await both.passed;
    const third = createDocument(house, 'Three', { signal: gone.signal });
    const fourth = createDocument(house, 'Four');
    gone.abort(new Error('The client went away.'));
    await expect(third).rejects.toThrow('The client went away.');
    extracting.open();
    await Promise.all([...first, fourth]);
    expect(house.translation.extracting.most).toBe(2);
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
    house.translation.whims.stuckAfter = 0;
    const first = await docx();
    await house.jobs.remove('local', first.id);
    clock += 3_600_000;
    const second = await docx();
    await house.jobs.cancel('local', second.id);
    await expect(docx()).rejects.toMatchObject({
      code: 'quota_exceeded',
      headers: { 'Retry-After': '82800' },
    });
    expect(house.accounts.usage('local').docx_quota).toEqual({
      limit: 2,
      used: 2,
      frees_at: '2026-03-02T12:00:00.000Z',
    });
    clock = START + LIMITS.docxQuotaWindowMs;
    expect(await codeOf(docx())).toBe('accepted');
    expect(await codeOf(docx())).toBe('quota_exceeded');
  });

  it('is checked before the document is read, and survives a restart', async () => {
    for (let i = 0; i < 2; i++) await settled(house, (await docx()).id);
    const { folder } = house;
    await house.close();
    house = await openHouse(folder, {
      accounts: { now: () => clock, docxQuota: 2 },
      jobs: { clock: () => clock },
    });
    expect(await codeOf(createDocument(house, 'damaged', { fileName: 'a.docx' }))).toBe('quota_exceeded');
    expect(await codeOf(createDocument(house, 'One', { fileName: 'a.txt' }))).toBe('accepted');
  });
});

describe('running jobs and credit', () => {
  it('let exactly as many pass at once as there is room for', async () => {
    house.translation.whims.stuckAfter = 0;
    const results = await Promise.all([1, 2, 3, 4, 5].map(() => codeOf(createDocument(house, 'One'))));
    expect(results.filter((code) => code === 'accepted')).toHaveLength(3);
    expect(results.filter((code) => code === 'too_many_jobs')).toHaveLength(2);
  });

  it('reserves credit while a job runs, captures it when done, and releases it when cancelled', async () => {
    const { id: account } = await house.accounts.createAccount({ name: 'Paying', credit_balance: 10 });
    const credit = (): object => {
      const { credit_balance, credit_reserved, total_chars } = house.accounts.usage(account);
      return { credit_balance, credit_reserved, total_chars };
    };
    const translating = gate();
    house.translation.whims.beforeChunk = () => translating.passed;
    const first = await createBatch(house, ['123456a'], account);
    expect(credit()).toEqual({ credit_balance: 10, credit_reserved: 7, total_chars: 0 });
    expect(
      (
        await Promise.all(
          [createBatch(house, ['abc'], account), createBatch(house, ['abc'], account)].map(codeOf),
        )
      ).sort(),
    ).toEqual(['accepted', 'insufficient_credit']);
    await house.jobs.cancel(account, first.id);
    translating.open();
    const [second] = (await house.jobs.list(account, { limit: 1 })).jobs;
    await settled(house, second!.id, undefined, account);
    expect(credit()).toEqual({ credit_balance: 7, credit_reserved: 0, total_chars: 3 });
  });
});

describe('hints', () => {
  it('that the engine cannot use become warnings', async () => {
    const options = { tone: 'formal', context: 'A letter.' };
    const { id } = await createDocument(house, 'One', { options });
    const job = await settled(house, id);
    expect(job.warnings.map(({ code }) => code)).toEqual(['tone_ignored', 'context_ignored']);
  });

  it('that the engine can use are no warnings; free text is none of a formality', async () => {
    house.translation.whims = { ...createTestTranslation().whims, tone: 'formality', context: true };
    const warnings = async (tone: string): Promise<string[]> => {
      const { id } = await createDocument(house, 'One', { options: { tone, context: 'A letter.' } });
      return (await settled(house, id)).warnings.map(({ code }) => code);
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
    const { id } = await createDocument(house, 'One', { options: { glossary } });
    const job = await settled(house, id);
    expect(job.warnings).toMatchObject([{ code: 'glossary_duplicate_term', count: 1 }]);
    expect((await house.store.files.readJob(id))?.options.glossary).toEqual([
      { term: 'bank', translation: 'banco' },
      { term: 'key', translation: 'llave' },
    ]);
  });
});
