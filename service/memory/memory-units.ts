import { distance } from 'fastest-levenshtein';
import { plainText } from '../text/codes.ts';
import type { Db } from './database.ts';
import { ofKey, OF_KEY, OF_OWNER } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import type { MemoryEntry, MemoryMatch, MemoryPair } from './memory-port.ts';
import { createUnitIndexes, visible } from './unit-indexes.ts';
import { createImports, keepBefore } from './unit-imports.ts';
import type { Imports, Parts } from './unit-imports.ts';
import { isTooLong } from './unit-lines.ts';
import { createUnitTexts } from './unit-texts.ts';

export interface MemoryUnit {
  readonly source: string;
  /** Null removes what the same job has taught. */
  readonly target: string | null;
  /** Replaces the unit, instead of removing it. */
  readonly before?: string | undefined;
  /** What a confirmed translation began as; a unit without it teaches no corrections. */
  readonly began?: Began | undefined;
}

export interface Began {
  /** Coded text: the engine's own answer. */
  readonly text: string;
  readonly engine: string;
  /** Index of the segment in its job. */
  readonly segment: number;
}

/** Who stores units, and when. */
export interface StoredBy {
  /** RFC 3339 UTC. */
  readonly at: string;
  /** The job that teaches them; absent for a file's units. */
  readonly job?: string;
  /** Does not touch units stored after `at`. */
  readonly keepNewer?: boolean;
  /** A running import: the units that it overwrites are backed up until it ends. */
  readonly isImport?: boolean;
}

export interface StoredCounts {
  added: number;
  updated: number;
  skipped: number;
}

