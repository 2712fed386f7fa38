import { appendFile, mkdir, readFile, readdir } from 'node:fs/promises';
import { join } from 'node:path';
import { setImmediate as nextIteration } from 'node:timers/promises';
import { clearTemporary, removeFile, syncFile, syncFolder, writeAtomically } from '../lib/atomic-file.ts';
import { errorCode } from '../lib/error-code.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import { parseArchiveLine } from '../records/job-entry.ts';
import type { JobEntry } from '../records/job-entry.ts';
import { encodeLine, parseLines } from '../records/lines.ts';

/** Index rows too old for the main file: one file a month, appended to, rewritten on removals. */
export interface Archive {
  /** Months that have a file, oldest first. */
  months(): readonly string[];
  /** The month's rows by id. A later line of an id replaces an earlier one. */
  read(month: string): Promise<ReadonlyMap<string, JobEntry>>;
  append(entries: readonly JobEntry[]): Promise<void>;
  /** Its stored data leaves the disk a moment later. */
  remove(id: string): Promise<void>;
  /** Rewrites files that still hold removed rows. */
  compact(): Promise<void>;
  close(): Promise<void>;
}

/** Rows kept in memory, in whole months, about 1 KB each: reading a month means parsing all of it. */
const MAX_CACHED_ROWS = 20_000;
/** Lines parsed before yielding: a few milliseconds. */
const SLICE = 100;
const UNDATED = '0000-00';
/** Jobs are mostly removed many at a time: their months are rewritten once for all of them. */
const COMPACT_MS = 1_000;

/** The last requested month, in Unix milliseconds: a list asks for the same one a thousand times. */
let last = { name: '', from: 0, to: 0 };

/** The month of creation, `2026-11`, from a UUID version 7: its first 48 bits are Unix milliseconds. */
export function monthOf(id: string): string {
  if (id[14] !== '7') return UNDATED;
  const ms = parseInt(id.slice(0, 8) + id.slice(9, 13), 16);
  if (ms >= last.from && ms < last.to) return last.name;
  const date = new Date(ms);
  if (Number.isNaN(date.getTime())) return UNDATED;
  const [year, month] = [date.getUTCFullYear(), date.getUTCMonth()];
  last = { name: date.toISOString().slice(0, 7), from: Date.UTC(year, month), to: Date.UTC(year, month + 1) };
  return last.name;
}

export async function openArchive(folder: string): Promise<Archive> {
  await mkdir(folder, { recursive: true, mode: 0o700 });
  await clearTemporary(folder);
  const months = new Set(
    (await readdir(folder))
      .filter((name) => /^\d{4}-\d{2}\.ndjson$/.test(name))
      .map((name) => name.slice(0, 7)),
  );
  const cache = createMonthCache();
  const exclusively = createSemaphore(1);
  /** Months whose file still holds deleted jobs. */
  const stale = new Set<string>();
  let timer: NodeJS.Timeout | undefined;
  const fileOf = (month: string): string => join(folder, `${month}.ndjson`);

  const read = (month: string): Promise<Map<string, JobEntry>> => {
    const known = cache.get(month);
    if (known) return known;
    const rows = months.has(month) ? readStored(month) : Promise.resolve(new Map<string, JobEntry>());
    cache.keep(month, rows);
    return rows;
  };
  const readStored = async (month: string): Promise<Map<string, JobEntry>> => {
    const { rows, isStale } = await readMonth(fileOf(month));
    // The previous run ended before it could.
    if (isStale) compactLater(month);
    return rows;
  };

  const compact = (month: string): Promise<void> =>
    exclusively(async () => {
      if (!stale.delete(month)) return;
      try {
        const rows = await read(month);
        if (rows.size > 0) await writeAtomically(fileOf(month), await linesOf(rows.values()));
        else {
          await removeFile(fileOf(month));
          months.delete(month);
        }
      } catch (error) {
        stale.add(month);
        throw error;
      }
    });
  const compactAll = async (): Promise<void> => {
    clearTimeout(timer);
    timer = undefined;
    for (const month of [...stale]) await compact(month);
  };
  const compactLater = (month: string): void => {
    stale.add(month);
    // On a full disk the file stays until the next removal, close or start.
    timer ??= setTimeout(() => void compactAll().catch(() => undefined), COMPACT_MS).unref();
  };

  const write = async (month: string, lines: string): Promise<void> => {
    const path = fileOf(month);
    const isNew = !months.has(month);
    // A line torn by a crash must not swallow the next one: an empty line costs nothing.
    await appendFile(path, `\n${lines}`, { mode: 0o600 });
    await syncFile(path);
    if (isNew) await syncFolder(folder);
    months.add(month);
  };

  return {
    months: () => [...months].sort(),
    read,
    append: (entries) =>
      exclusively(async () => {
        for (const [month, rows] of groupByMonth(entries)) {
          await write(month, rows.map(encodeLine).join(''));
          const cached = await cache.get(month);
          for (const row of rows) cached?.set(row.id, row);
        }
      }),
    remove: (id) =>
      exclusively(async () => {
        const month = monthOf(id);
        const rows = await read(month);
        if (!rows.has(id)) return;
        await write(month, encodeLine({ removed: id }));
        rows.delete(id);
        compactLater(month);
      }),
    compact: compactAll,
    close: compactAll,
  };
}

