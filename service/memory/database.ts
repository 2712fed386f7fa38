import { createRequire } from 'node:module';
import { lstatSync, rmSync, statSync, writeFileSync } from 'node:fs';
import { basename } from 'node:path';
import type * as Sqlite from 'node-sqlite3-wasm';
import type { Database, JSValue } from 'node-sqlite3-wasm';
import { ProblemError } from '../contract/index.ts';
import { findBuilt } from '../lib/built-file.ts';
import { asStorageError } from '../lib/storage-error.ts';
import { copyOf, dropCopy, hasCopy, isEmpty, keepCopy, restoreCopy, setAside } from './damaged-database.ts';
import { makeTables } from './schema.ts';
import { inTransaction } from './transaction.ts';

// Loads its WebAssembly from its own folder, so it cannot be bundled: the build copies both.
export const sqlite = createRequire(import.meta.url)(
  findBuilt('service/sqlite/node-sqlite3-wasm.cjs') ?? 'node-sqlite3-wasm',
) as typeof Sqlite;

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

function countsOf(database: Database): Pick<Recovered, 'units' | 'glossaries'> {
  const count = (table: string): number =>
    Number(database.get(`SELECT count(*) AS n FROM ${table}`)?.['n'] ?? 0);
  return { units: count('unit'), glossaries: count('glossary') };
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
