import {
  closeSync,
  copyFileSync,
  existsSync,
  fsyncSync,
  openSync,
  renameSync,
  rmSync,
  statSync,
} from 'node:fs';
import { basename } from 'node:path';
import type { Database, JSValue } from 'node-sqlite3-wasm';

type Row = Record<string, JSValue>;
type Open = (path: string) => Database;

const HOUR_MS = 3_600_000;
const PAGE = 500;
/** Beyond every rowid that we give. */
const LAST = 2 ** 52;

const copyOf = (path: string): string => `${path}.bak`;
const logOf = (path: string): string => `${path}-wal`;
/** The damaged file, until the new one has all that can be read of it. */
const recoveringOf = (path: string): string => `${path}.recovering`;

/** Whether a new file is to be filled with what was there before. */
export function isToRecover(path: string): boolean {
  return isInRecovery(path) || existsSync(copyOf(path));
}

export function isInRecovery(path: string): boolean {
  return existsSync(recoveringOf(path));
}

/**
 * Keeps a copy of the whole file beside it, at most once an hour, where it has changed since. All of it is in the file itself then: nobody else has
 * it open, and no transaction is. On a full disk the copy of before stays.
 */
export function keepCopy(database: Database, path: string): void {
  const copy = copyOf(path);
  const [now, before] = [changedAt(path), mtimeOf(copy)];
  if (now <= before || Date.now() - before < HOUR_MS) return;
  const next = `${copy}.tmp`;
  try {
    database.exec('PRAGMA wal_checkpoint(TRUNCATE)');
    copyFileSync(path, next);
    const file = openSync(next, 'r+');
    fsyncSync(file);
    closeSync(file);
    renameSync(next, copy);
  } catch {
    rmSync(next, { force: true });
  }
}

/** What was deleted is to be gone. */
export function dropCopy(path: string): void {
  rmSync(copyOf(path), { force: true });
}

/** Until a checkpoint the log has the changes. An empty one was only opened. */
function changedAt(path: string): number {
  const log = statSync(logOf(path), { throwIfNoEntry: false });
  return Math.max(mtimeOf(path), log?.size ? log.mtimeMs : 0);
}

function mtimeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Gives the file another name, with its log, until `endRecovery`. */
export function setAside(path: string): void {
  // A file beside one that is in recovery has nothing but what comes of that.
  moveWithLog(path, isInRecovery(path) ? damagedName(path) : recoveringOf(path));
}

/** What a process that was killed had still to do of `setAside`. */
export function completeSetAside(path: string): void {
  if (isInRecovery(path) && !existsSync(path)) moveWithLog(path, recoveringOf(path));
}

/**
 * The file set aside has nothing any longer that is to be taken over. It and its log are kept: both may have what a specialist can read.
 * Returns what it is called from now on; undefined where there was only a copy.
 */
export function endRecovery(path: string): string | undefined {
  if (!isInRecovery(path)) return undefined;
  const aside = damagedName(path);
  moveWithLog(recoveringOf(path), aside);
  return basename(aside);
}

function damagedName(path: string): string {
  return `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
}

function moveWithLog(from: string, to: string): void {
  if (existsSync(from)) renameSync(from, to);
  if (existsSync(logOf(from))) renameSync(logOf(from), logOf(to));
}

/** Fills a new file with what can be read of the one set aside, and then with what only the copy has. In the caller's transaction. */
export function takeOver(database: Database, open: Open, path: string): void {
  readFrom(recoveringOf(path), true);
  readFrom(copyOf(path), false);

  function readFrom(from: string, keepNumbers: boolean): void {
    if (!statSync(from, { throwIfNoEntry: false })?.isFile()) return;
    let source: Database;
    try {
      source = open(from);
    } catch {
      return;
    }
    try {
      for (const glossary of rowsOf(source, 'glossary', 'seq')) {
        insert('glossary', keepNumbers ? glossary : without(glossary, 'seq'));
        for (const dictionary of dictionariesOf(source, glossary)) insert('dictionary', dictionary);
      }
      for (const unit of rowsOf(source, 'unit', 'id'))
        insert('unit', keepNumbers ? unit : without(unit, 'id'));
    } finally {
      source.close();
    }
  }
  /** Unless it is there. A number that only the copy has given may be another's here. */
  function insert(table: string, row: Row): void {
    const columns = Object.keys(row);
    const places = columns.map(() => '?').join(', ');
    const sql = `INSERT OR IGNORE INTO ${table} (${columns.join(', ')}) VALUES (${places})`;
    try {
      database.run(sql, Object.values(row));
    } catch (error) {
      // A dictionary whose glossary could not be read, or a column of a later version.
      if (!/constraint|no column/.test(String(error))) throw error;
    }
  }
}

function without(row: Row, column: string): Row {
  return Object.fromEntries(Object.entries(row).filter(([name]) => name !== column));
}

/** The rows before the first damaged page, and those behind the last one. */
function* rowsOf(source: Database, table: string, key: string): Generator<Row> {
  let [low, high] = [0, LAST];
  for (const direction of ['ASC', 'DESC']) {
    let size = PAGE;
    for (;;) {
      let page: Row[];
      try {
        page = source.all(
          `SELECT * FROM ${table} WHERE ${key} > ? AND ${key} < ? ORDER BY ${key} ${direction} LIMIT ${size}`,
          [low, high],
        ) as Row[];
      } catch {
        if (size === 1) break;
        size = 1;
        continue;
      }
      const last = page.at(-1);
      if (!last) return;
      yield* page;
      if (direction === 'ASC') low = Number(last[key]);
      else high = Number(last[key]);
    }
  }
}

function dictionariesOf(source: Database, glossary: Row): Row[] {
  try {
    const found = source.all('SELECT * FROM dictionary WHERE glossary = ?', [
      glossary['id'] ?? null,
    ]) as Row[];
    return found.filter(({ entries }) => Array.isArray(JSON.parse(String(entries))));
  } catch {
    return [];
  }
}
