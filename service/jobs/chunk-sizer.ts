/**
 * While an engine is busy one of its chunks should end about so often. Less, and the way to the engine and the disk begins to count, and
 * a neural engine has too few sentences at a time to be quick: 200 ms of it are four. More, and who waits for an answer at once waits
 * longer.
 */
export const TARGET_MS = 500;
/** What an engine does in less is not shared out: each chunk's way to it and to the disk takes some milliseconds. */
const SHARE_MS = 50;
const FIRST_SEGMENTS = 4;
const MOST_SEGMENTS = 512;
/**
 * Of a job's first chunk: a fast engine begins while the many texts of the next are made ready for it. Not where it does all of them in
 * SHARE_MS.
 */
const MOST_AT_FIRST = 32;
const MOST_CHARS = 60_000;
/** What a segment costs beside its characters, in characters. */
const SEGMENT_COST = 20;
/** What earlier measurements still count for at each new one. */
const EARLIER = 0.5;
/** A first measurement may be a lucky one: the next chunk is at most so many times larger. */
const MOST_GROWTH = 16;

interface Sized {
  chars: number;
}

/** How fast engines are, as measured, and so how many segments the next chunk should have. */
export interface ChunkSizer {
  /** How many of the first `items` to take for `engine`: at least one. `isFirst`: of their job. */
  next(engine: string, items: readonly Sized[], isFirst?: boolean): number;
  /**
   * `ms`: what the engine was at these items, with all its threads; not what they waited for others that came before. `batchChars`:
   * what a chunk should have, however long that takes.
   */
  measured(engine: string, items: readonly Sized[], ms: number, batchChars?: number): void;
  /** How long the engine will be at these items, by what was measured; what a chunk should take where nothing was. */
  expectedMs(engine: string, items: readonly Sized[]): number;
}

/**
 * `shares`: as many chunks as may be at work at once; the last ones of a job are smaller, so that all threads end together, but not
 * so small that their number counts.
 */
export function createChunkSizer(shares = 1): ChunkSizer {
  const engines = new Map<string, { ms: number; units: number; mostSegments: number; batchChars: number }>();
  return {
    next(engine, items, isFirst = false) {
      const known = engines.get(engine);
      const takes = (units: number, ms: number): boolean =>
        known !== undefined && units * known.ms > ms * known.units;
      const isAhead = isFirst && takes(unitsOfAll(items), SHARE_MS);
      const most = Math.min(known?.mostSegments ?? FIRST_SEGMENTS, isAhead ? MOST_AT_FIRST : Infinity);
      const share = Math.max(FIRST_SEGMENTS, Math.ceil(items.length / shares));
      let units = 0;
      let chars = 0;
      let count = 0;
      for (const item of items) {
        units += unitsOf(item);
        chars += item.chars;
        const isShare = count >= share && takes(units, SHARE_MS);
        const isEnough = takes(units, TARGET_MS) && chars > (known?.batchChars ?? 0);
        if (count > 0 && (count >= most || isShare || isEnough || chars > MOST_CHARS)) break;
        count++;
      }
      return count;
    },
    expectedMs(engine, items) {
      const known = engines.get(engine);
      return known ? (unitsOfAll(items) * known.ms) / known.units : TARGET_MS;
    },
    measured(engine, items, ms, batchChars = 0) {
      const units = unitsOfAll(items);
      if (units === 0) return;
      const known = engines.get(engine) ?? { ms: 0, units: 0, mostSegments: 0 };
      engines.set(engine, {
        ms: known.ms * EARLIER + Math.max(ms, 0.1),
        units: known.units * EARLIER + units,
        batchChars,
        mostSegments: Math.min(
          MOST_SEGMENTS,
          Math.max(known.mostSegments, FIRST_SEGMENTS, items.length * MOST_GROWTH),
        ),
      });
    },
  };
}

function unitsOfAll(items: readonly Sized[]): number {
  return items.reduce((sum, item) => sum + unitsOf(item), 0);
}

function unitsOf({ chars }: Sized): number {
  return chars + SEGMENT_COST;
}
