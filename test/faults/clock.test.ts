import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import {
  codeOf,
  createDocument,
  lines,
  newFolder,
  openHarness,
  removeFolder,
  awaitJob,
} from '../jobs/support/harness.ts';
import type { Harness } from '../jobs/support/harness.ts';
import { createTestTranslation } from '../jobs/support/translation.ts';

const HOUR = 3_600_000;
const YEAR = 365 * 24 * HOUR;

describe('a clock that jumps', () => {
  let folder: string;
  let time: number;
  let harness: Harness;
  const clock = (): number => time;
  const open = (msPerSegment = 0): Promise<Harness> =>
    openHarness(folder, {
      translation: createTestTranslation({ msPerSegment }),
      accounts: { now: clock, docxQuota: () => 2 },
      jobs: { clock },
    });
  const docx = (): Promise<{ id: string }> => createDocument(harness, 'one\ntwo', { fileName: 'a.docx' });
  const listed = async (): Promise<string[]> =>
    (await harness.jobs.list('local', { limit: 100 })).jobs.map(({ id }) => id);

  beforeEach(async () => {
    folder = await newFolder();
    time = Date.UTC(2026, 5, 1, 12);
    harness = await open();
  });
  afterEach(async () => {
    await harness.close();
    await removeFolder(folder);
  });

  for (const [name, jump] of [
    ['back an hour', -HOUR],
    ['back a year', -YEAR],
    ['forward a year', YEAR],
  ] as const) {
    it(`${name} keeps the newest job first, within a run and after the next start`, async () => {
      const ids: string[] = [];
      const create = async (): Promise<void> => {
        const { id } = await createDocument(harness, 'a text');
        ids.unshift(id);
        await awaitJob(harness, id);
      };
      await create();
      time += jump;
      await create();
      expect(await listed()).toEqual(ids);
      await harness.close();
      time += jump;
      harness = await open();
      await create();
      expect(await listed()).toEqual(ids);
      expect(new Set(ids).size).toBe(3);
    });
  }

  it('back does not let a job end before it began', async () => {
    await harness.close();
    harness = await open(5);
    const { id } = await createDocument(harness, lines(20));
    time -= HOUR;
    const seen: number[] = [];
    const job = await awaitJob(harness, id, ({ status, completed_segments = 0 }) => {
      seen.push(completed_segments);
      return status !== 'running';
    });
    expect(seen).toEqual([...seen].sort((a, b) => a - b));
    expect(Date.parse(job.finished_at!)).toBeGreaterThanOrEqual(Date.parse(job.created_at));
    expect(Date.parse(job.updated_at)).toBeGreaterThanOrEqual(Date.parse(job.created_at));
  });

  it('back takes no place of the DOCX quota away, and gives none twice', async () => {
    await docx();
    await docx();
    time -= HOUR;
    expect(await codeOf(docx())).toBe('quota_exceeded');
    expect(harness.accounts.usage('local').docx_quota.used).toBe(2);
  });

  it('years ahead for a while does not lock the DOCX quota for years', async () => {
    time += 3 * YEAR;
    await docx();
    await docx();
    time -= 3 * YEAR;
    expect(await codeOf(docx())).toBe('quota_exceeded');
    time += 24 * HOUR + 1;
    expect(harness.accounts.usage('local').docx_quota.used).toBe(0);
    expect(await codeOf(docx())).toBe('accepted');
    await harness.close();
    harness = await open();
    expect(harness.accounts.usage('local').docx_quota.used).toBe(1);
  });
});
