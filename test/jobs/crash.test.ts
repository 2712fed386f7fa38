import { readFile, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import fc from 'fast-check';
import { describe, expect, it, vi } from 'vitest';
import {
  codeOf,
  createBatch,
  createDocument,
  leftovers,
  newFolder,
  openHarness,
  removeFolder,
  settled,
} from './support/harness.ts';
import type { Harness } from './support/harness.ts';
import { live, newLife } from './support/crash-file-system.ts';
import type { Life } from './support/crash-file-system.ts';

vi.mock('node:fs/promises', async (importOriginal) => {
  const { crashingFs } = await import('./support/crash-file-system.ts');
  return crashingFs(await importOriginal());
});

const BALANCE = 10_000;

interface World {
  folder: string;
  account: string;
  /** Jobs that were answered with 202. */
  accepted: Set<string>;
}

async function newWorld(): Promise<World> {
  const folder = await newFolder();
  const harness = await openHarness(folder);
  const { id } = await harness.accounts.createAccount({ name: 'Paying', credit_balance: BALANCE });
  // One more write, so that the copy before the last knows the account as well.
  await harness.accounts.updateAccount(id, { docx_quota: 0 });
  await harness.close();
  return { folder, account: id, accepted: new Set() };
}

/** A run of the service that works on what there is, and on new jobs; ends early when its life does. */
async function run(world: World, life: Life, newJobs: ('docx' | 'batch')[]): Promise<boolean> {
  const finished = await live(life, async () => {
    const harness = await openHarness(world.folder);
    const create = async (kind: 'docx' | 'batch'): Promise<void> => {
      const { id } = await (kind === 'batch'
        ? createBatch(harness, ['one', 'two'], world.account)
        : createDocument(harness, 'first\nsecond\nfirst', { accountId: world.account, fileName: 'a.docx' }));
      world.accepted.add(id);
    };
    await Promise.all(newJobs.map(create));
    await allEnded(harness, world.account);
    await harness.close();
    return true;
  });
  // The system frees what a dead process held; here the process lives on, and so would its lock.
  if (!finished) await rm(join(world.folder, 'lock'), { force: true });
  return finished === true;
}

async function allEnded(harness: Harness, account: string): Promise<void> {
  const { jobs } = await harness.jobs.list(account, { limit: 100 });
  for (const { id } of jobs) await settled(harness, id, undefined, account);
}

/** What must be true after any history of crashes, once a run has come to its end. */
async function expectExact(world: World): Promise<void> {
  const harness = await openHarness(world.folder);
  const { jobs } = await harness.jobs.list(world.account, { limit: 100 });
  const ids = jobs.map(({ id }) => id);
  for (const id of world.accepted) expect(ids).toContain(id);
  expect(jobs.map(({ status }) => status)).toEqual(jobs.map(() => 'done'));
  const charged = jobs.reduce((sum, job) => sum + job.source_chars, 0);
  const docx = jobs.filter(({ file_type }) => file_type === 'docx').length;
  const usage = harness.accounts.usage(world.account);
  expect(usage).toMatchObject({
    total_chars: charged,
    credit_balance: BALANCE - charged,
    credit_reserved: 0,
  });
  expect(usage.days.reduce((sum, day) => sum + day.jobs, 0)).toBe(jobs.length);
  expect(usage.docx_quota.used).toBe(docx);
  expect((await leftovers(world.folder)).sort()).toEqual([...ids].sort());
  for (const id of ids) {
    const kind = jobs.find((job) => job.id === id)?.kind;
    if (kind === 'document')
      expect(await codeOf(harness.jobs.content(world.account, id, { simple: false }))).toBe('accepted');
  }
  await harness.close();
}

async function damage({ folder }: World, name: string): Promise<void> {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) await writeFile(path, text.slice(0, -10));
}

describe('a crash', () => {
  for (const kind of ['docx', 'batch'] as const) {
    it(`at any step on the disk in the life of a ${kind} job loses, doubles and charges nothing twice`, async () => {
      let deaths = 0;
      for (let steps = 0; ; steps++) {
        const world = await newWorld();
        const survived = await run(world, newLife(steps, true), [kind]);
        await run(world, newLife(Infinity), []);
        await expectExact(world);
        await removeFolder(world.folder);
        if (survived) break;
        deaths++;
      }
      // Creating, translating, building, ending and settling are all among the steps.
      expect(deaths).toBeGreaterThan(40);
    }, 120_000);
  }

  it('after crash, at random steps, with damaged files between, charges each job exactly once', async () => {
    const history = fc.array(
      fc.record({
        steps: fc.integer({ min: 0, max: 150 }),
        torn: fc.boolean(),
        damaged: fc.constantFrom('nothing', 'nothing', 'accounts.json', 'jobs.json'),
        jobs: fc.array(fc.constantFrom<'docx' | 'batch'>('docx', 'batch'), { maxLength: 3 }),
      }),
      { minLength: 1, maxLength: 5 },
    );
    await fc.assert(
      fc.asyncProperty(history, async (runs) => {
        const world = await newWorld();
        for (const { steps, torn, jobs, damaged } of runs) {
          await run(world, newLife(steps, torn), jobs);
          await damage(world, damaged);
        }
        await run(world, newLife(Infinity), []);
        await expectExact(world);
        await removeFolder(world.folder);
      }),
      { numRuns: 30 },
    );
  }, 240_000);
});
