import { checksLearning, MIN_CONFIRMED } from '../quality/memory-checks.ts';
import type { MemoryChecks } from '../quality/memory-checks.ts';
import type { Db } from './database.ts';
import { createKeptWork } from './kept-work.ts';
import { ofKey, OF_KEY } from './memory-key.ts';
import type { MemoryKey } from './memory-key.ts';

/** What the confirmed units of a direction have in common, for checks of further translations. */
export interface UnitChecks {
  /**
   * JSON of MemoryChecks; `version` changes with it. Undefined before there are enough units. Those of before while they are
   * being learned anew: unfinished at `until`, by performance.now(), the next call goes on. `later` if there are none yet.
   */
  of(
    key: MemoryKey,
    until: number,
  ): { readonly version: number; readonly json: string } | 'later' | undefined;
}

/** The latest: a translator's habits, and about 0.2 s of work. */
const MAX_UNITS = 1_000;
/** The checks are learned anew after this many further units. */
const STALE_UNITS = 50;
const MAX_KEPT = 4;
const LATEST = `FROM unit WHERE ${OF_KEY} AND engine_text IS NOT NULL ORDER BY id DESC LIMIT`;

/** Checks that are being learned. `newest`: the latest of the units. */
type Learning =
  { readonly newest: number; readonly work: Generator<undefined, MemoryChecks | undefined> } | 'done';

export function createUnitChecks(db: Db): UnitChecks {
  /** LRU order: most recent last. */
  const kept = new Map<string, { version: number; json: string }>();
  const learning = createKeptWork<Learning>(MAX_KEPT, (one) => one === 'done');
  const begin = (key: MemoryKey, newest: number): Learning => {
    const rows = db.all<{ source: string; target: string; engine: string }>(
      `SELECT source, target, engine_text AS engine ${LATEST} ${MAX_UNITS}`,
      ofKey(key),
    );
    return rows.length < MIN_CONFIRMED ? 'done' : { newest, work: checksLearning(rows.reverse()) };
  };
  return {
    of(key, until) {
      const newest = db.get<{ id: number }>(`SELECT id ${LATEST} 1`, ofKey(key))?.id;
      if (newest === undefined) return undefined;
      const name = JSON.stringify(key);
      const known = kept.get(name);
      if (known && Math.abs(newest - known.version) < STALE_UNITS) return known;
      // Units that are gone since must not be learned from.
      const open = learning.get(name, (begun) =>
        begun && begun !== 'done' && newest >= begun.newest ? begun : begin(key, newest),
      );
      if (!open) return known ?? 'later';
      if (open === 'done') {
        kept.delete(name);
        return undefined;
      }
      let step = open.work.next();
      while (!step.done && performance.now() < until) step = open.work.next();
      if (!step.done) return known ?? 'later';
      learning.set(name, 'done');
      kept.delete(name);
      const own = { version: open.newest, json: JSON.stringify(step.value) };
      kept.set(name, own);
      for (const oldest of kept.keys()) if (kept.size > MAX_KEPT) kept.delete(oldest);
      return own;
    },
  };
}
