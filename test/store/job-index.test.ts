import { appendFile, mkdtemp, readdir, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterEach, beforeEach, describe, expect, it } from 'vitest';
import { createIds } from '../../service/jobs/admit/ids.ts';
import { monthOf, openArchive } from '../../service/store/archive.ts';
import type { JobEntry } from '../../service/records/job-entry.ts';
import type { Store } from '../../service/store/store-port.ts';
import { openStore } from '../../service/store/store.ts';

let folder: string;
let store: Store;
let clock = 0;
const newId = createIds(() => clock);

beforeEach(async () => {
  folder = await mkdtemp(join(tmpdir(), 'interlinear-index-'));
  store = await openStore(folder, { recentJobs: 5 });
  clock = Date.parse('2026-01-10T00:00:00Z');
});
afterEach(async () => {
  await store.close();
  await rm(folder, { recursive: true, force: true });
});

function entry(status: JobEntry['status'], more: Partial<JobEntry> = {}): JobEntry {
  const at = new Date(clock).toISOString();
  return {
    account_id: 'local',
    id: newId(),
    kind: 'batch',
    status,
    segment_count: 1,
    source_chars: 1,
    completed: 1,
    from: 'en',
    to: 'es',
    engine: 'pseudo',
    engine_pair: { from: 'en', to: 'es' },
    options: {},
    created_at: at,
    updated_at: at,
    warnings: [],
    ...more,
  };
}

/** Rows over three months, one every two days; the first is still running. */
function fill(count: number): string[] {
  return Array.from({ length: count }, (_, i) => {
    const row = entry(i === 0 ? 'running' : 'done');
    store.jobs.put(row);
    clock += 2 * 86_400_000;
    return row.id;
  });
}

async function pages(limit: number, query: object = {}): Promise<string[]> {
  const ids: string[] = [];
  for (let cursor: string | undefined, first = true; first || cursor !== undefined; first = false) {
    const page = await store.jobs.list({
      account_id: 'local',
      limit,
      ...query,
      ...(cursor ? { cursor } : {}),
    });
    expect(page.entries.length).toBeLessThanOrEqual(limit);
    ids.push(...page.entries.map(({ id }) => id));
    cursor = page.next;
  }
  return ids;
}

describe('ids', () => {
  it('sort by creation, also within a millisecond and when the clock is set back', () => {
    let now = 1_750_000_000_000;
    const next = createIds(() => now);
    const ids = Array.from({ length: 10_000 }, (_, i) => {
      if (i === 5_000) now -= 60_000;
      return next();
    });
    expect([...ids].sort()).toEqual(ids);
    expect(new Set(ids).size).toBe(ids.length);
    for (const id of ids.slice(0, 3))
      expect(id).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-7[0-9a-f]{3}-[89ab][0-9a-f]{3}-[0-9a-f]{12}$/);
  });

  it('contain the month of creation', () => {
    const edges = ['2026-11-01T00:00:00.000Z', '2026-10-31T23:59:59.999Z', '2026-12-01T00:00:00.000Z'];
    for (const edge of edges) {
      clock = Date.parse(edge);
      expect(monthOf(createIds(() => clock)())).toBe(edge.slice(0, 7));
    }
    clock = Date.parse('2026-11-30T23:59:59.999Z');
    expect(monthOf(createIds(() => clock)())).toBe('2026-11');
    expect(monthOf('f81d4fae-7dec-41d0-a765-00a0c91e6bf6')).toBe('0000-00');
  });
});

