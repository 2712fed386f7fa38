import { plainText } from '../text/codes.ts';
import { searchForm } from '../text/normal-form.ts';
import type { Db } from './database.ts';
import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';

/** Ids of one block. */
const BLOCK_IDS = 1_024;
/** UTF-16 units of all cached blocks: some 300,000 units of memory. */
const MAX_KEPT = 64 * 1_048_576;
/** ASCII's record separator divides units, its unit separator their texts. SQLite gets both by number. */
const [RECORD, FIELD] = ['\x1e', '\x1f'];

interface Block {
  readonly ids: readonly number[];
  /** Sources and targets in comparison form, in the order of the ids. */
  readonly text: string;
  /** Where the units begin in it. */
  readonly starts: Uint32Array;
}

/** Finds the units whose source or target contains a text, by scanning all of them in memory. */
export interface UnitTexts {
  /**
   * At most `limit` ids below `before`, newest first. `next`: time ran out; the `before` to continue with.
   */
  find(
    key: MemoryKey,
    text: string,
    options: { limit: number; before: number; until: number },
  ): { ids: number[]; next?: number };
  /**
   * Visits the units with a needle in comparison form, newest first, until a visit returns true. Returns the `before`
   * to continue with, if the time ran out or a visit said so.
   */
  scan(
    key: MemoryKey,
    needle: string,
    options: { before: number; until: number },
    visit: (id: number, source: string, target: string) => boolean,
  ): number | undefined;
  changed(key: MemoryKey, id: number): void;
  /** All units of the direction, or their cached blocks, are outdated. */
  forget(key: MemoryKey): void;
}

/**
 * A block is read at the first search that reaches it, and again once a unit in it has changed. SQLite's LIKE
 * takes half a second for 100,000 units, this 15 ms; FTS5's trigrams make an import take fifteen times as
 * long (docs/decisions/0011).
 */
export function createUnitTexts(db: Db): UnitTexts {
  /** LRU order: most recent last. */
  const blocks = new Map<string, Block>();
  let kept = 0;

  const drop = (name: string): void => {
    kept -= blocks.get(name)?.text.length ?? 0;
    blocks.delete(name);
  };
  const blockOf = (key: MemoryKey, number: number): Block => {
    const name = nameOf(key, number);
    const block = blocks.get(name) ?? read(db, key, number);
    drop(name);
    blocks.set(name, block);
    kept += block.text.length;
    for (const oldest of blocks.keys()) if (kept > MAX_KEPT) drop(oldest);
    return block;
  };

  const scan: UnitTexts['scan'] = (key, needle, { before, until }, visit) => {
    for (let below = before; ;) {
      // Skips blocks that only contain other directions and accounts.
      const id = db.get<{ id: number | null }>(`SELECT max(id) AS id FROM unit WHERE ${OF_KEY} AND id < ?`, [
        ...ofKey(key),
        below,
      ])?.id;
      if (id === null || id === undefined) return undefined;
      const number = numberOf(id);
      below = number * BLOCK_IDS;
      const { ids, text, starts } = blockOf(key, number);
      // Backwards from unit to unit: each is visited once, however often it has the needle.
      for (let at = text.lastIndexOf(needle); at !== -1;) {
        const n = unitAt(starts, at);
        const start = starts[n]!;
        if (ids[n]! < before) {
          const end = n + 1 < ids.length ? starts[n + 1]! - 1 : text.length;
          const field = text.indexOf(FIELD, start);
          if (visit(ids[n]!, text.slice(start, field), text.slice(field + 1, end))) return ids[n];
        }
        at = start === 0 ? -1 : text.lastIndexOf(needle, start - 1);
      }
      if (performance.now() > until) return below;
    }
  };

  return {
    scan,
    find(key, text, { limit, before, until }) {
      const found: number[] = [];
      const wanted = searchForm(withoutSeparators(text));
      const next = scan(key, wanted, { before, until }, (id) => found.push(id) === limit);
      return found.length === limit || next === undefined ? { ids: found } : { ids: found, next };
    },
    changed: (key, id) => {
      drop(nameOf(key, numberOf(id)));
    },
    forget(key) {
      const start = nameOf(key);
      for (const name of blocks.keys()) if (name.startsWith(start)) drop(name);
    },
  };
}

/** One row for the whole block: a thousand rows would take twice as long to leave the WebAssembly. */
function read(db: Db, { account, from, to }: MemoryKey, number: number): Block {
  const row = db.get<{ ids: string | null; text: string | null }>(
    `SELECT group_concat(id) AS ids,
       group_concat(replace(source, char(30), ' ') || char(31) || replace(target, char(30), ' '), char(30)) AS text
     FROM (SELECT id, source, target FROM unit
           WHERE id >= ? AND id < ? AND +account = ? AND +source_language = ? AND +target_language = ? ORDER BY id)`,
    [number * BLOCK_IDS, (number + 1) * BLOCK_IDS, account, from, to],
  );
  const ids = row?.ids?.split(',').map(Number) ?? [];
  const text = searchForm(plainText(row?.text ?? ''));
  const starts = new Uint32Array(ids.length);
  for (let n = 1; n < ids.length; n++) starts[n] = text.indexOf(RECORD, starts[n - 1]) + 1;
  return { ids, text, starts };
}

/** The last unit that begins at or before a position. */
function unitAt(starts: Uint32Array, position: number): number {
  let [low, high] = [0, starts.length - 1];
  while (low < high) {
    const middle = (low + high + 1) >>> 1;
    if (starts[middle]! <= position) low = middle;
    else high = middle - 1;
  }
  return low;
}

function numberOf(id: number): number {
  return Math.floor(id / BLOCK_IDS);
}

function nameOf({ account, from, to }: MemoryKey, number?: number): string {
  return `${JSON.stringify([account, from, to])}${number ?? ''}`;
}

function withoutSeparators(text: string): string {
  return text.replaceAll(RECORD, ' ').replaceAll(FIELD, ' ');
}
