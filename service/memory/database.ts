import { createRequire } from 'node:module';
import { lstatSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type * as Sqlite from 'node-sqlite3-wasm';
import type { Database, JSValue } from 'node-sqlite3-wasm';
import { ProblemError } from '../contract/index.ts';
import { findBuilt } from '../lib/built-file.ts';
import { asStorageError } from '../lib/storage-error.ts';
import { copyOf, dropCopy, hasCopy, isEmpty, keepCopy, restoreCopy, setAside } from './damaged-database.ts';

// Loads its WebAssembly from its own folder, so it cannot be bundled: the build copies both.
const sqlite = createRequire(import.meta.url)(
  findBuilt('service/sqlite/node-sqlite3-wasm.cjs') ?? 'node-sqlite3-wasm',
) as typeof Sqlite;

/** Counted in `PRAGMA user_version`. */
const VERSION = 2;
const SCHEMA = `
  CREATE TABLE glossary (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL, name TEXT NOT NULL,
    created_at TEXT NOT NULL, updated_at TEXT NOT NULL, bytes INTEGER NOT NULL DEFAULT 0);
  CREATE INDEX glossary_account ON glossary (account, seq);
  CREATE TABLE dictionary (
    glossary TEXT NOT NULL REFERENCES glossary (id) ON DELETE CASCADE, position INTEGER NOT NULL,
    source_language TEXT NOT NULL, target_language TEXT NOT NULL, entry_count INTEGER NOT NULL,
    entries TEXT NOT NULL, PRIMARY KEY (glossary, source_language, target_language)) WITHOUT ROWID;

  -- An id is never given again: a deletion that is sent twice would take out a unit that came in between.
  -- job: the one that has taught the unit; null for imported ones.
  CREATE TABLE unit (
    id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, source_language TEXT NOT NULL,
    target_language TEXT NOT NULL, source TEXT NOT NULL, target TEXT NOT NULL, updated_at TEXT NOT NULL,
    job TEXT, UNIQUE (account, source_language, target_language, source));
  -- Pages of a direction in the order of their ids.
  CREATE INDEX unit_direction ON unit (account, source_language, target_language);

  -- The bytes of each account, without counting millions of rows.
  CREATE TABLE usage (
    account TEXT NOT NULL, source_language TEXT NOT NULL, target_language TEXT NOT NULL,
    units INTEGER NOT NULL, bytes INTEGER NOT NULL,
    PRIMARY KEY (account, source_language, target_language)) WITHOUT ROWID;
  CREATE TRIGGER unit_added AFTER INSERT ON unit BEGIN
    INSERT INTO usage VALUES (new.account, new.source_language, new.target_language, 1, ${unitBytes('new')})
      ON CONFLICT DO UPDATE SET units = units + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER unit_changed AFTER UPDATE OF target ON unit BEGIN
    UPDATE usage SET bytes = bytes + octet_length(new.target) - octet_length(old.target)
      WHERE account = new.account AND source_language = new.source_language AND target_language = new.target_language;
  END;
  CREATE TRIGGER unit_removed AFTER DELETE ON unit BEGIN
    UPDATE usage SET units = units - 1, bytes = bytes - ${unitBytes('old')}
      WHERE account = old.account AND source_language = old.source_language AND target_language = old.target_language;
  END;

  -- How to undo an unfinished import.
  CREATE TABLE import (
    account TEXT NOT NULL, source_language TEXT NOT NULL, target_language TEXT NOT NULL,
    at TEXT NOT NULL, after_id INTEGER NOT NULL);
  CREATE TABLE import_before (
    id INTEGER PRIMARY KEY, target TEXT NOT NULL, updated_at TEXT NOT NULL, job TEXT);

  -- Named memories. Their units are in the same table, under a name other than the account's.
  CREATE TABLE memory (
    seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL, name TEXT NOT NULL,
    source_language TEXT NOT NULL, created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
  CREATE INDEX memory_account ON memory (account, seq);`;

/** Added by version 2: what units teach. */
const LEARNING = `
  -- The engine's answer that a translator confirmed or changed, and its place; lesson: 1 while it is to be studied.
  ALTER TABLE unit ADD COLUMN engine_text TEXT;
  ALTER TABLE unit ADD COLUMN engine TEXT;
  ALTER TABLE unit ADD COLUMN segment INTEGER;
  ALTER TABLE unit ADD COLUMN lesson INTEGER NOT NULL DEFAULT 0;
  CREATE INDEX unit_taught ON unit (account, source_language, target_language, id) WHERE engine_text IS NOT NULL;
  CREATE INDEX unit_lesson ON unit (account, source_language, target_language) WHERE lesson = 1;

  -- good, kept, other and gain are sums over its evidence. born: the unit that first showed it. term: accepted or refused as one.
  CREATE TABLE correction (
    id INTEGER PRIMARY KEY AUTOINCREMENT, account TEXT NOT NULL, source_language TEXT NOT NULL,
    target_language TEXT NOT NULL, engine TEXT NOT NULL, source TEXT NOT NULL, human TEXT NOT NULL,
    is_frequent INTEGER NOT NULL, is_term INTEGER NOT NULL, term TEXT, state TEXT NOT NULL DEFAULT 'auto', born INTEGER NOT NULL,
    good INTEGER NOT NULL DEFAULT 0, kept INTEGER NOT NULL DEFAULT 0, other INTEGER NOT NULL DEFAULT 0,
    gain INTEGER NOT NULL DEFAULT 0,
    UNIQUE (account, source_language, target_language, engine, source, human));
  CREATE INDEX correction_ready ON correction (account, source_language, target_language)
    WHERE good >= 2 OR state <> 'auto';
  CREATE INDEX correction_born ON correction (account, source_language, target_language, born)
    WHERE good < 2 AND state = 'auto';
  CREATE TABLE evidence (
    correction INTEGER NOT NULL REFERENCES correction (id) ON DELETE CASCADE,
    unit INTEGER NOT NULL REFERENCES unit (id) ON DELETE CASCADE,
    verdict TEXT NOT NULL, gain INTEGER NOT NULL, PRIMARY KEY (correction, unit)) WITHOUT ROWID;
  CREATE INDEX evidence_unit ON evidence (unit);
  CREATE TRIGGER evidence_added AFTER INSERT ON evidence BEGIN
    UPDATE correction SET good = good + (new.verdict = 'good'), kept = kept + (new.verdict = 'kept'),
      other = other + (new.verdict = 'other'), gain = gain + new.gain WHERE id = new.correction;
  END;
  CREATE TRIGGER evidence_removed AFTER DELETE ON evidence BEGIN
    UPDATE correction SET good = good - (old.verdict = 'good'), kept = kept - (old.verdict = 'kept'),
      other = other - (old.verdict = 'other'), gain = gain - old.gain WHERE id = old.correction;
    DELETE FROM correction WHERE id = old.correction AND good = 0 AND state = 'auto';
  END;
  -- Another translation of the unit is another lesson.
  CREATE TRIGGER unit_retaught AFTER UPDATE OF target, engine_text ON unit
    WHEN old.target <> new.target OR old.engine_text IS NOT new.engine_text BEGIN
    DELETE FROM evidence WHERE unit = old.id;
    UPDATE unit SET lesson = new.engine_text IS NOT NULL WHERE id = new.id;
  END;
  CREATE TRIGGER unit_taught AFTER INSERT ON unit WHEN new.engine_text IS NOT NULL BEGIN
    UPDATE unit SET lesson = 1 WHERE id = new.id;
  END;`;

/** Approximate bytes of a unit in the file: its source is also in an index. */
function unitBytes(row: string): string {
  return `(2 * octet_length(${row}.source) + octet_length(${row}.target) + 150)`;
}

export interface Db {
  /** The statement determines the rows' type. */
  all<Row>(sql: string, values?: readonly JSValue[]): Row[];
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- the statement determines the row's type
  get<Row>(sql: string, values?: readonly JSValue[]): Row | undefined;
  /** Returns the number of changed rows. */
  run(sql: string, values?: readonly JSValue[]): number;
  /** All or nothing, and on disk when it returns. */
  transaction<Value>(work: () => Value): Value;
  /** After a deletion no copy may keep the data. The next copy is made a minute later. */
  dropCopy(): void;
  close(): void;
}

/** Time without a copy after a deletion: one new copy covers all deletions of that time. */
const WITHOUT_COPY_MS = 60_000;

/** An unusable or missing file was replaced. */
export interface Recovered {
  /** The new name of the damaged file; undefined if it was missing or empty. */
  readonly setAside: string | undefined;
  /** When the copy that replaced it was made; undefined if an empty file did. */
  readonly copyOf: string | undefined;
  /** Contents of the replacement. */
  readonly units: number;
  readonly glossaries: number;
}

/**
 * Opens or creates the file. Only one process has it open at a time: the holder of the data folder's lock.
 * Write-ahead log and exclusive locking, since the library does not roll its journal back after a crash (it
 * mistakes its own lock directory for another process's). The copy replaces a missing, foreign or damaged
 * file (`onRecovered`). A file of a later version is refused and not touched. `idsAfter`: the ids of a new file's units
 * and corrections are greater, so that those of several files differ.
 */
export function openDatabase(
  path: string,
  onRecovered: (recovered: Recovered) => void = () => undefined,
  idsAfter = 0,
): Db {
  refuseLinks(path);
  try {
    return wrap(open(), path);
  } catch (error) {
    throw asFullDisk(error, path);
  }

  function open(): Database {
    if (isEmpty(path) && hasCopy(path)) return replace(true);
    return openUnlessDamaged() ?? replace(hasCopy(path));
  }
  function replace(byCopy: boolean): Database {
    const aside = setAside(path);
    const copyOf = byCopy ? restoreCopy(path) : undefined;
    let database = openUnlessDamaged();
    const isCopyDamaged = !database;
    if (!database) {
      setAside(path, '-copy');
      database = openWhole(path, { isNew: true, idsAfter });
    }
    onRecovered({
      setAside: aside,
      copyOf: isCopyDamaged ? undefined : copyOf,
      ...countsOf(database),
    });
    return database;
  }
  function openUnlessDamaged(): Database | undefined {
    try {
      return openWhole(path, { idsAfter });
    } catch (error) {
      if (isDamage(error) || isFolder(path)) return undefined;
      throw error;
    }
  }
}

/** Through a link we might read, and overwrite, a file that the link's creator cannot access. */
function refuseLinks(path: string): void {
  for (const each of [path, `${path}-wal`, copyOf(path)]) {
    if (lstatSync(each, { throwIfNoEntry: false })?.isSymbolicLink() !== true) continue;
    const name = basename(each);
    throw new ProblemError(
      'internal_error',
      `Glossaries and the translation memory cannot be used: ${name} in the data folder is a link. Put the file itself in its place, or remove the link.`,
      { reason: 'linked_file', details: { name } },
    );
  }
}

/** SQLite's errors for a foreign or damaged file. */
export function isDamage(error: unknown): boolean {
  return /not a database|malformed/.test(String(error));
}

function isFolder(path: string): boolean {
  return statSync(path, { throwIfNoEntry: false })?.isDirectory() ?? false;
}

const PROBE_BYTES = 256 * 1_024;

/**
 * The library reports only that reading or writing failed: writing a file of this size reveals a full disk.
 */
function asFullDisk(error: unknown, path: string): unknown {
  if (!/disk I\/O|is full|unable to open/.test(String(error))) return error;
  const probe = `${path}.probe`;
  try {
    rmSync(probe, { force: true });
    writeFileSync(probe, Buffer.alloc(PROBE_BYTES), { mode: 0o600, flag: 'wx' });
    return error;
  } catch (full) {
    return asStorageError(full);
  } finally {
    rmSync(probe, { force: true });
  }
}

function openFile(path: string): Database {
  // The library locks with a folder, which a killed process leaves behind.
  rmSync(`${path}.lock`, { recursive: true, force: true });
  const database = new sqlite.Database(path);
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000',
    );
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

/** Checks the whole file: 50 ms for 100,000 units. */
function openWhole(path: string, { isNew = false, idsAfter = 0 } = {}): Database {
  const database = openFile(path);
  try {
    const found = Object.values(database.get('PRAGMA quick_check(1)') ?? {});
    if (found[0] !== 'ok') throw new Error(`The database is malformed: ${String(found[0])}`);
    const version = Number(database.get('PRAGMA user_version')?.['user_version'] ?? 0);
    if (version === 0 && !isNew && hasCopy(path)) throw new Error('The database is malformed: no tables');
    makeTables(database, version, idsAfter);
    // The copy beside a new file may contain more than that file.
    if (version > 0) keepCopy(database, path);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function makeTables(database: Database, version: number, idsAfter: number): void {
  if (version > VERSION) {
    throw new ProblemError(
      'internal_error',
      'The glossaries and the translation memory (lexicon.db in the data folder) were written by a later version of Interlinear. ' +
        'They are as they were. Update this one to use them.',
    );
  }
  if (version === VERSION) return;
  inTransaction(database, () => {
    if (version < 1) database.exec(SCHEMA);
    database.exec(LEARNING);
    if (version < 1 && idsAfter > 0)
      database.run("INSERT INTO sqlite_sequence VALUES ('unit', ?1), ('correction', ?1)", [idsAfter]);
    database.exec(`PRAGMA user_version = ${VERSION}`);
  });
}

function countsOf(database: Database): Pick<Recovered, 'units' | 'glossaries'> {
  const count = (table: string): number =>
    Number(database.get(`SELECT count(*) AS n FROM ${table}`)?.['n'] ?? 0);
  return { units: count('unit'), glossaries: count('glossary') };
}

function inTransaction<Value>(database: Database, work: () => Value): Value {
  database.exec('BEGIN');
  try {
    const value = work();
    database.exec('COMMIT');
    return value;
  } catch (error) {
    if (database.inTransaction) database.exec('ROLLBACK');
    throw error;
  }
}

function wrap(database: Database, path: string): Db {
  // Prepared once: an import would otherwise compile it a thousand times.
  const statements = new Map<string, ReturnType<Database['prepare']>>();
  const statement = (sql: string): ReturnType<Database['prepare']> => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  let renewal: NodeJS.Timeout | undefined;
  const storing = <Value>(work: () => Value): Value => {
    try {
      return work();
    } catch (error) {
      throw asFullDisk(error, path);
    }
  };
  const all = (sql: string, values: readonly JSValue[] = []): never[] =>
    storing(() => statement(sql).all([...values]) as never[]);
  return {
    all,
    // Reads all rows: otherwise the statement would stay open and block the next write.
    get: (sql: string, values?: readonly JSValue[]): never => all(sql, values)[0] as never,
    run: (sql, values = []) => storing(() => statement(sql).run([...values]).changes),
    transaction: (work) => storing(() => inTransaction(database, work)),
    dropCopy() {
      dropCopy(path);
      renewal ??= setTimeout(() => {
        renewal = undefined;
        keepCopy(database, path);
      }, WITHOUT_COPY_MS).unref();
    },
    close() {
      clearTimeout(renewal);
      for (const one of statements.values()) one.finalize();
      database.close();
    },
  };
}
