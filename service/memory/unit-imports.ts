import type { Db } from './database.ts';
import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import type { UnitIndexes } from './unit-indexes.ts';
import type { UnitTexts } from './unit-texts.ts';

/** The units, and the indexes maintained beside them. */
export interface Parts {
  readonly db: Db;
  readonly indexes: UnitIndexes;
  readonly texts: UnitTexts;
}

/**
 * An import is stored in many transactions, so that other calls run in between. The data to undo them is
 * stored with them until it ends: an import that is killed leaves nothing.
 */
export interface Imports {
  /** `at`: the time of all its units. Only one import runs at a time. */
  beginImport(key: MemoryKey, at: string): void;
  /** Makes it permanent. */
  endImport(): void;
  /** Undoes some units of an unfinished import, or clears up after a finished one. Returns whether done. */
  undoStep(limit: number): boolean;
}

interface ImportRow {
  readonly account: string;
  readonly from: string;
  readonly to: string;
  readonly after_id: number;
}

/** Among units since its beginning: one that a job has confirmed since stays. */
const OF_IMPORT = "origin <> 'confirmed' AND job IS NULL";

export function createImports(parts: Parts): Imports {
  const { db } = parts;
  return {
    beginImport: (key, at) =>
      void db.run('INSERT INTO import SELECT ?, ?, ?, ?, coalesce((SELECT max(id) FROM unit), 0)', [
        ...ofKey(key),
        at,
      ]),
    endImport: () => void db.run('DELETE FROM import'),
    undoStep: (limit) => db.transaction(() => undo(parts, limit)),
  };
}

/** Backs up a unit's date before an import changes it. */
export function keepDate(db: Db, id: number): void {
  db.run('INSERT OR IGNORE INTO import_before SELECT id, updated_at FROM unit WHERE id = ?', [id]);
}

function undo({ db, indexes, texts }: Parts, limit: number): boolean {
  const begun = db.get<ImportRow>(
    'SELECT account, source_language AS "from", target_language AS "to", after_id FROM import',
  );
  if (!begun) return db.run(`DELETE FROM import_before WHERE id IN (${BEFORE})`, [limit]) < limit;
  const before = db.all<{ id: number; updated_at: string }>(
    `SELECT * FROM import_before WHERE id IN (${BEFORE})`,
    [limit],
  );
  for (const { id, updated_at } of before) {
    db.run('UPDATE unit SET updated_at = ? WHERE id = ?', [updated_at, id]);
    db.run('DELETE FROM import_before WHERE id = ?', [id]);
  }
  const added = db.all<{ id: number }>(
    `SELECT id FROM unit WHERE ${OF_KEY} AND id > ? AND ${OF_IMPORT} LIMIT ?`,
    [...ofKey(begun), begun.after_id, limit - before.length],
  );
  for (const { id } of added) {
    db.run('DELETE FROM unit WHERE id = ?', [id]);
    indexes.made(begun)?.remove(id);
    texts.changed(begun, id);
  }
  if (before.length + added.length === limit) return false;
  db.run('DELETE FROM import');
  return true;
}

const BEFORE = 'SELECT id FROM import_before ORDER BY id LIMIT ?';
