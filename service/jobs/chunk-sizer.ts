/** A chunk should take about so long: progress shows often, and the way to the engine and the disk stays cheap beside it. */
const TARGET_MS = 200;
const FIRST_SEGMENTS = 4;
const MOST_SEGMENTS = 512;
const MOST_CHARS = 60_000;
/** What a segment costs beside its characters, in characters. */
const SEGMENT_COST = 20;
/** The weight of the newest measurement. */
const NEWEST = 0.5;
/** A first measurement may be a lucky one: the next chunk is at most so many times larger. */
const MOST_GROWTH = 4;

interface Sized {
  chars: number;
}

/** How fast engines are, as measured, and so how many segments the next chunk should have. */
export interface ChunkSizer {
  /** How many of the first `items` to take for `engine`: at least one. */
  next(engine: string, items: readonly Sized[]): number;
  measured(engine: string, items: readonly Sized[], ms: number): void;
}

export function createChunkSizer(): ChunkSizer {
  const engines = new Map<string, { msPerUnit: number; mostSegments: number }>();
  return {
    next(engine, items) {
      const known = engines.get(engine);
      const budget = known ? TARGET_MS / known.msPerUnit : Infinity;
      const most = known?.mostSegments ?? FIRST_SEGMENTS;
      let units = 0;
      let chars = 0;
      let count = 0;
      for (const item of items) {
        units += unitsOf(item);
        chars += item.chars;
        if (count > 0 && (count >= most || units > budget || chars > MOST_CHARS)) break;
        count++;
      }
      return count;
    },
    measured(engine, items, ms) {
      const units = items.reduce((sum, item) => sum + unitsOf(item), 0);
      if (units === 0) return;
      const newest = Math.max(ms, 0.1) / units;
      const known = engines.get(engine);
      engines.set(engine, {
        msPerUnit: known ? known.msPerUnit * (1 - NEWEST) + newest * NEWEST : newest,
        mostSegments: Math.min(
          MOST_SEGMENTS,
          Math.max(known?.mostSegments ?? FIRST_SEGMENTS, items.length * MOST_GROWTH),
        ),
      });
    },
  };
}

function unitsOf({ chars }: Sized): number {
  return chars + SEGMENT_COST;
}
