import { cp, mkdir, readFile, readdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import {
  createBatch,
  createDocument,
  lines,
  newFolder,
  openHarness,
  removeFolder,
  awaitJob,
} from '../jobs/support/harness.ts';
import type { Harness } from '../jobs/support/harness.ts';
import { createTestTranslation } from '../jobs/support/translation.ts';
import { IS_LONG } from '../support/effort.ts';

/** A data folder after a day's work, as a killed service leaves it. */
interface Day {
  folder: string;
  account: string;
  done: { document: string; batch: string };
  running: string;
}

const BALANCE = 100_000;
const LINES = 12;
const SOURCE = lines(LINES);

async function makeDay(): Promise<Day> {
  const folder = await newFolder();
  const first = await openHarness(folder);
  const { id: account } = await first.accounts.createAccount({ name: 'Paying', credit_balance: BALANCE });
  const document = (await createDocument(first, SOURCE, { accountId: account })).id;
  const batch = (await createBatch(first, ['one', 'two'], account)).id;
  await awaitJob(first, document, undefined, account);
  await awaitJob(first, batch, undefined, account);
  await first.close();
  // Its first chunk is translated, and the others not before the harness is closed.
  const second = await openHarness(folder, { translation: createTestTranslation({ stuckAfter: 1 }) });
  const running = (await createDocument(second, SOURCE, { accountId: account })).id;
  await awaitJob(second, running, ({ completed_segments = 0 }) => completed_segments > 0, account);
  await second.close();
  return { folder, account, done: { document, batch }, running };
}

type Damage = (path: string) => Promise<void>;

const bytesOf = async (path: string): Promise<Buffer> => readFile(path).catch(() => Buffer.alloc(0));
const truncated =
  (share: number): Damage =>
  async (path) => {
    const bytes = await bytesOf(path);
    await writeFile(path, bytes.subarray(0, Math.floor(bytes.length * share)));
  };
const overwritten =
  (share: number, garbage: Uint8Array): Damage =>
  async (path) => {
    const bytes = await bytesOf(path);
    const at = Math.floor(bytes.length * share);
    bytes.set(garbage.subarray(0, bytes.length - at), at);
    await writeFile(path, bytes);
  };

/** Damage to a job costs that job alone; damage to the service's own files is mended by the start. */
const FOLDER = 'a folder of that name';
const DAMAGES: Record<string, Damage> = {
  missing: (path) => rm(path, { force: true }),
  empty: (path) => writeFile(path, ''),
  zeroed: async (path) => writeFile(path, Buffer.alloc((await bytesOf(path)).length)),
  garbage: (path) => writeFile(path, Buffer.from('\u0000\u{1f4a5}{"rev":"x"]\n\n[{}', 'utf8')),
  halved: truncated(0.5),
  [FOLDER]: async (path) => {
    await rm(path, { force: true });
    await mkdir(path, { recursive: true });
  },
};

const DOCUMENTS = ['accounts.json', 'accounts.json.bak', 'jobs.json', 'jobs.json.bak'];
const JOB_FILES = ['job.json', 'segments.ndjson', 'journal.ndjson', 'source.txt', 'result.txt'];

function filesOf(day: Day): string[] {
  return [
    ...DOCUMENTS,
    ...JOB_FILES.flatMap((name) => [join('jobs', day.done.document, name), join('jobs', day.running, name)]),
  ];
}

/** Holds after any damage: everything accepted is there, ended or going on, and charged at most once. */
async function expectWhole(day: Day, harness: Harness): Promise<void> {
  const { jobs } = await harness.jobs.list(day.account, { limit: 100 });
  const local = await harness.jobs.list('local', { limit: 100 });
  const owned = new Map([...jobs, ...local.jobs].map((job) => [job.id, job]));
  for (const id of [day.done.document, day.done.batch, day.running]) expect(owned.has(id)).toBe(true);
  let charge = 0;
  for (const { id } of jobs) {
    const ended = await awaitJob(harness, id, undefined, day.account);
    if (ended.status === 'done') charge += ended.source_chars;
    else expect(ended.error?.message).toMatch(/\.$/);
  }
  const usage = harness.accounts.usage(day.account);
  expect(usage.total_chars).toBeLessThanOrEqual(charge);
  // At most the job whose own record was lost is missing from the sum.
  expect(usage.total_chars).toBeGreaterThanOrEqual(charge - SOURCE.length);
  expect(usage.credit_reserved).toBe(0);
}

/** A translated file, or a reason in words: never half of one. */
async function expectRightOrRefused(day: Day, harness: Harness, whole: string): Promise<void> {
  try {
    const content = await harness.jobs.content(day.account, day.done.document, { simple: false });
    if ('file' in content) expect(await readFile(content.file.path, 'utf8')).toBe(whole);
  } catch (error) {
    expect(error).toMatchObject({ name: 'ProblemError' });
  }
}

describe('a damaged file', () => {
  let day: Day;
  let whole: string;
  beforeAll(async () => {
    day = await makeDay();
    whole = await readFile(join(day.folder, 'jobs', day.done.document, 'result.txt'), 'utf8');
  });
  afterAll(() => removeFolder(day.folder));

  const after = async (
    harm: (folder: string) => Promise<void>,
    look: (harness: Harness) => Promise<void>,
  ) => {
    const folder = await newFolder();
    await cp(day.folder, folder, { recursive: true });
    await harm(folder);
    const harness = await openHarness(folder);
    try {
      await look(harness);
    } finally {
      await harness.close();
    }
    // The first start's repairs last.
    const again = await openHarness(folder);
    await expectWhole(day, again);
    await again.close();
    await removeFolder(folder);
  };

  it(`is survived, whichever it is: ${IS_LONG ? 'each in each way' : 'each in one way'}`, async () => {
    const ways = Object.entries(DAMAGES);
    const all = filesOf(day).flatMap((file, n) =>
      (IS_LONG ? ways : [ways[n % ways.length]!]).map(([name, damage]) => ({ file, name, damage })),
    );
    for (const { file, name, damage } of all) {
      await after(
        (folder) => damage(join(folder, file)),
        async (harness) => {
          await expectWhole(day, harness).catch((error: unknown) => {
            throw new Error(`${name}: ${file}`, { cause: error });
          });
          if (name !== FOLDER) await expectRightOrRefused(day, harness, whole);
        },
      );
    }
  });

  if (IS_LONG)
    it('is survived when it is cut or overwritten at any byte', async () => {
      await fc.assert(
        fc.asyncProperty(
          fc.nat({ max: filesOf(day).length - 1 }),
          fc.double({ min: 0, max: 0.999, noNaN: true }),
          fc.option(fc.uint8Array({ minLength: 1, maxLength: 40 }), { nil: undefined }),
          async (file, share, garbage) => {
            const damage = garbage ? overwritten(share, garbage) : truncated(share);
            await after(
              (folder) => damage(join(folder, filesOf(day)[file]!)),
              (harness) => expectWhole(day, harness),
            );
          },
        ),
        { numRuns: 60 },
      );
    });

  it('of the accounts costs nobody credit: balance and sums are as before', async () => {
    for (const file of ['accounts.json', 'accounts.json.bak']) {
      for (const damage of Object.values(DAMAGES)) {
        await after(
          (folder) => damage(join(folder, file)),
          async (harness) => {
            const { source_chars } = await awaitJob(harness, day.running, undefined, day.account);
            const chars = source_chars * 2 + 6;
            expect(harness.accounts.usage(day.account)).toMatchObject({
              total_chars: chars,
              credit_balance: BALANCE - chars,
            });
          },
        );
      }
    }
  });

  it('whose balance was changed by a single flipped bit is not believed', async () => {
    const flip = async (folder: string): Promise<void> => {
      const path = join(folder, 'accounts.json');
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.replace(/"credit_balance":9/, '"credit_balance":1'));
    };
    await after(flip, async (harness) => {
      await awaitJob(harness, day.running, undefined, day.account);
      expect(harness.accounts.usage(day.account).credit_balance).toBeGreaterThan(90_000);
      const kept = (await readdir(harness.folder)).filter((name) =>
        name.startsWith('accounts.json.corrupt-'),
      );
      expect(kept).toHaveLength(1);
    });
  });

  for (const [name, damage] of Object.entries(DAMAGES)) {
    if (name === FOLDER) continue;
    it(`(${name}) result is built again from source and journal`, async () => {
      await after(
        (folder) => damage(join(folder, 'jobs', day.done.document, 'result.txt')),
        async (harness) => {
          const content = await harness.jobs.content(day.account, day.done.document, { simple: false });
          expect('file' in content && (await readFile(content.file.path, 'utf8'))).toBe(whole);
        },
      );
    });
  }

  it('of segments, cut off between two lines, fails the running job instead of shortening the document', async () => {
    const cut = async (folder: string): Promise<void> => {
      const path = join(folder, 'jobs', day.running, 'segments.ndjson');
      const text = await readFile(path, 'utf8');
      await writeFile(path, text.split('\n').slice(0, 5).join('\n').concat('\n'));
    };
    await after(cut, async (harness) => {
      const job = await awaitJob(harness, day.running, undefined, day.account);
      expect(job).toMatchObject({ status: 'failed', error: { code: 'damaged_job' } });
    });
  });

  it('of a finished job, its journal, does not have it done and charged again', async () => {
    for (const damage of Object.values(DAMAGES)) {
      await after(
        async (folder) => {
          await damage(join(folder, 'jobs', day.done.document, 'journal.ndjson'));
          // Restored accounts are why finished jobs are looked at once more.
          await rm(join(folder, 'accounts.json'));
        },
        async (harness) => {
          const job = await awaitJob(harness, day.done.document, undefined, day.account);
          expect(job.status).toBe('done');
          expect(harness.translation.chunks.every(({ jobId }) => jobId !== day.done.document)).toBe(true);
        },
      );
    }
  });

  it('of the archive is made anew from the folders', async () => {
    const folder = await newFolder();
    const open = () => openHarness(folder);
    const harness = await open();
    const { id } = await createBatch(harness, ['one']);
    await awaitJob(harness, id);
    await harness.close();
    const month = new Date().toISOString().slice(0, 7);
    for (const content of ['', '\0\0\0\0', '{"account_id":"local","job":{}}\n', `{"removed":"${id}`]) {
      await rm(join(folder, 'jobs.json'));
      await rm(join(folder, 'jobs.json.bak'), { force: true });
      await writeFile(join(folder, 'archive', `${month}.ndjson`), content);
      const next = await open();
      expect((await next.jobs.list('local', { limit: 10 })).jobs.map((job) => job.id)).toEqual([id]);
      await next.close();
    }
    await removeFolder(folder);
  });
});

it('Files that killed writers left are gone after the start', async () => {
  const day = await makeDay();
  const temporary = '0a1b2c3d-1111-4222-8333-444455556666';
  const left = [
    `accounts.json.${temporary}.tmp`,
    `lock.${temporary}.tmp`,
    join('jobs', day.running, `result.txt.${temporary}.tmp`),
    join('uploads', temporary),
  ];
  for (const name of left) await writeFile(join(day.folder, name), 'half of');
  const harness = await openHarness(day.folder);
  const names = await readdir(day.folder, { recursive: true });
  for (const name of left) expect(names).not.toContain(name);
  await harness.close();
  await removeFolder(day.folder);
});
