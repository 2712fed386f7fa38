import { setImmediate as nextIteration } from 'node:timers/promises';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import type { ActiveJob } from '../../service/jobs/run/active-job.ts';
import { createJobEvents } from '../../service/jobs/job-events.ts';
import { startRetention } from '../../service/jobs/end/retention.ts';
import type { JobEntry } from '../../service/records/job-entry.ts';
import { createBatch, newFolder, openHarness, removeFolder, awaitJob } from './support/harness.ts';
import type { Harness } from './support/harness.ts';

let folder: string;
let harness: Harness;

const idsOf = async (): Promise<string[]> =>
  (await harness.jobs.list('local', { limit: 100 })).jobs.map(({ id }) => id);

async function make(count: number): Promise<string[]> {
  const ids: string[] = [];
  for (let i = 0; i < count; i++) {
    const { id } = await createBatch(harness, [`text ${i}`]);
    await awaitJob(harness, id, ({ status }) => status !== 'running').catch(() => undefined);
    ids.unshift(id);
  }
  return ids;
}

async function* allOf(entries: readonly JobEntry[]): AsyncGenerator<JobEntry> {
  for (const entry of entries) yield await Promise.resolve(entry);
}

describe('the walk of retention', () => {
  it('notices the end of a job at any tick of its own work', async () => {
    for (let ticks = 0; ticks < 60; ticks++) {
      const entries = new Map<string, JobEntry>();
      const events = createJobEvents(undefined);
      const end = (id: string): void => {
        entries.set(id, { id, account_id: 'local', status: 'done' } as JobEntry);
        events.emit('ended', {} as ActiveJob);
      };
      const retention = startRetention({
        daysOf: () => undefined,
        rule: () => ({ maxAgeDays: 0, maxJobs: 3 }),
        all: () => allOf([...entries.values()]),
        events,
        remove: ({ id }) => Promise.resolve(void entries.delete(id)),
        log: undefined,
        clock: Date.now,
      });
      for (const id of ['1', '2', '3', '4']) end(id);
      for (let tick = 0; tick < ticks; tick++) await Promise.resolve();
      end('5');
      await nextIteration();
      expect([...entries.keys()], `after ${ticks} ticks`).toEqual(['3', '4', '5']);
      await retention.stop();
    }
  });
});

describe('retention', () => {
  beforeEach(async () => {
    folder = await newFolder();
  });
  afterEach(async () => {
    await harness.close();
    await removeFolder(folder);
  });

  it('leaves exactly the newest jobs that the rule keeps, as jobs end', async () => {
    harness = await openHarness(folder, { jobs: { retention: () => ({ maxAgeDays: 0, maxJobs: 3 }) } });
    const ids = await make(8);
    await expect.poll(idsOf).toEqual(ids.slice(0, 3));
  });

  it('leaves exactly those when it is switched on for a folder that has more', async () => {
    harness = await openHarness(folder);
    const ids = await make(8);
    await harness.close();
    harness = await openHarness(folder, { jobs: { retention: () => ({ maxAgeDays: 0, maxJobs: 3 }) } });
    await expect.poll(idsOf).toEqual(ids.slice(0, 3));
  });

  it('goes on with the others where one cannot be removed', async () => {
    harness = await openHarness(folder);
    const ids = await make(5);
    await harness.close();
    const stuck = ids.at(-1);
    harness = await openHarness(folder, {
      jobs: { retention: () => ({ maxAgeDays: 0, maxJobs: 2 }) },
      wrapStore: (store) => ({
        ...store,
        files: {
          ...store.files,
          remove: (id) => (id === stuck ? Promise.reject(new Error('busy')) : store.files.remove(id)),
        },
      }),
    });
    await expect.poll(idsOf).toEqual([...ids.slice(0, 2), stuck]);
  });
});
