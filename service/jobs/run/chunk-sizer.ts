/**
 * Target working time of a chunk. With less, the trips to engine and disk begin to count, and a neural engine
 * gets too few sentences at a time to be fast: 200 ms of it are four. With more, texts translated at once
 * wait longer.
 */
export const TARGET_MS = 500;
/** Shorter work is not shared: each chunk costs some milliseconds in transit. */
const SHARE_MS = 50;
const FIRST_SEGMENTS = 4;
const MAX_SEGMENTS = 512;
/**
 * Segments of a job's first chunk: a fast engine starts on it while the next, larger one is prepared. Not
 * applied if the engine needs less than SHARE_MS for the whole job.
 */
const MAX_FIRST_SEGMENTS = 32;
const MAX_CHARS = 60_000;
/** Overhead of a segment, in characters. */
const SEGMENT_COST = 20;
/** Weight of all earlier measurements against a new one. */
const EARLIER = 0.5;
/** A first measurement may be a fluke: limits the growth of the next chunk. */
const MAX_GROWTH = 16;

interface Sized {
  chars: number;
}

interface Measured {
  ms: number;
  units: number;
  maxSegments: number;
  batchChars: number;
}

/** Measures the speed of each direction of an engine, and derives the size of its next chunk. */
export interface ChunkSizer {
  /**
   * How many of the first `items` to take: at least one. `isFirst`: the first chunk of a job. `shares`:
   * number of workers that should finish a job together; its last chunks are smaller for that, but not so
   * small that transit dominates.
   */
  next(direction: string, items: readonly Sized[], options?: { isFirst?: boolean; shares?: number }): number;
  /**
   * `ms`: working time of the engine for these items, without their wait for earlier ones. `batchChars`:
   * minimum characters of a chunk, however long it takes.
   */
  measured(direction: string, items: readonly Sized[], ms: number, batchChars?: number): void;
  /** Expected working time for these items; TARGET_MS before the first measurement. */
  expectedMs(direction: string, items: readonly Sized[]): number;
}

export function createChunkSizer(): ChunkSizer {
  const directions = new Map<string, Measured>();
  return {
    next(direction, items, { isFirst = false, shares = 1 } = {}) {
      const known = directions.get(direction);
      const takes = (units: number, ms: number): boolean =>
        known !== undefined && units * known.ms > ms * known.units;
      const isAhead = isFirst && takes(unitsOfAll(items), SHARE_MS);
      const max = Math.min(known?.maxSegments ?? FIRST_SEGMENTS, isAhead ? MAX_FIRST_SEGMENTS : Infinity);
      const share = Math.max(FIRST_SEGMENTS, Math.ceil(items.length / shares));
      let units = 0;
      let chars = 0;
      let count = 0;
      for (const item of items) {
        units += unitsOf(item);
        chars += item.chars;
        const isShare = count >= share && takes(units, SHARE_MS);
        const isEnough = takes(units, TARGET_MS) && chars > (known?.batchChars ?? 0);
        if (count > 0 && (count >= max || isShare || isEnough || chars > MAX_CHARS)) break;
        count++;
      }
      return count;
    },
    expectedMs(direction, items) {
      const known = directions.get(direction);
      return known ? (unitsOfAll(items) * known.ms) / known.units : TARGET_MS;
    },
    measured(direction, items, ms, batchChars = 0) {
      const units = unitsOfAll(items);
      if (units === 0) return;
      const known = directions.get(direction) ?? { ms: 0, units: 0, maxSegments: 0 };
      directions.set(direction, {
        ms: known.ms * EARLIER + Math.max(ms, 0.1),
        units: known.units * EARLIER + units,
        batchChars,
        maxSegments: Math.min(
          MAX_SEGMENTS,
          Math.max(known.maxSegments, FIRST_SEGMENTS, items.length * MAX_GROWTH),
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
