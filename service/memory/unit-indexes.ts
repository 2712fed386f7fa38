import { plainText } from '../text/codes.ts';
import { searchForm } from '../text/normal-form.ts';
import type { Db } from './database.ts';
import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import { createTrigramIndex } from './trigram-index.ts';
import type { TrigramIndex } from './trigram-index.ts';

/** Indexes of similar texts, one for each direction in use. */
export interface UnitIndexes {
  /** Built at the first search, in steps: undefined if unfinished at `until` (performance.now()). */
  of(key: MemoryKey, until: number): TrigramIndex | undefined;
  /** The index, if there is one, perhaps incomplete: every change updates it. */
  made(key: MemoryKey): TrigramIndex | undefined;
  forget(key: MemoryKey): void;
}

interface Kept {
  readonly index: TrigramIndex;
  /** The index contains the file's earlier units up to this id. */
  after: number;
  /** The newest unit when building began: later ones are added as they are stored. */
  readonly last: number;
  usedAt: number;
}

/** Directions with an index in memory, and units in all but the last used one: 250 bytes each. */
const MAX_INDEXES = 4;
const MAX_UNITS = 1_000_000;
/** An unfinished index is not evicted while its steps follow closely: two would evict each other forever. */
const ABANDONED_MS = 10_000;
/** Units between two checks of the clock: a few milliseconds. */
const STEP_UNITS = 500;

export function createUnitIndexes(db: Db): UnitIndexes {
  /** LRU order: most recent last. */
  const indexes = new Map<string, Kept>();
  const nameOf = ({ account, from, to }: MemoryKey): string => JSON.stringify([account, from, to]);
  const trim = (used: Kept): void => {
    let units = [...indexes.values()].reduce((sum, { index }) => sum + index.size, 0);
    for (const [name, kept] of indexes) {
      if (indexes.size <= MAX_INDEXES && units <= MAX_UNITS) return;
      const isBeingMade = kept.after < kept.last && performance.now() - kept.usedAt < ABANDONED_MS;
      if (kept === used || isBeingMade) continue;
      units -= kept.index.size;
      indexes.delete(name);
    }
  };
  return {
    of(key, until) {
      const name = nameOf(key);
      const kept = indexes.get(name) ?? begin(db);
      indexes.delete(name);
      indexes.set(name, kept);
      build(db, key, kept, until);
      kept.usedAt = performance.now();
      trim(kept);
      return kept.after >= kept.last ? kept.index : undefined;
    },
    made: (key) => indexes.get(nameOf(key))?.index,
    forget: (key) => void indexes.delete(nameOf(key)),
  };
}

function begin(db: Db): Kept {
  const last = db.get<{ id: number | null }>('SELECT max(id) AS id FROM unit')?.id ?? 0;
  return { index: createTrigramIndex(), after: 0, last, usedAt: 0 };
}

function build(db: Db, key: MemoryKey, kept: Kept, until: number): void {
  while (kept.after < kept.last) {
    const rows = db.all<{ id: number; source: string }>(
      `SELECT id, source FROM unit WHERE ${OF_KEY} AND id > ? AND id <= ? ORDER BY id LIMIT ${STEP_UNITS}`,
      [...ofKey(key), kept.after, kept.last],
    );
    for (const { id, source } of rows) kept.index.add(id, visible(source));
    kept.after = rows.length < STEP_UNITS ? kept.last : rows.at(-1)!.id;
    if (performance.now() > until) return;
  }
}

/** The part of a coded text that is compared. */
export function visible(coded: string): string {
  return searchForm(plainText(coded));
}
