import { distance } from 'fastest-levenshtein';
import { plainText } from '../text/codes.ts';
import type { Db } from './database.ts';
import { ofKey, OF_KEY, OF_OWNER } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import type { MemoryPair } from './memory-port.ts';
import type { MemoryUnit, PutBy, SourceLesson, StoredCounts, TaughtBy } from './stored-units.ts';
import { createUnitIndexes, visible } from './unit-indexes.ts';
import { createImports } from './unit-imports.ts';
import type { Imports, Parts } from './unit-imports.ts';
import { putUnits, removeOne, teachUnits } from './unit-changes.ts';
import { contextHash, fittingHashes, NO_CONTEXT } from './unit-context.ts';
import type { UnitContext } from './unit-context.ts';
import { UNIT_ROW } from './unit-row.ts';
import type { UnitRow } from './unit-row.ts';
import { isStorable } from './unit-lines.ts';
import { createUnitTexts } from './unit-texts.ts';

export interface FoundUnit extends UnitRow {
  /** Per cent; 101 in the same context. */
  readonly match: number;
}

/** A target of exactly a source. */
export interface ExactUnit {
  readonly id: number;
  readonly target: string;
  /** 101 in the same context, else 100. */
  readonly match: 100 | 101;
}

/** Translations of earlier texts, by account and direction. Texts are coded. */
export interface MemoryUnits {
  /** Of several targets that of the context, else the newest; undefined without one. */
  exact(key: MemoryKey, source: string, context?: UnitContext): ExactUnit | undefined;
  /** In one write. A unit with the same source, context and target is skipped, a very long one too. */
  put(key: MemoryKey, units: Iterable<MemoryUnit>, by: PutBy): StoredCounts;
  /** In one write. */
  teach(key: MemoryKey, lessons: readonly SourceLesson[], by: TaughtBy): { isChanged: boolean };
  /**
   * Most similar first, those of at least `min` per cent; of equal texts and targets one. Undefined if the index is
   * unfinished when the time is over: the next call continues with it. `until`: by performance.now().
   */
  search(
    key: MemoryKey,
    text: string,
    options: { limit: number; min: number; context?: UnitContext | undefined; until?: number },
  ): FoundUnit[] | undefined;
  pairs(account: string): MemoryPair[];
  /** Units after `after`, in the order they were first stored. */
  page(key: MemoryKey, after: number, limit: number): UnitRow[];
  /** Returns whether the account had it. */
  removeUnit(account: string, id: number): boolean;
  /** The oldest of the units with ids up to `last`, or all. Returns the number removed. */
  remove(key: MemoryKey, last?: number, limit?: number): number;
  /** The id of the newest unit of all. */
  newest(): number;
  /** Bytes of the account's units. */
  bytes(account: string): number;
}

/** How many similar texts are compared letter by letter. */
const CANDIDATES = 100;

export function createMemoryUnits(db: Db): MemoryUnits & Imports & { readonly parts: Parts } {
  const parts: Parts = { db, indexes: createUnitIndexes(db), texts: createUnitTexts(db) };
  return { ...lookUps(parts), ...changes(parts), ...createImports(parts), parts };
}

function lookUps(
  parts: Parts,
): Pick<MemoryUnits, 'exact' | 'search' | 'pairs' | 'page' | 'newest' | 'bytes'> {
  const { db } = parts;
  return {
    exact: (key, source, context) => (isStorable(source) ? exactIn(db, key, source, context) : undefined),
    search: (key, text, options) => similarTo(parts, key, text, options),
    pairs: (account) =>
      db.all<MemoryPair>(
        `SELECT source_language AS "from", target_language AS "to", units FROM usage WHERE account = ? AND units > 0
         ORDER BY source_language, target_language`,
        [account],
      ),
    page: (key, after, limit) =>
      db.all<UnitRow>(`${UNIT_ROW} WHERE ${OF_KEY} AND id > ? ORDER BY id LIMIT ?`, [
        ...ofKey(key),
        after,
        limit,
      ]),
    newest: () => db.get<{ id: number | null }>('SELECT max(id) AS id FROM unit')?.id ?? 0,
    bytes: (account) =>
      db.get<{ bytes: number | null }>(`SELECT sum(bytes) AS bytes FROM usage WHERE ${OF_OWNER}`, [account])
        ?.bytes ?? 0,
  };
}

