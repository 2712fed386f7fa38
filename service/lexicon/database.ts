import { createRequire } from 'node:module';
import { renameSync, rmSync } from 'node:fs';
import type * as Sqlite from 'node-sqlite3-wasm';
import type { Database, JSValue } from 'node-sqlite3-wasm';
import { findBuilt } from '../lib/built-file.ts';

// Loads its WebAssembly from its own folder, so it cannot become a part of our bundle: the build puts both beside it.
const sqlite = createRequire(import.meta.url)(
  findBuilt('service/sqlite/node-sqlite3-wasm.cjs') ?? 'node-sqlite3-wasm',
) as typeof Sqlite;

/** Each step brings a file of the version before to the next; `PRAGMA user_version` counts them. Never change one that was released. */
const MIGRATIONS: readonly string[] = [
  `CREATE TABLE glossary (
     seq INTEGER PRIMARY KEY, id TEXT NOT NULL UNIQUE, account TEXT NOT NULL, name TEXT NOT NULL,
     created_at TEXT NOT NULL, updated_at TEXT NOT NULL);
   CREATE INDEX glossary_account ON glossary (account, seq);
   CREATE TABLE dictionary (
     glossary TEXT NOT NULL REFERENCES glossary (id) ON DELETE CASCADE, position INTEGER NOT NULL,
     source_language TEXT NOT NULL, target_language TEXT NOT NULL, entry_count INTEGER NOT NULL,
     entries TEXT NOT NULL, PRIMARY KEY (glossary, source_language, target_language)) WITHOUT ROWID;
   CREATE TABLE unit (
     id INTEGER PRIMARY KEY, account TEXT NOT NULL, source_language TEXT NOT NULL, target_language TEXT NOT NULL,
     source TEXT NOT NULL, target TEXT NOT NULL, updated_at TEXT NOT NULL,
     UNIQUE (account, source_language, target_language, source));`,
];

export interface Db {
  /** The statement says what its rows are. */
  all<Row>(sql: string, values?: readonly JSValue[]): Row[];
  // eslint-disable-next-line @typescript-eslint/no-unnecessary-type-parameters -- as above
  get<Row>(sql: string, values?: readonly JSValue[]): Row | undefined;
  /** Returns how many rows changed. */
  run(sql: string, values?: readonly JSValue[]): number;
  /** All of it or nothing, and on the disk when it returns. */
  transaction<Value>(work: () => Value): Value;
  close(): void;
}

/**
 * Opens the file, or makes it. One process has it at a time: that of the data folder's lock. Write-ahead log and exclusive locking, since
 * the library's journal is not rolled back after a crash (it takes its own lock directory for another's). A file that is none of
 * SQLite's is set aside; one that was written by a later version is refused.
 */
export function openDatabase(path: string): Db {
  // The library locks by a folder, which a killed process leaves behind.
  rmSync(`${path}.lock`, { recursive: true, force: true });
  try {
    return wrap(openFile(path));
  } catch (error) {
    if (!/not a database|malformed/.test(String(error))) throw error;
    const time = new Date().toISOString().replace(/[:.]/g, '-');
    renameSync(path, `${path}.corrupt-${time}`);
    for (const tail of ['-wal', '.lock']) rmSync(path + tail, { recursive: true, force: true });
    return wrap(openFile(path));
  }
}

function openFile(path: string): Database {
  const database = new sqlite.Database(path);
  try {
    database.exec(
      'PRAGMA locking_mode = EXCLUSIVE; PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; PRAGMA cache_size = -16000',
    );
    const version = Number(database.get('PRAGMA user_version')?.['user_version'] ?? 0);
    if (version > MIGRATIONS.length) {
      throw new Error('lexicon.db was written by a later version of Interlinear. Update this one.');
    }
    for (const [step, sql] of MIGRATIONS.entries()) {
      if (step >= version) database.exec(`BEGIN; ${sql}; PRAGMA user_version = ${step + 1}; COMMIT`);
    }
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function wrap(database: Database): Db {
  // Prepared once: what is asked a thousand times in an import would be compiled as often.
  const statements = new Map<string, ReturnType<Database['prepare']>>();
  const statement = (sql: string): ReturnType<Database['prepare']> => {
    const known = statements.get(sql) ?? database.prepare(sql);
    statements.set(sql, known);
    return known;
  };
  return {
    all: (sql: string, values: readonly JSValue[] = []): never[] =>
      statement(sql).all([...values]) as never[],
    // All of its rows, or the statement would stay open and hold up the next write.
    get: (sql: string, values: readonly JSValue[] = []): never => statement(sql).all([...values])[0] as never,
    run: (sql, values = []) => statement(sql).run([...values]).changes,
    transaction(work) {
      database.exec('BEGIN');
      try {
        const value = work();
        database.exec('COMMIT');
        return value;
      } catch (error) {
        if (database.inTransaction) database.exec('ROLLBACK');
        throw error;
      }
    },
    close() {
      for (const one of statements.values()) one.finalize();
      database.close();
    },
  };
}