/** Translations of earlier texts, by account and direction. Texts are coded. */
export interface MemoryUnits {
  /** The target of exactly that source; undefined without one. */
  exact(key: MemoryKey, source: string): string | undefined;
  /** In one write. Of two units with one source the last wins; very long units are skipped. */
  put(key: MemoryKey, units: Iterable<MemoryUnit>, by: StoredBy): StoredCounts;
  /**
   * Most similar first, those of at least `min` per cent. Undefined if the index is unfinished when the time
   * is over: the next call continues with it. `until`: by performance.now().
   */
  search(
    key: MemoryKey,
    text: string,
    options: { limit: number; min: number; until?: number },
  ): MemoryMatch[] | undefined;
  pairs(account: string): MemoryPair[];
  /** Units after `after`, in the order they were first stored. */
  page(key: MemoryKey, after: number, limit: number): MemoryEntry[];
  /** See `Memory.list`. `next`: the time was over; the `before` to continue with. */
  list(
    key: MemoryKey,
    query: { text: string; limit: number; before?: number; until?: number },
  ): { units: MemoryEntry[]; next?: number };
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

export function createMemoryUnits(db: Db): MemoryUnits & Imports {
  const parts: Parts = { db, indexes: createUnitIndexes(db), texts: createUnitTexts(db) };
  return { ...lookUps(parts), ...changes(parts), ...createImports(parts) };
}

function lookUps(
  parts: Parts,
): Pick<MemoryUnits, 'exact' | 'search' | 'pairs' | 'page' | 'list' | 'newest' | 'bytes'> {
  const { db, texts } = parts;
  return {
    exact: (key, source) =>
      isStorable(source)
        ? db.get<{ target: string }>(`SELECT target FROM unit WHERE ${OF_KEY} AND source = ?`, [
            ...ofKey(key),
            source,
          ])?.target
        : undefined,
    search: (key, text, options) => similarTo(parts, key, text, options),
    pairs: (account) =>
      db.all<MemoryPair>(
        `SELECT source_language AS "from", target_language AS "to", units FROM usage WHERE account = ? AND units > 0
         ORDER BY source_language, target_language`,
        [account],
      ),
    page: (key, after, limit) =>
      db.all<MemoryEntry>(
        `SELECT id, source, target, updated_at FROM unit WHERE ${OF_KEY} AND id > ? ORDER BY id LIMIT ?`,
        [...ofKey(key), after, limit],
      ),
    list(key, { text, limit, before = Number.MAX_SAFE_INTEGER, until = Infinity }) {
      if (text.trim() !== '') {
        const { ids, ...rest } = texts.find(key, text, { limit, before, until });
        const units = ids.flatMap((id) =>
          db.all<MemoryEntry>('SELECT id, source, target, updated_at FROM unit WHERE id = ?', [id]),
        );
        return { units, ...rest };
      }
      const units = db.all<MemoryEntry>(
        `SELECT id, source, target, updated_at FROM unit WHERE ${OF_KEY} AND id < ? ORDER BY id DESC LIMIT ?`,
        [...ofKey(key), before, limit],
      );
      return { units };
    },
    newest: () => db.get<{ id: number | null }>('SELECT max(id) AS id FROM unit')?.id ?? 0,
    bytes: (account) =>
      db.get<{ bytes: number | null }>(`SELECT sum(bytes) AS bytes FROM usage WHERE ${OF_OWNER}`, [account])
        ?.bytes ?? 0,
  };
}

function changes(parts: Parts): Pick<MemoryUnits, 'put' | 'removeUnit' | 'remove'> {
  const { db, indexes, texts } = parts;
  return {
    put(key, units, by) {
      const counts = { added: 0, updated: 0, skipped: 0, removed: 0 };
      try {
        db.transaction(() => {
          for (const unit of units) counts[putOne(parts, key, unit, by)]++;
        });
      } catch (error) {
        // They may contain what was rolled back.
        indexes.forget(key);
        texts.forget(key);
        throw error;
      }
      const { removed, ...stored } = counts;
      if (removed > 0) db.dropCopy();
      return { ...stored, updated: stored.updated + removed };
    },
    removeUnit(account, id) {
      const key = db.get<MemoryKey>(
        `SELECT account, source_language AS "from", target_language AS "to" FROM unit WHERE ${OF_OWNER} AND id = ?`,
        [account, id],
      );
      if (!key) return false;
      db.run('DELETE FROM unit WHERE id = ?', [id]);
      indexes.made(key)?.remove(id);
      texts.changed(key, id);
      db.dropCopy();
      return true;
    },
    remove(key, last = Number.MAX_SAFE_INTEGER, limit = -1) {
      const gone = db.run(
        `DELETE FROM unit WHERE id IN (SELECT id FROM unit WHERE ${OF_KEY} AND id <= ? ORDER BY id LIMIT ?)`,
        [...ofKey(key), last, limit],
      );
      db.dropCopy();
      indexes.forget(key);
      texts.forget(key);
      return gone;
    },
  };
}

/** The library ends a text at its first NUL: it would be stored, and found, as another one. */
function isStorable(text: string): boolean {
  return !text.includes('\0');
}

function putOne(
  { db, indexes, texts }: Parts,
  key: MemoryKey,
  { source, target, before, began }: MemoryUnit,
  { at, job = null, keepNewer, isImport }: Omit<StoredBy, 'job'> & { job?: string | null },
): keyof StoredCounts | 'removed' {
  if (!isStorable(source) || (target !== null && !isStorable(target))) return 'skipped';
  const values = ofKey(key);
  const known = db.get<{ id: number; target: string; updated_at: string; job: string | null }>(
    `SELECT id, target, updated_at, job FROM unit WHERE ${OF_KEY} AND source = ?`,
    [...values, source],
  );
  if (keepNewer && known && known.updated_at > at) return 'skipped';
  const index = indexes.made(key);
  const change = (id: number, to: string, by: string | null, from?: Began): 'updated' => {
    if (isImport) keepBefore(db, id, at);
    db.run(
      'UPDATE unit SET target = ?, updated_at = ?, job = ?, engine_text = ?, engine = ?, segment = ? WHERE id = ?',
      [to, at, by, ...beganAs(from), id],
    );
    texts.changed(key, id);
    return 'updated';
  };
  if (target === null) {
    // Another job, or a file, has taught it since.
    if (known?.job !== job) return 'skipped';
    if (before !== undefined) return change(known.id, before, null);
    db.run('DELETE FROM unit WHERE id = ?', [known.id]);
    index?.remove(known.id);
    texts.changed(key, known.id);
    return 'removed';
  }
  if (isTooLong({ source, target }) || source.trim() === '') return 'skipped';
  if (known) {
    if (known.target !== target) return change(known.id, target, job, began);
    if (job !== null) db.run('UPDATE unit SET job = ? WHERE id = ?', [job, known.id]);
    if (began)
      db.run('UPDATE unit SET engine_text = ?, engine = ?, segment = ? WHERE id = ?', [
        ...beganAs(began),
        known.id,
      ]);
    return 'skipped';
  }
  db.run(
    `INSERT INTO unit (account, source_language, target_language, source, target, updated_at, job, engine_text, engine, segment)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
    [...values, source, target, at, job, ...beganAs(began)],
  );
  const id = db.get<{ id: number }>('SELECT last_insert_rowid() AS id')!.id;
  index?.add(id, visible(source));
  texts.changed(key, id);
  return 'added';
}

function beganAs(began: Began | undefined): [string | null, string | null, number | null] {
  return began ? [began.text, began.engine, began.segment] : [null, null, null];
}

/** Most similar first. */
function similarTo(
  { db, indexes }: Parts,
  key: MemoryKey,
  text: string,
  { limit, min, until = Infinity }: { limit: number; min: number; until?: number },
): MemoryMatch[] | undefined {
  const index = indexes.of(key, until);
  if (!index) return undefined;
  const wanted = visible(text);
  const matches: MemoryMatch[] = [];
  for (const id of index.candidates(wanted, CANDIDATES)) {
    const row = db.get<MemoryEntry>('SELECT id, source, target, updated_at FROM unit WHERE id = ?', [id]);
    const match = row ? similarity(text, row.source, wanted, min) : 0;
    if (row && match >= min) {
      matches.push({ source: row.source, target: row.target, match, updated_at: row.updated_at });
    }
  }
  const isSame = ({ source }: MemoryMatch): number => Number(source === text);
  return matches.sort((a, b) => b.match - a.match || isSame(b) - isSame(a)).slice(0, limit);
}

/** Per cent, by Levenshtein distance over the longer length; 0 below `min`. 100: same visible text. */
function similarity(text: string, source: string, wanted: string, min: number): number {
  const other = visible(source);
  const [shorter, longer] = [Math.min(wanted.length, other.length), Math.max(wanted.length, other.length)];
  if (longer === 0 || (shorter / longer) * 100 < min) return 0;
  const match = Math.floor(100 * (1 - distance(wanted, other) / longer));
  return plainText(text) === plainText(source) ? 100 : Math.min(match, 99);
}