/** Months by time of last use; the oldest are dropped while all have more than MAX_CACHED_ROWS rows. */
function createMonthCache() {
  const kept = new Map<string, { rows: Promise<Map<string, JobEntry>>; count: number }>();
  const shrink = (): void => {
    let count = [...kept.values()].reduce((sum, month) => sum + month.count, 0);
    for (const [oldest, month] of kept) {
      if (count <= MAX_CACHED_ROWS || kept.size === 1) return;
      kept.delete(oldest);
      count -= month.count;
    }
  };
  return {
    get(month: string): Promise<Map<string, JobEntry>> | undefined {
      const found = kept.get(month);
      if (!found) return undefined;
      kept.delete(month);
      kept.set(month, found);
      return found.rows;
    },
    keep(month: string, rows: Promise<Map<string, JobEntry>>): void {
      const own = { rows, count: 0 };
      kept.set(month, own);
      rows.then(
        ({ size }) => {
          own.count = size;
          shrink();
        },
        () => kept.delete(month),
      );
    },
  };
}

function groupByMonth(entries: readonly JobEntry[]): Map<string, JobEntry[]> {
  const groups = new Map<string, JobEntry[]>();
  for (const entry of entries) {
    const month = monthOf(entry.id);
    groups.set(month, [...(groups.get(month) ?? []), entry]);
  }
  return groups;
}

/** Unreadable lines are skipped: the start finds folders without a row and recreates it. */
async function readMonth(path: string): Promise<{ rows: Map<string, JobEntry>; isStale: boolean }> {
  const rows = new Map<string, JobEntry>();
  let isStale = false;
  try {
    let count = 0;
    // Not node:readline: from Node 24 on it also splits at U+2028.
    for (const value of parseLines(await readFile(path))) {
      // Yields to requests.
      if (++count % SLICE === 0) await nextIteration();
      const entry = parseArchiveLine(value);
      if (!entry) continue;
      isStale ||= 'removed' in entry;
      if ('removed' in entry) rows.delete(entry.removed);
      else rows.set(entry.id, entry);
    }
  } catch (error) {
    if (errorCode(error) !== 'ENOENT') throw error;
  }
  return { rows, isStale };
}

/** A month's file content, encoded in slices so that requests are not held up. */
async function linesOf(rows: Iterable<JobEntry>): Promise<string> {
  const lines: string[] = [];
  for (const row of rows) {
    if (lines.push(encodeLine(row)) % SLICE === 0) await nextIteration();
  }
  return lines.join('');
}
