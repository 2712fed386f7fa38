import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createBatch, newFolder, openHarness, removeFolder, awaitJob } from './support/harness.ts';
import type { Harness } from './support/harness.ts';

let folder: string;
let harness: Harness;
beforeEach(async () => {
  folder = await newFolder();
});
afterEach(async () => {
  await harness.close();
  await removeFolder(folder);
});

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

describe('retention', () => {
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
