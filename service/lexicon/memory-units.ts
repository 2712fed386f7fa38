import { distance } from 'fastest-levenshtein';
import { plainText } from '../text/codes.ts';
import { searchForm } from '../text/normal-form.ts';
import type { Db } from './database.ts';
import type { MemoryKey } from './memory-key.ts';
import type { MemoryEntry, MemoryMatch, MemoryPair } from './port.ts';
import { createTrigramIndex } from './trigram-index.ts';
import type { TrigramIndex } from './trigram-index.ts';
import { createUnitTexts } from './unit-texts.ts';

export interface MemoryUnit {
  readonly source: string;
  /** Null takes the unit out. */
  readonly target: string | null;
}

export interface StoredCounts {
  added: number;
  updated: number;
  skipped: number;
}

/** Translations of earlier texts, by account and direction. Texts are coded. */
export interface MemoryUnits {
  /** The target of exactly that source; undefined where there is none. */
  exact(key: MemoryKey, source: string): string | undefined;
  /**
   * In one write. Of two units of one source the last wins; what is too long to be used again is skipped, and so is, with `keepNewer`,
   * what would replace a unit stored after `at`.
   */
  put(
    key: MemoryKey,
    units: readonly MemoryUnit[],
    at: string,
    options?: { keepNewer?: boolean },
  ): StoredCounts;
  /** Most similar first, those of at least `min` per cent. */
  search(key: MemoryKey, text: string, options: { limit: number; min: number }): MemoryMatch[];
  pairs(account: string): MemoryPair[];
  /** Units after `after`, in the order they were first stored. */
  page(key: MemoryKey, after: number, limit: number): MemoryEntry[];
  /** See `Memory.list`. */
  list(key: MemoryKey, query: { text: string; limit: number; before?: number }): MemoryEntry[];
  /** Returns whether the account had it. */
  removeUnit(account: string, id: number): boolean;
  remove(key: MemoryKey): void;
}

/** UTF-16 units of a source or target. */
const MOST_LENGTH = 10_000;
/** How many similar texts are compared letter by letter. */
const CANDIDATES = 100;
/** Directions whose index is kept in memory. */
const INDEXES_KEPT = 4;

const OF_KEY = 'account = ? AND source_language = ? AND target_language = ?';

