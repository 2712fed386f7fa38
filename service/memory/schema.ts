import type { Database } from 'node-sqlite3-wasm';
import { ProblemError } from '../contract/index.ts';
import { inTransaction } from './transaction.ts';

/** Counted in `PRAGMA user_version`. */
const VERSION = 3;
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
    INSERT INTO usage VALUES (new.account, new.source_language, new.target_language, 1, ${oldUnitBytes('new')})
      ON CONFLICT DO UPDATE SET units = units + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER unit_changed AFTER UPDATE OF target ON unit BEGIN
    UPDATE usage SET bytes = bytes + octet_length(new.target) - octet_length(old.target)
      WHERE account = new.account AND source_language = new.source_language AND target_language = new.target_language;
  END;
  CREATE TRIGGER unit_removed AFTER DELETE ON unit BEGIN
    UPDATE usage SET units = units - 1, bytes = bytes - ${oldUnitBytes('old')}
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

/** What each version before the present one has added. */
export const EARLIER = [SCHEMA, LEARNING];

/** Columns of a unit, in the order of version 3. */
const UNIT_COLUMNS = `
    account TEXT NOT NULL, source_language TEXT NOT NULL, target_language TEXT NOT NULL, source TEXT NOT NULL,
    target TEXT NOT NULL, updated_at TEXT NOT NULL, job TEXT, engine_text TEXT, engine TEXT, segment INTEGER,
    lesson INTEGER NOT NULL DEFAULT 0, origin TEXT NOT NULL, created_at TEXT NOT NULL, created_by TEXT,
    pre TEXT, post TEXT, context INTEGER`;
const OLD_COLUMNS =
  'account, source_language, target_language, source, target, updated_at, job, engine_text, engine, segment, lesson';

/**
 * Added by version 3: several units of one source, each with its context. SQLite cannot drop a UNIQUE of a table, so
 * units move to a new one, in one transaction with an end to an import that was never finished.
 */