function changes(parts: Parts): Pick<MemoryUnits, 'put' | 'teach' | 'removeUnit' | 'remove'> {
  const { db, indexes, texts } = parts;
  /** In one write. A write that fails leaves the indexes without its units. */
  const storing = <Value>(key: MemoryKey, work: () => Value): Value => {
    try {
      return db.transaction(work);
    } catch (error) {
      // They may contain what was rolled back.
      indexes.forget(key);
      texts.forget(key);
      throw error;
    }
  };
  return {
    put: (key, units, by) => storing(key, () => putUnits(parts, key, units, by)),
    teach(key, lessons, by) {
      const { removed, changed } = storing(key, () => teachUnits(parts, key, lessons, by));
      if (removed > 0) db.dropCopy();
      return { isChanged: removed + changed > 0 };
    },
    removeUnit(account, id) {
      const key = db.get<MemoryKey>(
        `SELECT account, source_language AS "from", target_language AS "to" FROM unit WHERE ${OF_OWNER} AND id = ?`,
        [account, id],
      );
      if (!key) return false;
      removeOne(parts, key, id);
      db.dropCopy();
      return true;
    },
    remove(key, last = Number.MAX_SAFE_INTEGER, limit = -1) {
      const gone = db.run(
        `DELETE FROM unit WHERE id IN (SELECT id FROM unit WHERE ${OF_KEY} AND id <= ? ORDER BY id LIMIT ?)`,
        [...ofKey(key), last, limit],
      );
      // Earlier deletions are not undone into it.
      db.run(`DELETE FROM removed WHERE ${OF_KEY} AND id <= ?`, [...ofKey(key), last]);
      db.dropCopy();
      indexes.forget(key);
      texts.forget(key);
      return gone;
    },
  };
}

const NEWEST = 'ORDER BY updated_at DESC, id DESC LIMIT 1';

function exactIn(
  db: Db,
  key: MemoryKey,
  source: string,
  context: UnitContext = NO_CONTEXT,
): ExactUnit | undefined {
  const of = [...ofKey(key), source];
  const newest = db.get<{ id: number; target: string }>(
    `SELECT id, target FROM unit WHERE ${OF_KEY} AND source = ? ${NEWEST}`,
    of,
  );
  if (!newest) return undefined;
  for (const hash of fittingHashes(source, context)) {
    const found = db.get<{ id: number; target: string }>(
      `SELECT id, target FROM unit WHERE context = ? AND ${OF_KEY} AND source = ? ${NEWEST}`,
      [hash, ...of],
    );
    if (found) return { ...found, match: 101 };
  }
  return { id: newest.id, target: newest.target, match: 100 };
}

/** Most similar first. */
function similarTo(
  { db, indexes }: Parts,
  key: MemoryKey,
  text: string,
  {
    limit,
    min,
    context = NO_CONTEXT,
    until = Infinity,
  }: { limit: number; min: number; context?: UnitContext | undefined; until?: number },
): FoundUnit[] | undefined {
  const index = indexes.of(key, until);
  if (!index) return undefined;
  const wanted = visible(text);
  const matches: FoundUnit[] = [];
  for (const id of index.candidates(wanted, CANDIDATES)) {
    const row = db.get<UnitRow>(`${UNIT_ROW} WHERE id = ?`, [id]);
    const match = row ? similarity(text, row.source, wanted, min) : 0;
    if (!row || match < min) continue;
    matches.push({ ...row, match: match === 100 && isInContext(row, context) ? 101 : match });
  }
  const isSame = ({ source }: FoundUnit): number => Number(source === text);
  matches.sort(
    (a, b) =>
      b.match - a.match ||
      isSame(b) - isSame(a) ||
      (a.updated_at < b.updated_at ? 1 : a.updated_at > b.updated_at ? -1 : b.id - a.id),
  );
  return distinct(matches).slice(0, limit);
}

function isInContext({ source, pre, post }: UnitRow, context: UnitContext): boolean {
  const own = contextHash(source, { pre, post });
  return own !== null && fittingHashes(source, context).includes(own);
}

/** Of the same source and target in several contexts, the first. */
function distinct<Unit extends { source: string; target: string }>(units: readonly Unit[]): Unit[] {
  const seen = new Set<string>();
  return units.filter(({ source, target }) => {
    const name = JSON.stringify([source, target]);
    return !seen.has(name) && seen.add(name);
  });
}

/** Per cent, by Levenshtein distance over the longer length; 0 below `min`. 100: same visible text. */
function similarity(text: string, source: string, wanted: string, min: number): number {
  const other = visible(source);
  const [shorter, longer] = [Math.min(wanted.length, other.length), Math.max(wanted.length, other.length)];
  if (longer === 0 || (shorter / longer) * 100 < min) return 0;
  const match = Math.floor(100 * (1 - distance(wanted, other) / longer));
  return plainText(text) === plainText(source) ? 100 : Math.min(match, 99);
}
