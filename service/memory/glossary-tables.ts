import { fieldProblem, LIMITS, ProblemError } from '../contract/index.ts';
import { fallbackTags } from '../lib/language-fallback.ts';
import { newIdOf } from '../lib/owner.ts';
import { uniqueEntries } from '../text/glossary.ts';
import type { GlossaryEntry } from '../text/glossary.ts';
import type { Db } from './database.ts';
import type { Dictionary, Direction, GlossaryContent, NamedGlossary } from './memory-port.ts';

interface GlossaryRow {
  readonly seq: number;
  readonly id: string;
  readonly name: string;
  readonly created_at: string;
  readonly updated_at: string;
}

interface DictionaryRow {
  readonly source_language: string;
  readonly target_language: string;
  readonly entry_count: number;
  readonly entries: string;
}

/** The glossaries of all accounts. See `Glossaries` for refusals. */
export interface GlossaryTables {
  list(account: string, limit: number, after: number): { glossaries: NamedGlossary[]; next?: number };
  /** Without entries. */
  get(account: string, id: string): NamedGlossary;
  /** Those of exactly this direction; none where it has no dictionary. */
  entriesOf(account: string, id: string, direction: Direction): GlossaryEntry[];
  /** `check` may throw before the change is committed: then nothing changes. */
  create(account: string, content: GlossaryContent, at: string, check?: () => void): NamedGlossary;
  replace(
    account: string,
    id: string,
    content: GlossaryContent,
    at: string,
    check?: () => void,
  ): NamedGlossary;
  remove(account: string, id: string): void;
  entriesFor(account: string, id: string, direction: Direction): GlossaryEntry[];
  /** Adds entries to the direction's dictionary, which is created if missing. */
  merge(account: string, id: string, dictionary: Dictionary, at: string, check?: () => void): NamedGlossary;
  /** Bytes of the account's glossaries. */
  bytes(account: string): number;
}

const ROW = 'SELECT seq, id, name, created_at, updated_at FROM glossary';

export function createGlossaryTables(db: Db): GlossaryTables {
  return {
    list: (account, limit, after) => listGlossaries(db, account, limit, after),
    get: (account, id) => show(db, find(db, account, id)),
    entriesOf: (account, id, direction) => entriesOf(db, find(db, account, id).id, direction),
    create: (account, content, at, check) => createGlossary(db, account, content, at, check),
    replace: (account, id, content, at, check) => replaceGlossary(db, account, id, content, at, check),
    remove(account, id) {
      find(db, account, id);
      db.run('DELETE FROM glossary WHERE id = ?', [id]);
      db.dropCopy();
    },
    entriesFor: (account, id, direction) => entriesFor(db, account, id, direction),
    merge: (account, id, dictionary, at, check) => mergeInto(db, account, id, dictionary, at, check),
    bytes: (account) =>
      db.get<{ bytes: number | null }>('SELECT sum(bytes) AS bytes FROM glossary WHERE account = ?', [
        account,
      ])?.bytes ?? 0,
  };
}

function rowOf(db: Db, account: string, id: string): GlossaryRow | undefined {
  return db.get<GlossaryRow>(`${ROW} WHERE id = ? AND account = ?`, [id, account]);
}

function find(db: Db, account: string, id: string): GlossaryRow {
  const row = rowOf(db, account, id);
  if (row) return row;
  throw new ProblemError('not_found', 'There is no such glossary. GET /v1/glossaries lists those there are.');
}

function dictionariesOf(db: Db, id: string, columns = 'entry_count, entries'): DictionaryRow[] {
  return db.all<DictionaryRow>(
    `SELECT source_language, target_language, ${columns} FROM dictionary WHERE glossary = ? ORDER BY position`,
    [id],
  );
}

function entriesOf(db: Db, id: string, { from, to }: Direction): GlossaryEntry[] {
  const row = db.get<{ entries: string }>(
    'SELECT entries FROM dictionary WHERE glossary = ? AND source_language = ? AND target_language = ?',
    [id, from, to],
  );
  return row ? (JSON.parse(row.entries) as GlossaryEntry[]) : [];
}

/** Without entries: those of a large glossary take seconds to read and to send. */
function show(db: Db, row: GlossaryRow): NamedGlossary {
  return {
    id: row.id,
    name: row.name,
    dictionaries: dictionariesOf(db, row.id, 'entry_count').map((dictionary) => ({
      from: dictionary.source_language,
      to: dictionary.target_language,
      entry_count: dictionary.entry_count,
    })),
    created_at: row.created_at,
    updated_at: row.updated_at,
  };
}

function listGlossaries(
  db: Db,
  account: string,
  limit: number,
  after: number,
): ReturnType<GlossaryTables['list']> {
  const rows = db.all<GlossaryRow>(`${ROW} WHERE account = ? AND seq > ? ORDER BY seq LIMIT ?`, [
    account,
    after,
    limit + 1,
  ]);
  const shown = rows.slice(0, limit);
  const last = shown.at(-1);
  return {
    glossaries: shown.map((row) => show(db, row)),
    ...(rows.length > limit && last ? { next: last.seq } : {}),
  };
}

