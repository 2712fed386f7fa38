import { learnChecks, MIN_CONFIRMED } from '../quality/memory-checks.ts';
import type { Db } from './database.ts';
import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';

/** What the confirmed units of a direction have in common, for checks of further translations. */
export interface UnitChecks {
  /** JSON of MemoryChecks; `version` changes with it. Undefined before there are enough units. */
  of(key: MemoryKey): { readonly version: number; readonly json: string } | undefined;
}

/** The latest: a translator's habits, and about 0.2 s of work. */
const MAX_UNITS = 1_000;
/** The checks are learned anew after this many further units. */
const STALE_UNITS = 50;
const MAX_KEPT = 4;

export function createUnitChecks(db: Db): UnitChecks {
  /** LRU order: most recent last. */
  const kept = new Map<string, { version: number; json: string }>();
  return {
    of(key) {
      const latest = `FROM unit WHERE ${OF_KEY} AND engine_text IS NOT NULL ORDER BY id DESC LIMIT`;
      const newest = db.get<{ id: number }>(`SELECT id ${latest} 1`, ofKey(key))?.id;
      if (newest === undefined) return undefined;
      const name = JSON.stringify(key);
      const known = kept.get(name);
      if (known && Math.abs(newest - known.version) < STALE_UNITS) return known;
      const rows = db.all<{ source: string; target: string; engine: string }>(
        `SELECT source, target, engine_text AS engine ${latest} ${MAX_UNITS}`,
        ofKey(key),
      );
      const checks = rows.length < MIN_CONFIRMED ? undefined : learnChecks(rows.reverse());
      kept.delete(name);
      if (!checks) return undefined;
      const own = { version: newest, json: JSON.stringify(checks) };
      kept.set(name, own);
      for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
      return own;
    },
  };
}
