import { readFile, readdir, rm, writeFile } from 'node:fs/promises';
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
  awaitJob,
} from './support/harness.ts';
import type { Harness } from './support/harness.ts';
import { live, newLife } from './support/crash-file-system.ts';
import type { Life } from './support/crash-file-system.ts';
import { IS_LONG } from '../support/effort.ts';

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
  for (const { id } of jobs) await awaitJob(harness, id, undefined, account);
}

/** Holds after any history of crashes, once a run has come to its end. */
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
  // Notes of edits stay until a start has found the index right.
  const left = (await leftovers(world.folder)).filter((name) => !name.startsWith('.edited-'));
  expect(left.sort()).toEqual([...ids].sort());
  for (const id of ids) {
    const kind = jobs.find((job) => job.id === id)?.kind;
    if (kind === 'document')
      expect(await codeOf(harness.jobs.content(world.account, id, { simple: false }))).toBe('accepted');
  }
  await harness.close();
}

/** A run of the service that changes the first two translations of a job; ends early when its life does. */
async function edit(world: World, id: string, life: Life, texts: [string, string]): Promise<boolean> {
  const finished = await live(life, async () => {
    const harness = await openHarness(world.folder);
    const edits = texts.map((translated_text, index) => ({ index, translated_text }));
    await harness.jobs.edit(world.account, id, edits);
    // Building the files is among the steps.
    const { kind } = await harness.jobs.get(world.account, id);
    if (kind === 'batch') await harness.jobs.batchSegments(world.account, id);
    else for (const simple of [false, true]) await filePath(harness, world.account, id, simple);
    await harness.close();
    return true;
  });
  if (!finished) await rm(join(world.folder, 'lock'), { force: true });
  return finished === true;
}

/** The one word that segments, file and job say of an edited job, in the next run and the one after. */
async function whatIsThere(world: World, id: string): Promise<string> {
  const said = new Set<string | undefined>();
  for (let runs = 0; runs < 2; runs++) {
    const harness = await openHarness(world.folder);
    const { kind, edited_segments } = await harness.jobs.get(world.account, id);
    expect(edited_segments).toBe(2);
    const { json } = await harness.jobs.segments(world.account, id, { limit: 2 });
    for (const segment of JSON.parse(Buffer.from(json).toString()) as { translated_text: string }[])
      said.add(segment.translated_text);
    for (const simple of [false, true]) {
      const path =
        kind === 'batch'
          ? (await harness.jobs.batchSegments(world.account, id))!.path
          : await filePath(harness, world.account, id, simple);
      for (const [word] of (await readFile(path, 'utf8')).matchAll(/before|after/g)) said.add(word);
    }
    await harness.close();
    const names = await readdir(join(world.folder, 'jobs', id));
    expect(names.filter((name) => name.endsWith('.tmp'))).toEqual([]);
  }
  expect(said.size).toBe(1);
  return [...said][0]!;
}

async function filePath(harness: Harness, account: string, id: string, simple: boolean): Promise<string> {
  const content = await harness.jobs.content(account, id, { simple });
  return 'file' in content ? content.file.path : '';
}

async function damage({ folder }: World, name: string): Promise<void> {
  const path = join(folder, name);
  const text = await readFile(path, 'utf8').catch(() => undefined);
  if (text !== undefined) await writeFile(path, text.slice(0, -10));
}

/** `npm run test:long` crashes at every step, `npm test` at every twelfth. */
const STEP = IS_LONG ? 1 : 12;

describe('a crash', () => {
  for (const kind of ['docx', 'batch'] as const) {
    it(`at any step on the disk in the life of a ${kind} job loses, doubles and charges nothing twice`, async () => {
      let deaths = 0;
      for (let steps = 0; ; steps += STEP) {
        const world = await newWorld();
        const survived = await run(world, newLife(steps, true), [kind]);
        await run(world, newLife(Infinity), []);
        await expectExact(world);
        await removeFolder(world.folder);
        if (survived) break;
        deaths++;
      }
      // Creating, translating, building, ending and capturing are all among the steps.
      expect(deaths).toBeGreaterThan(40 / STEP);
    });
  }

  for (const kind of ['docx', 'batch'] as const) {
    it(`at any step on the disk of an edit of a ${kind} job leaves the edits of before or all of these, and their file`, async () => {
      const outcomes = new Set<string>();
      for (let steps = 0; ; steps += STEP) {
        const world = await newWorld();
        await run(world, newLife(Infinity), [kind]);
        const [id] = world.accepted;
        await edit(world, id!, newLife(Infinity), ['before', 'before']);
        const survived = await edit(world, id!, newLife(steps, true), ['after', 'after']);
        const outcome = await whatIsThere(world, id!);
        expect(outcome).toBe(survived ? 'after' : outcome);
        outcomes.add(outcome);
        await expectExact(world);
        await removeFolder(world.folder);
        if (survived) break;
      }
      expect([...outcomes].sort()).toEqual(['after', 'before']);
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
      { numRuns: IS_LONG ? 30 : 4 },
    );
  });
});