const DESK = `
  UPDATE unit SET (target, updated_at, job) = (SELECT target, updated_at, job FROM import_before WHERE id = unit.id)
    WHERE id IN (SELECT id FROM import_before) AND job IS NULL AND updated_at = (SELECT at FROM import);
  DELETE FROM unit WHERE job IS NULL AND EXISTS (
    SELECT 1 FROM import WHERE unit.id > after_id AND unit.updated_at = at AND unit.account = import.account
      AND unit.source_language = import.source_language AND unit.target_language = import.target_language);
  DELETE FROM import;
  DROP TABLE import_before;
  -- Dates of units that an unfinished import has made newer.
  CREATE TABLE import_before (id INTEGER PRIMARY KEY, updated_at TEXT NOT NULL);

  -- pre and post: plain texts of the neighbours; '' where there is none, null where they are unknown.
  -- context: a hash of source and neighbours (see unit-context.ts), to find the unit by.
  CREATE TABLE unit_3 (id INTEGER PRIMARY KEY AUTOINCREMENT, ${UNIT_COLUMNS});
  INSERT INTO unit_3 (id, ${OLD_COLUMNS}, origin, created_at)
    SELECT id, ${OLD_COLUMNS}, iif(job IS NULL, 'imported', 'confirmed'), updated_at FROM unit;
  DELETE FROM sqlite_sequence WHERE name = 'unit_3';
  INSERT INTO sqlite_sequence (name, seq) SELECT 'unit_3', seq FROM sqlite_sequence WHERE name = 'unit';
  DROP TABLE unit;
  ALTER TABLE unit_3 RENAME TO unit;
  CREATE INDEX unit_source ON unit (account, source_language, target_language, source, updated_at);
  CREATE INDEX unit_direction ON unit (account, source_language, target_language);
  CREATE INDEX unit_context ON unit (context) WHERE context IS NOT NULL;
  CREATE INDEX unit_taught ON unit (account, source_language, target_language, id) WHERE engine_text IS NOT NULL;
  CREATE INDEX unit_lesson ON unit (account, source_language, target_language) WHERE lesson = 1;

  DELETE FROM usage;
  INSERT INTO usage SELECT account, source_language, target_language, count(*), sum(${unitBytes('unit')}) FROM unit
    GROUP BY account, source_language, target_language;
  CREATE TRIGGER unit_added AFTER INSERT ON unit BEGIN
    INSERT INTO usage VALUES (new.account, new.source_language, new.target_language, 1, ${unitBytes('new')})
      ON CONFLICT DO UPDATE SET units = units + 1, bytes = bytes + excluded.bytes;
  END;
  CREATE TRIGGER unit_changed AFTER UPDATE OF source, target, pre, post ON unit BEGIN
    UPDATE usage SET bytes = bytes + ${unitBytes('new')} - ${unitBytes('old')}
      WHERE account = new.account AND source_language = new.source_language AND target_language = new.target_language;
  END;
  CREATE TRIGGER unit_removed AFTER DELETE ON unit BEGIN
    UPDATE usage SET units = units - 1, bytes = bytes - ${unitBytes('old')}
      WHERE account = old.account AND source_language = old.source_language AND target_language = old.target_language;
  END;
  -- Another translation of the unit is another lesson.
  CREATE TRIGGER unit_retaught AFTER UPDATE OF source, target, engine_text ON unit
    WHEN old.source <> new.source OR old.target <> new.target OR old.engine_text IS NOT new.engine_text BEGIN
    DELETE FROM evidence WHERE unit = old.id;
    UPDATE unit SET lesson = new.engine_text IS NOT NULL WHERE id = new.id;
  END;
  CREATE TRIGGER unit_taught AFTER INSERT ON unit WHEN new.engine_text IS NOT NULL BEGIN
    UPDATE unit SET lesson = 1 WHERE id = new.id;
  END;

  -- Deleted units that can be restored for some minutes. undo: the deletion; until: RFC 3339.
  CREATE TABLE removed (id INTEGER PRIMARY KEY, ${UNIT_COLUMNS}, undo TEXT NOT NULL, until TEXT NOT NULL);
  CREATE INDEX removed_undo ON removed (undo);`;

/** Approximate bytes of a unit in the file: its source is also in an index. */
function unitBytes(row: string): string {
  const context = ['pre', 'post'].map((each) => `ifnull(octet_length(${row}.${each}), 0)`).join(' + ');
  return `(2 * octet_length(${row}.source) + octet_length(${row}.target) + ${context} + 200)`;
}

/** Bytes as versions 1 and 2 counted them. */
function oldUnitBytes(row: string): string {
  return `(2 * octet_length(${row}.source) + octet_length(${row}.target) + 150)`;
}

/**
 * Creates the tables of a new file, or brings those of an earlier version up to date: all of it, or nothing. `idsAfter`: the ids of a new
 * file's units and corrections are greater.
 */
export function makeTables(database: Database, version: number, idsAfter: number): void {
  if (version > VERSION) {
    throw new ProblemError(
      'internal_error',
      'The glossaries and the translation memory (lexicon.db in the data folder) were written by a later version of Interlinear. ' +
        'They are as they were. Update this one to use them.',
    );
  }
  if (version === VERSION) return;
  // Dropping a table deletes its rows first, and with them the evidence that refers to them.
  database.exec('PRAGMA foreign_keys = OFF');
  inTransaction(database, () => {
    for (const sql of [...EARLIER, DESK].slice(version)) database.exec(sql);
    if (version < 1 && idsAfter > 0)
      database.run(
        'INSERT OR REPLACE INTO sqlite_sequence (rowid, name, seq) SELECT s.rowid, names.value, ?1 FROM json_each(\'["unit", "correction"]\') AS names LEFT JOIN sqlite_sequence AS s ON s.name = names.value',
        [idsAfter],
      );
    database.exec(`PRAGMA user_version = ${VERSION}`);
  });
  database.exec('PRAGMA foreign_keys = ON');
}