describe('the index of jobs', () => {
  it('moves old ended jobs to a file a month, and lists, finds and walks over all', async () => {
    const ids = fill(40);
    await expect.poll(async () => (await readdir(join(folder, 'archive'))).length).toBe(3);
    expect(await pages(7)).toEqual([...ids].reverse());
    expect(await pages(1)).toEqual([...ids].reverse());
    expect(await pages(7, { status: 'running' })).toEqual([ids[0]]);
    expect(await pages(7, { account_id: 'other' })).toEqual([]);
    for (const id of ids) expect((await store.jobs.get(id))?.id).toBe(id);
    const walked: string[] = [];
    for await (const { id } of store.jobs.all()) walked.push(id);
    expect(walked).toEqual(ids);
  });

  it('is the same after a restart, with torn lines in the archive', async () => {
    const ids = fill(40);
    await store.close();
    for (const name of await readdir(join(folder, 'archive')))
      await appendFile(join(folder, 'archive', name), '{"acc');
    store = await openStore(folder, { recentJobs: 5 });
    expect(await pages(9)).toEqual([...ids].reverse());
    await store.jobs.remove(ids[3]!);
    expect(await pages(9)).toEqual([...ids].reverse().filter((id) => id !== ids[3]));
  });

  it('forgets removed jobs for good, recent and old ones', async () => {
    const ids = fill(40);
    for (const id of [ids[0]!, ids[2]!, ids[20]!, ids[39]!]) await store.jobs.remove(id);
    await store.jobs.remove('01a1f930-3892-7000-b78e-04a43122fe34');
    const rest = ids.filter((id) => ![ids[0], ids[2], ids[20], ids[39]].includes(id)).reverse();
    expect(await pages(50)).toEqual(rest);
    await store.close();
    store = await openStore(folder, { recentJobs: 5 });
    expect(await pages(50)).toEqual(rest);
  });

  it('leaves nothing of a removed job on the disk, and no file of a month without jobs', async () => {
    clock = Date.parse('2029-01-10T00:00:00Z');
    const secret = entry('done', { file_name: 'secret.docx' });
    store.jobs.put(secret);
    const ids = fill(60);
    const archived = async (): Promise<string> => {
      const names = await readdir(join(folder, 'archive'));
      return (await Promise.all(names.map((name) => readFile(join(folder, 'archive', name), 'utf8')))).join(
        '\n',
      );
    };
    await expect.poll(archived).toContain('secret.docx');
    await store.jobs.remove(secret.id);
    await expect.poll(archived).not.toContain('secret.docx');
    const months = (await readdir(join(folder, 'archive'))).sort();
    // The first one runs, and is in the index itself.
    const first = ids.slice(1).filter((id) => `${monthOf(id)}.ndjson` === months[0]);
    for (const id of first.slice(1)) await store.jobs.remove(id);
    // Killed before it was written again: the next start finds the line that says so.
    await store.close();
    const path = join(folder, 'archive', months[0]!);
    expect(await readFile(path, 'utf8')).not.toContain(first[1]);
    await appendFile(path, `{"removed":"${first[0]}"}\n`);
    await rm(join(folder, 'jobs.json'));
    await rm(join(folder, 'jobs.json.bak'), { force: true });
    store = await openStore(folder, { recentJobs: 5 });
    expect(await pages(80)).not.toContain(first[0]);
    await store.close();
    expect(await readdir(join(folder, 'archive'))).not.toContain(months[0]);
    store = await openStore(folder, { recentJobs: 5 });
  });

  it('keeps rows whose texts hold what ends a line elsewhere', async () => {
    const context = 'One\u2028two\u2029three\u0085four\rfive';
    const row = entry('done', { options: { context } });
    store.jobs.put(row);
    fill(20);
    await store.close();
    store = await openStore(folder, { recentJobs: 5 });
    const archive = await openArchive(join(folder, 'archive'));
    expect((await archive.read(monthOf(row.id))).get(row.id)?.options.context).toBe(context);
  });

  it('shows the newest row of a job that changed after it was archived', async () => {
    const ids = fill(40);
    const old = await store.jobs.get(ids[1]!);
    store.jobs.put({ ...old!, settled: true });
    expect((await store.jobs.get(ids[1]!))?.settled).toBe(true);
    expect(await pages(50)).toEqual([...ids].reverse());
    fill(20);
    await store.close();
    store = await openStore(folder, { recentJobs: 5 });
    expect((await store.jobs.get(ids[1]!))?.settled).toBe(true);
  });

  it('reads months requested one after the other once', async () => {
    // Ids never go back in time, those of the tests before this one included.
    clock = Date.parse('2030-01-10T00:00:00Z');
    const ids = fill(60);
    await store.close();
    store = await openStore(folder, { recentJobs: 5 });
    const archive = await openArchive(join(folder, 'archive'));
    const months = [...new Set(ids.map(monthOf))];
    expect(months.length).toBeGreaterThan(3);
    const rows = await Promise.all(months.map((month) => archive.read(month)));
    for (const [n, month] of months.entries()) expect(await archive.read(month)).toBe(rows[n]);
  });
});
