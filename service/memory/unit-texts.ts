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

  return {
    find(key, text, { limit, before, until }) {
      const wanted = searchForm(withoutSeparators(text));
      const found: number[] = [];
      for (let below = before; ;) {
        // Skips blocks that only contain other directions and accounts.
        const id = db.get<{ id: number | null }>(
          `SELECT max(id) AS id FROM unit WHERE ${OF_KEY} AND id < ?`,
          [...ofKey(key), below],
        )?.id;
        if (id === null || id === undefined) return { ids: found };
        const number = numberOf(id);
        below = number * BLOCK_IDS;
        const { ids, text: all } = blockOf(key, number);
        if (all.includes(wanted)) {
          const texts = all.split(RECORD);
          for (let i = ids.length - 1; i >= 0; i--) {
            if (ids[i]! >= before || !texts[i]!.includes(wanted)) continue;
            found.push(ids[i]!);
            if (found.length === limit) return { ids: found };
          }
        }
        if (performance.now() > until) return { ids: found, next: below };
      }
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
  return { ids: row?.ids?.split(',').map(Number) ?? [], text: searchForm(plainText(row?.text ?? '')) };
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
