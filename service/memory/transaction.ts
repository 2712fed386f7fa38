import type { Database } from 'node-sqlite3-wasm';

/** All or nothing, and on disk when it returns. */
export function inTransaction<Value>(database: Database, work: () => Value): Value {
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
