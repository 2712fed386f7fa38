import type { JSValue } from 'node-sqlite3-wasm';
import { ofKey } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';
import type { UnitFilter } from './memory-port.ts';
import type { Parts } from './unit-imports.ts';
import { UNIT_ROW } from './unit-row.ts';
import type { UnitRow } from './unit-row.ts';

/** Ids that are looked at between two checks of the clock. */
const STEP_UNITS = 1_000;

export type UnitConditions = Omit<UnitFilter, 'memoryId' | 'from' | 'to'>;

export interface FilteredPage {
  /** Newest first. */
  readonly units: UnitRow[];
  /** There may be more: the `before` to continue with. */
  readonly next?: number;
}

/** Some units of some memories that pass a filter, newest first, with ids below `before`. `until`: by performance.now(). */
export function filteredUnits(
  parts: Parts,
  keys: readonly MemoryKey[],
  conditions: UnitConditions,
  {
    limit,
    before = Number.MAX_SAFE_INTEGER,
    until,
  }: { limit: number; before?: number | undefined; until: number },
): FilteredPage {
  const units: UnitRow[] = [];
  if (keys.length === 0) return { units };
  const { sql, values } = conditionsOf(keys, conditions);
  for (let below = before; ;) {
    const { ids, next } = idsBelow(parts, keys, conditions, below, until);
    if (ids.length > 0) {
      const some = parts.db.all<UnitRow>(
        `${UNIT_ROW} WHERE id IN (SELECT value FROM json_each(?)) ${sql} ORDER BY id DESC LIMIT ?`,
        [JSON.stringify(ids), ...values, limit - units.length],
      );
      units.push(...some);
    }
    if (units.length === limit) return { units, next: units.at(-1)!.id };
    if (next === undefined) return { units };
    below = next;
    if (performance.now() > until) return { units, next };
  }
}

/** Ids of the keys' units, or of those with a text, newest first. `next`: those below it are left. */
function idsBelow(
  { db, texts }: Parts,
  keys: readonly MemoryKey[],
  { text = '', ids: wanted }: UnitConditions,
  below: number,
  until: number,
): { ids: number[]; next?: number } {
  if (wanted) return { ids: wanted.filter((id) => id < below) };
  if (text.trim() === '') {
    const { sql, values } = inKeys(keys);
    const ids = db
      .all<{ id: number }>(
        `SELECT id FROM unit WHERE ${sql} AND id < ? ORDER BY id DESC LIMIT ${STEP_UNITS}`,
        [...values, below],
      )
      .map(({ id }) => id);
    return ids.length < STEP_UNITS ? { ids } : { ids, next: ids.at(-1)! };
  }
  const found = keys.map((key) => {
    const { ids, next } = texts.find(key, text, { limit: STEP_UNITS, before: below, until });
    return { ids, left: next ?? (ids.length === STEP_UNITS ? ids.at(-1) : undefined) };
  });
  // Ids below this one may be missing from one of the memories.
  const left = found.flatMap((one) => one.left ?? []);
  const floor = left.length === 0 ? undefined : Math.max(...left);
  const ids = found.flatMap((one) => one.ids).filter((id) => floor === undefined || id >= floor);
  return { ids, ...(floor === undefined ? {} : { next: floor }) };
}

function inKeys(keys: readonly MemoryKey[]): { sql: string; values: JSValue[] } {
  if (keys.length === 1)
    return { sql: 'account = ? AND source_language = ? AND target_language = ?', values: ofKey(keys[0]!) };
  return {
    sql: `(account, source_language, target_language) IN (VALUES ${keys.map(() => '(?, ?, ?)').join(', ')})`,
    values: keys.flatMap(ofKey),
  };
}

function conditionsOf(
  keys: readonly MemoryKey[],
  { job, before, after, only, ids }: UnitConditions,
): { sql: string; values: JSValue[] } {
  const sql: string[] = [];
  const values: JSValue[] = [];
  const add = (condition: string, ...own: JSValue[]): void => {
    sql.push(`AND ${condition}`);
    values.push(...own);
  };
  if (ids) {
    const of = inKeys(keys);
    add(of.sql, ...of.values);
  }
  if (job !== undefined) add('job = ?', job);
  if (before !== undefined) add('updated_at < ?', before);
  if (after !== undefined) add('updated_at >= ?', after);
  if (only !== undefined) {
    const holders = [...new Set(keys.map(({ account }) => account))];
    add(
      `EXISTS (SELECT 1 FROM unit AS other WHERE other.account IN (${holders.map(() => '?').join(', ')})
         AND other.source_language = unit.source_language AND other.target_language = unit.target_language
         AND other.source = unit.source
         AND ${only === 'contradictions' ? 'other.target <> unit.target' : 'other.target = unit.target AND other.id <> unit.id'})`,
      ...holders,
    );
  }
  return { sql: sql.join(' '), values };
}