export function createMemoryUnits(db: Db): MemoryUnits {
  /** Made at the first search, kept up to date by every change; the one used last stands last. */
  const indexes = new Map<string, TrigramIndex>();
  const texts = createUnitTexts(db);
  const nameOf = ({ account, from, to }: MemoryKey): string => JSON.stringify([account, from, to]);
  const valuesOf = ({ account, from, to }: MemoryKey): string[] => [account, from, to];

  const indexOf = (key: MemoryKey): TrigramIndex => {
    const name = nameOf(key);
    const index = indexes.get(name) ?? build(key);
    indexes.delete(name);
    indexes.set(name, index);
    for (const oldest of indexes.keys()) if (indexes.size > INDEXES_KEPT) indexes.delete(oldest);
    return index;
  };
  const build = (key: MemoryKey): TrigramIndex => {
    const index = createTrigramIndex();
    const rows = db.all<Pick<MemoryEntry, 'id' | 'source'>>(
      `SELECT id, source FROM unit WHERE ${OF_KEY}`,
      valuesOf(key),
    );
    for (const { id, source } of rows) index.add(id, visible(source));
    return index;
  };

  const putOne = (
    key: MemoryKey,
    { source, target }: MemoryUnit,
    at: string,
    keepNewer: boolean,
  ): keyof StoredCounts => {
    const values = valuesOf(key);
    const known = db.get<{ id: number; target: string; updated_at: string }>(
      `SELECT id, target, updated_at FROM unit WHERE ${OF_KEY} AND source = ?`,
      [...values, source],
    );
    if (keepNewer && known && known.updated_at > at) return 'skipped';
    const index = indexes.get(nameOf(key));
    if (target === null) {
      if (!known) return 'skipped';
      db.run('DELETE FROM unit WHERE id = ?', [known.id]);
      index?.remove(known.id);
      texts.changed(key, known.id);
      return 'updated';
    }
    if (source.length > MOST_LENGTH || target.length > MOST_LENGTH || source.trim() === '') return 'skipped';
    if (known) {
      if (known.target === target) return 'skipped';
      db.run('UPDATE unit SET target = ?, updated_at = ? WHERE id = ?', [target, at, known.id]);
      texts.changed(key, known.id);
      return 'updated';
    }
    db.run(
      'INSERT INTO unit (account, source_language, target_language, source, target, updated_at) VALUES (?, ?, ?, ?, ?, ?)',
      [...values, source, target, at],
    );
    const id = db.get<{ id: number }>('SELECT last_insert_rowid() AS id')!.id;
    index?.add(id, visible(source));
    texts.changed(key, id);
    return 'added';
  };

  return {
    exact: (key, source) =>
      db.get<{ target: string }>(`SELECT target FROM unit WHERE ${OF_KEY} AND source = ?`, [
        ...valuesOf(key),
        source,
      ])?.target,
    put(key, units, at, { keepNewer = false } = {}) {
      const counts: StoredCounts = { added: 0, updated: 0, skipped: 0 };
      try {
        db.transaction(() => {
          for (const unit of units) counts[putOne(key, unit, at, keepNewer)]++;
        });
      } catch (error) {
        // They may hold what was rolled back.
        indexes.delete(nameOf(key));
        texts.forget(key);
        throw error;
      }
      return counts;
    },
    search(key, text, { limit, min }) {
      const wanted = visible(text);
      const matches: MemoryMatch[] = [];
      for (const id of indexOf(key).candidates(wanted, CANDIDATES)) {
        const row = db.get<MemoryEntry>('SELECT id, source, target, updated_at FROM unit WHERE id = ?', [id]);
        const match = row ? similarity(text, row.source, wanted, min) : 0;
        if (row && match >= min) {
          matches.push({ source: row.source, target: row.target, match, updated_at: row.updated_at });
        }
      }
      const isSame = ({ source }: MemoryMatch): number => Number(source === text);
      return matches.sort((a, b) => b.match - a.match || isSame(b) - isSame(a)).slice(0, limit);
    },
    pairs: (account) =>
      db.all<MemoryPair>(
        `SELECT source_language AS "from", target_language AS "to", count(*) AS units FROM unit WHERE account = ?
         GROUP BY source_language, target_language ORDER BY source_language, target_language`,
        [account],
      ),
    page: (key, after, limit) =>
      db.all<MemoryEntry>(
        `SELECT id, source, target, updated_at FROM unit WHERE ${OF_KEY} AND id > ? ORDER BY id LIMIT ?`,
        [...valuesOf(key), after, limit],
      ),
    list(key, { text, limit, before = Number.MAX_SAFE_INTEGER }) {
      if (text.trim() !== '') {
        return texts
          .find(key, text, { limit, before })
          .flatMap((id) =>
            db.all<MemoryEntry>('SELECT id, source, target, updated_at FROM unit WHERE id = ?', [id]),
          );
      }
      // The plus keeps the index out: by it the rows would not come in their order, and all would have to be sorted.
      return db.all<MemoryEntry>(
        `SELECT id, source, target, updated_at FROM unit
         WHERE +account = ? AND +source_language = ? AND +target_language = ? AND id < ? ORDER BY id DESC LIMIT ?`,
        [...valuesOf(key), before, limit],
      );
    },
    removeUnit(account, id) {
      const unit = db.get<{ from: string; to: string }>(
        'SELECT source_language AS "from", target_language AS "to" FROM unit WHERE id = ? AND account = ?',
        [id, account],
      );
      if (!unit) return false;
      db.run('DELETE FROM unit WHERE id = ?', [id]);
      indexes.get(nameOf({ account, ...unit }))?.remove(id);
      texts.changed({ account, ...unit }, id);
      return true;
    },
    remove(key) {
      db.run(`DELETE FROM unit WHERE ${OF_KEY}`, valuesOf(key));
      db.dropCopy();
      indexes.delete(nameOf(key));
      texts.forget(key);
    },
  };
}

/** What is compared of a coded text. */
function visible(coded: string): string {
  return searchForm(plainText(coded));
}

/** Per cent, by the letters to change (Levenshtein) over the longer length; 0 where it cannot be `min`. 100 is for the same visible text only. */
function similarity(text: string, source: string, wanted: string, min: number): number {
  const other = visible(source);
  const [shorter, longer] = [Math.min(wanted.length, other.length), Math.max(wanted.length, other.length)];
  if (longer === 0 || (shorter / longer) * 100 < min) return 0;
  const match = Math.floor(100 * (1 - distance(wanted, other) / longer));
  return plainText(text) === plainText(source) ? 100 : Math.min(match, 99);
}
