/**
 * Trados Studio's translation memories (`.sdltm`): a SQLite database whose `translation_units` hold each side as XML:
 * `<Segment><Elements><Text><Value>…` with `<Tag>`s between. Runs in the import process, whose time and memory are limited.
 */
import { closeSync, openSync, readSync, writeSync } from 'node:fs';
import { fieldProblem, parseLanguage, ProblemError } from '../contract/index.ts';
import { unitOfPieces } from '../bilingual/read-tmx.ts';
import type { TmxUnit } from '../bilingual/read-tmx.ts';
import { sdltmPieces } from '../bilingual/sdltm-segment.ts';
import { isCompatible } from '../lib/language-fallback.ts';
import { sqlite } from './database.ts';

const MAGIC = 'SQLite format 3\0';
/** Write and read version in the header: 2 is write-ahead logging, which a read-only file cannot have. */
const VERSIONS_AT = 18;

export function isSdltm(path: string): boolean {
  const file = openSync(path, 'r');
  try {
    const head = Buffer.alloc(MAGIC.length);
    return readSync(file, head, 0, head.length, 0) === head.length && head.toString('latin1') === MAGIC;
  } finally {
    closeSync(file);
  }
}

/** The languages of its units. */
export function readSdltmLanguages(path: string): { from: string | undefined; to: string[] } {
  return reading(path, (database) => {
    const [row] = isTable(database, 'translation_memories')
      ? database.all('SELECT source_language, target_language FROM translation_memories LIMIT 1')
      : [];
    const named = (name: string): string | undefined => {
      const value = row?.[name];
      return typeof value === 'string' ? parseLanguage(value) : undefined;
    };
    const [from, to] = [named('source_language'), named('target_language')];
    return { from, to: to === undefined ? [] : [to] };
  });
}

/** Its units in a direction, undefined for each that cannot be used. */
export function readSdltm(path: string, from: string, to: string): (TmxUnit | undefined)[] {
  const languages = readSdltmLanguages(path);
  const fits = (language: string | undefined, asked: string): boolean =>
    language === undefined || isCompatible(language, asked);
  if (!fits(languages.from, from) || !fits(languages.to[0], to)) return [];
  return reading(path, (database) => {
    if (!isTable(database, 'translation_units')) throw unreadable();
    const units: (TmxUnit | undefined)[] = [];
    const rows = database.prepare('SELECT source_segment, target_segment FROM translation_units');
    try {
      for (const row of rows.iterate()) {
        const { source_segment, target_segment } = row as Record<string, unknown>;
        units.push(unitOf(source_segment, target_segment));
      }
    } finally {
      rows.finalize();
    }
    return units;
  });
}

type Database = InstanceType<typeof sqlite.Database>;

/** Opens the file read-only and untrusted: its schema may call nothing, and it is checked as it is read. */
function reading<Value>(path: string, read: (database: Database) => Value): Value {
  leaveWriteAheadLog(path);
  let database: Database | undefined;
  try {
    database = new sqlite.Database(path, { readOnly: true, fileMustExist: true });
    database.exec('PRAGMA trusted_schema=OFF; PRAGMA cell_size_check=ON; PRAGMA query_only=ON');
    return read(database);
  } catch (error) {
    if (error instanceof ProblemError) throw error;
    throw unreadable();
  } finally {
    database?.close();
  }
}

/** The file is our own copy. Pages that were only in its log are not part of it anyway. */
function leaveWriteAheadLog(path: string): void {
  const file = openSync(path, 'r+');
  try {
    const versions = Buffer.alloc(2);
    readSync(file, versions, 0, 2, VERSIONS_AT);
    if (versions[0] === 2 || versions[1] === 2) writeSync(file, Buffer.from([1, 1]), 0, 2, VERSIONS_AT);
  } finally {
    closeSync(file);
  }
}

/** A stored table without computed columns: neither a view nor a virtual table, which may compute without end. */
function isTable(database: Database, name: string): boolean {
  const [row] = database.all('SELECT rootpage FROM sqlite_schema WHERE type = ? AND name = ?', [
    'table',
    name,
  ]);
  if (!(Number(row?.['rootpage'] ?? 0) > 0)) return false;
  return database.all(`PRAGMA table_xinfo(${name})`).every((column) => Number(column['hidden']) === 0);
}

function unitOf(source: unknown, target: unknown): TmxUnit | undefined {
  const sides = [source, target].map((xml) => (typeof xml === 'string' ? sdltmPieces(xml) : undefined));
  const [one, other] = sides;
  return one && other ? unitOfPieces(one, other) : undefined;
}

function unreadable(): ProblemError {
  return fieldProblem(
    'file',
    'damaged_file',
    'The translation memory cannot be read: it is damaged, or no .sdltm of Trados Studio. Ask for a TMX file.',
  );
}
