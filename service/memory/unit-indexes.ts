import { plainText } from '../text/codes.ts';
import { searchForm } from '../text/normal-form.ts';
import type { Db } from './database.ts';
import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import { createTrigramIndex } from './trigram-index.ts';
import type { TrigramIndex } from './trigram-index.ts';

/** What similar texts are found by: an index of each direction in use. */
export interface UnitIndexes {
  /** Made at the first search. */
  of(key: MemoryKey): TrigramIndex;
  /** Where there is one: it is kept up to date by every change. */
  made(key: MemoryKey): TrigramIndex | undefined;
  forget(key: MemoryKey): void;
}

/** Directions whose index is kept in memory. */
const INDEXES_KEPT = 4;

export function createUnitIndexes(db: Db): UnitIndexes {
  /** The one used last stands last. */
  const indexes = new Map<string, TrigramIndex>();
  const nameOf = ({ account, from, to }: MemoryKey): string => JSON.stringify([account, from, to]);
  return {
    of(key) {
      const name = nameOf(key);
      const index = indexes.get(name) ?? build(db, key);
      indexes.delete(name);
      indexes.set(name, index);
      for (const oldest of indexes.keys()) if (indexes.size > INDEXES_KEPT) indexes.delete(oldest);
      return index;
    },
    made: (key) => indexes.get(nameOf(key)),
    forget: (key) => void indexes.delete(nameOf(key)),
  };
}

function build(db: Db, key: MemoryKey): TrigramIndex {
  const index = createTrigramIndex();
  const rows = db.all<{ id: number; source: string }>(
    `SELECT id, source FROM unit WHERE ${OF_KEY}`,
    ofKey(key),
  );
  for (const { id, source } of rows) index.add(id, visible(source));
  return index;
}

/** What is compared of a coded text. */
export function visible(coded: string): string {
  return searchForm(plainText(coded));
}
