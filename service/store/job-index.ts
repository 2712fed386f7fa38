import { monthOf } from './archive.ts';
import type { Archive } from './archive.ts';
import { GENERAL } from '../lib/owner.ts';
import type { IndexRecord, JobEntry } from '../records/job-entry.ts';
import type { Document, JobQuery, JobStore } from './store-port.ts';

/** Ended jobs in `jobs.json`. The file is rewritten whole: 10,000 rows would block for 43 ms. */
const RECENT = 1_000;
/** Rows beyond RECENT that are moved together, not one by one. */
const SLACK = 100;
/** After a rebuild of the index there are thousands; this many are written without delaying other work. */
const MAX_MOVED = 500;

export interface JobIndex extends JobStore {
  /** Resolves when no rows are being moved to the archive. */
  archived(): Promise<void>;
}

export function createJobIndex(document: Document<IndexRecord>, archive: Archive, recent = RECENT): JobIndex {
  let moving: Promise<void> | undefined;
  let ended = Object.values(document.data.entries).filter(isEnded).length;
  const inMemory = (id: string): JobEntry | undefined => document.data.entries[id];

  const moveOld = async (): Promise<void> => {
    while (ended > recent) {
      const rows = Object.values(document.data.entries).filter(isEnded).sort(byId);
      const old = rows.slice(0, Math.min(MAX_MOVED, rows.length - recent));
      await archive.append(old);
      forget(old);
    }
  };
  const forget = (old: readonly JobEntry[]): void => {
    document.touch(({ entries }) => {
      for (const entry of old) {
        // Changed meanwhile: the newer row stays, and overrides the archived one.
        if (entries[entry.id] !== entry) continue;
        // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a record keyed by id, as in the file
        delete entries[entry.id];
        ended--;
      }
    });
  };

  /** A month's rows, in memory and archived, newest first. */
  const rowsOf = async (month: string): Promise<JobEntry[]> => {
    const rows = new Map(await archive.read(month));
    for (const entry of Object.values(document.data.entries)) {
      if (monthOf(entry.id) === month) rows.set(entry.id, entry);
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
      const before = inMemory(entry.id);
      document.touch(({ entries }) => (entries[entry.id] = entry));
      ended += Number(isEnded(entry)) - Number(before !== undefined && isEnded(before));
      if (ended <= recent + Math.min(SLACK, recent)) return;
      // If the archive cannot be written, the rows stay and the next put retries.
      moving ??= moveOld()
        .catch(() => undefined)
        .finally(() => (moving = undefined));
    },
    async remove(id) {
      await moving;
      const before = inMemory(id);
      if (before) {
        document.touch(({ entries }) => {
          // eslint-disable-next-line @typescript-eslint/no-dynamic-delete -- a record keyed by id, as in the file
          delete entries[id];
        });
        ended -= Number(isEnded(before));
      }
      await archive.remove(id);
    },
    async forgetRemoved() {
      // Twice: the file's backup is what it held before the last write.
      for (let i = 0; i < 2; i++) await document.update(() => undefined);
      await archive.compact();
    },
    async list(query) {
      const found: JobEntry[] = [];
      for (const month of months().reverse()) {
        if (query.cursor !== undefined && month > monthOf(query.cursor)) continue;
        found.push(...(await rowsOf(month)).filter((entry) => matches(entry, query)));
        if (found.length > query.limit) break;
      }
      const entries = found.slice(0, query.limit);
      const last = entries.at(-1);
      return { entries, ...(found.length > query.limit && last ? { next: last.id } : {}) };
    },
    async *all() {
      for (const month of months()) yield* (await rowsOf(month)).reverse();
    },
    async archived() {
      await moving;
    },
  };
}

function matches(entry: JobEntry, query: JobQuery): boolean {
  return (
    entry.account_id === query.account_id &&
    (query.client_id === undefined || (entry.client_id ?? GENERAL) === query.client_id) &&
    (query.kind === undefined || entry.kind === query.kind) &&
    (query.status === undefined || entry.status === query.status) &&
    (query.cursor === undefined || entry.id < query.cursor) &&
    (query.q === undefined || isNamed(entry, query.q))
  );
}

function isNamed({ id, file_name = '' }: JobEntry, q: string): boolean {
  return [file_name, id].some((name) => folded(name).includes(folded(q)));
}

/** Case-folded, in one Unicode form: macOS decomposes the accents of file names. */
function folded(text: string): string {
  return text.normalize('NFC').toLowerCase();
}

function isEnded({ status }: JobEntry): boolean {
  return status !== 'running';
}

function byId(a: JobEntry, b: JobEntry): number {
  return a.id < b.id ? -1 : 1;
}
