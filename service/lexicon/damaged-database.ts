import { closeSync, copyFileSync, fsyncSync, openSync, renameSync, rmSync, statSync } from 'node:fs';
import { basename } from 'node:path';
import type { Database, JSValue } from 'node-sqlite3-wasm';

type Row = Record<string, JSValue>;
type Open = (path: string) => Database;

/** What a new file has of a damaged one and of the copy before it. */
export interface TakenOver {
  readonly units: number;
  readonly glossaries: number;
}

const HOUR_MS = 3_600_000;
const PAGE = 500;
/** Beyond every rowid that we give. */
const LAST = 2 ** 52;

const copyOf = (path: string): string => `${path}.bak`;

/**
 * Keeps a copy of the whole file beside it, at most once an hour, where it has changed since. All of it is in the file itself then: nobody else has
 * it open, and no transaction is. On a full disk the copy of before stays.
 */
export function keepCopy(database: Database, path: string): void {
  const copy = copyOf(path);
  const [now, before] = [mtimeOf(path), mtimeOf(copy)];
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

function mtimeOf(path: string): number {
  return statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0;
}

/** Gives the file another name, with its log: both may have what a specialist can read. Returns that name. */
export function setAside(path: string): string {
  const aside = `${path}.damaged-${new Date().toISOString().replace(/[:.]/g, '-')}`;
  renameSync(path, aside);
  if (statSync(`${path}-wal`, { throwIfNoEntry: false })) renameSync(`${path}-wal`, `${aside}-wal`);
  rmSync(`${path}.lock`, { recursive: true, force: true });
  return basename(aside);
}

/** Fills a new file with what can be read of the one set aside, and then with what only the copy has. */
export function takeOver(database: Database, open: Open, path: string, aside: string): TakenOver {
  const before = path.slice(0, -basename(path).length) + aside;
  database.exec('BEGIN');
  try {
    for (const from of [before, copyOf(path)]) readFrom(from, from === before);
    database.exec('COMMIT');
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
  return { units: count('unit'), glossaries: count('glossary') };

  function count(table: string): number {
    return Number(database.get(`SELECT count(*) AS n FROM ${table}`)?.['n'] ?? 0);
  }
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
    } catch {
      // A dictionary whose glossary could not be read.
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
