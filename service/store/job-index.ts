import { monthOf } from './archive.ts';
import type { Archive } from './archive.ts';
import type { Document, JobEntry, JobQuery, JobStore } from './port.ts';

export interface IndexRecord {
  version: 1;
  entries: Record<string, JobEntry>;
}

/** Ended jobs that stay in `jobs.json`. It is written whole: with 10,000 rows a write would hold up the process for 43 ms. */
const RECENT = 1_000;
/** So many over RECENT are moved at once, not one by one. */
const SLACK = 100;
/** After a rebuild of the index thousands are too many; so many are written without holding up other work. */
const MOVED_AT_ONCE = 500;

export interface JobIndex extends JobStore {
  /** Resolves when no rows are on their way to the archive. */
  settle(): Promise<void>;
}

export function createJobIndex(document: Document<IndexRecord>, archive: Archive, recent = RECENT): JobIndex {
  let moving: Promise<void> | undefined;
  let ended = Object.values(document.data.entries).filter(isEnded).length;
  const inMemory = (id: string): JobEntry | undefined => document.data.entries[id];

  const moveOld = async (): Promise<void> => {
    while (ended > recent) {
      const rows = Object.values(document.data.entries).filter(isEnded).sort(byId);
      const old = rows.slice(0, Math.min(MOVED_AT_ONCE, rows.length - recent));
      await archive.append(old);
      forget(old);
    }
  };
  const forget = (old: readonly JobEntry[]): void => {
    document.touch(({ entries }) => {
      for (const entry of old) {
        // Changed meanwhile: the newer row stays, and wins over the archived one.
        if (entries[entry.job.id] !== entry) continue;
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a record keyed by id, as it stands in the file
        delete entries[entry.job.id];
        ended--;
      }
    });
  };

  /** A month's rows, in memory and archived, newest first. */
  const rowsOf = async (month: string): Promise<JobEntry[]> => {
    const rows = new Map(await archive.read(month));
    for (const entry of Object.values(document.data.entries)) {
      if (monthOf(entry.job.id) === month) rows.set(entry.job.id, entry);
    }
    return [...rows.values()].sort(byId).reverse();
  };
  const months = (): string[] => {
    const all = new Set(archive.months());
    for (const id of Object.keys(document.data.entries)) all.add(monthOf(id));
    return [...all].sort();
  };

  return {
    recovery: document.recovery,
    async get(id) {
      return inMemory(id) ?? (await archive.read(monthOf(id))).get(id);
    },
    put(entry) {
      const before = inMemory(entry.job.id);
      document.touch(({ entries }) => (entries[entry.job.id] = entry));
      ended += Number(isEnded(entry)) - Number(before !== undefined && isEnded(before));
      if (ended <= recent + Math.min(SLACK, recent)) return;
      // Where the archive cannot be written the rows stay where they are, and the next put tries again.
      moving ??= moveOld()
        .catch(() => undefined)
        .finally(() => (moving = undefined));
    },
    async remove(id) {
      await moving;
      const before = inMemory(id);
      if (before) {
        document.touch(({ entries }) => {
          // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a record keyed by id, as it stands in the file
          delete entries[id];
        });
        ended -= Number(isEnded(before));
      }
      await archive.remove(id);
    },
    async list(query) {
      const found: JobEntry[] = [];
      for (const month of months().reverse()) {
        if (query.cursor !== undefined && month > monthOf(query.cursor)) continue;
        found.push(...(await rowsOf(month)).filter((entry) => answers(entry, query)));
        if (found.length > query.limit) break;
      }
      const entries = found.slice(0, query.limit);
      const last = entries.at(-1);
      return { entries, ...(found.length > query.limit && last ? { next: last.job.id } : {}) };
    },
    async *all() {
      for (const month of months()) yield* (await rowsOf(month)).reverse();
    },
    async settle() {
      await moving;
    },
  };
}

function answers({ account_id, job }: JobEntry, query: JobQuery): boolean {
  return (
    account_id === query.account_id &&
    (query.kind === undefined || job.kind === query.kind) &&
    (query.status === undefined || job.status === query.status) &&
    (query.cursor === undefined || job.id < query.cursor)
  );
}

function isEnded({ job }: JobEntry): boolean {
  return job.status !== 'running';
}

function byId(a: JobEntry, b: JobEntry): number {
  return a.job.id < b.job.id ? -1 : 1;
}