function createGlossary(
  db: Db,
  account: string,
  { name, dictionaries }: GlossaryContent,
  at: string,
  check?: () => void,
): NamedGlossary {
  const count = db.get<{ n: number }>('SELECT count(*) AS n FROM glossary WHERE account = ?', [account]);
  if ((count?.n ?? 0) >= LIMITS.glossaries) throw tooManyGlossaries();
  const id = newIdOf(account);
  db.transaction(() => {
    db.run('INSERT INTO glossary (id, account, name, created_at, updated_at) VALUES (?, ?, ?, ?, ?)', [
      id,
      account,
      name,
      at,
      at,
    ]);
    insertDictionaries(db, id, dictionaries);
    check?.();
  });
  return show(db, find(db, account, id));
}

function replaceGlossary(
  db: Db,
  account: string,
  id: string,
  { name, dictionaries }: GlossaryContent,
  at: string,
  check?: () => void,
): NamedGlossary {
  find(db, account, id);
  const before = termsOf(storedDictionaries(db, id));
  db.transaction(() => {
    db.run('UPDATE glossary SET name = ?, updated_at = ? WHERE id = ?', [name, at, id]);
    db.run('DELETE FROM dictionary WHERE glossary = ?', [id]);
    insertDictionaries(db, id, dictionaries);
    check?.();
  });
  const after = termsOf(dictionaries);
  if ([...before].some((term) => !after.has(term))) db.dropCopy();
  return show(db, find(db, account, id));
}

function storedDictionaries(db: Db, id: string): Dictionary[] {
  return dictionariesOf(db, id).map((dictionary) => ({
    from: dictionary.source_language,
    to: dictionary.target_language,
    entries: JSON.parse(dictionary.entries) as GlossaryEntry[],
  }));
}

/** Each with its direction. */
function termsOf(dictionaries: readonly Dictionary[]): Set<string> {
  return new Set(
    dictionaries.flatMap(({ from, to, entries }) =>
      entries.map(({ term }) => JSON.stringify([from, to, term])),
    ),
  );
}

function insertDictionaries(db: Db, id: string, dictionaries: readonly Dictionary[]): void {
  let bytes = 0;
  for (const [position, { from, to, entries }] of dictionaries.entries()) {
    const unique = uniqueEntries(entries);
    if (unique.length > LIMITS.dictionaryEntries) throw tooManyEntries();
    const json = JSON.stringify(unique);
    bytes += Buffer.byteLength(json);
    db.run('INSERT INTO dictionary VALUES (?, ?, ?, ?, ?, ?)', [id, position, from, to, unique.length, json]);
  }
  if (bytes > LIMITS.glossaryBytes) throw tooManyBytes();
  db.run('UPDATE glossary SET bytes = ? WHERE id = ?', [bytes, id]);
}

function entriesFor(db: Db, account: string, id: string, direction: Direction): GlossaryEntry[] {
  const row = rowOf(db, account, id);
  if (!row) {
    throw fieldProblem(
      'glossary_id',
      'invalid',
      `No glossary has the id "${id.slice(0, 60)}". GET /v1/glossaries lists those there are.`,
      { reason: 'unknown_glossary' },
    );
  }
  const found = bestFor(dictionariesOf(db, id), direction);
  if (found) return JSON.parse(found.entries) as GlossaryEntry[];
  throw fieldProblem(
    'glossary_id',
    'unsupported_pair',
    `The glossary "${row.name.slice(0, 60)}" has no dictionary from ${direction.from} to ${direction.to}. Add one, or leave the glossary out.`,
  );
}

function mergeInto(
  db: Db,
  account: string,
  id: string,
  { from, to, entries }: Dictionary,
  at: string,
  check?: () => void,
): NamedGlossary {
  const row = find(db, account, id);
  const dictionaries = storedDictionaries(db, id);
  const known = dictionaries.find((dictionary) => dictionary.from === from && dictionary.to === to);
  const merged = { from, to, entries: [...(known?.entries ?? []), ...entries] };
  const others = dictionaries.map((dictionary) => (dictionary === known ? merged : dictionary));
  return replaceGlossary(
    db,
    account,
    id,
    { name: row.name, dictionaries: known ? others : [...dictionaries, merged] },
    at,
    check,
  );
}

/** The dictionary of exactly the direction, else of its languages without regions. */
function bestFor(dictionaries: readonly DictionaryRow[], { from, to }: Direction): DictionaryRow | undefined {
  const sources = fallbackTags(from);
  for (const target of fallbackTags(to)) {
    for (const source of sources) {
      const found = dictionaries.find(
        (one) => one.source_language === source && one.target_language === target,
      );
      if (found) return found;
    }
  }
  return undefined;
}

function tooManyEntries(): ProblemError {
  const most = LIMITS.dictionaryEntries.toLocaleString('en');
  return fieldProblem(
    'entries',
    'too_many',
    `A dictionary may have ${most} entries, and this one would have more. Split it into several glossaries.`,
  );
}

function tooManyBytes(): ProblemError {
  const most = LIMITS.glossaryBytes / 1_048_576;
  return fieldProblem(
    'dictionaries',
    'too_many',
    `A glossary may hold ${most} MB of entries in all its directions, and this one would hold more. Split it into several glossaries.`,
  );
}

function tooManyGlossaries(): ProblemError {
  return fieldProblem(
    'name',
    'too_many',
    `The account has ${LIMITS.glossaries.toLocaleString('en')} glossaries, which is all it may have. Delete some.`,
  );
}
