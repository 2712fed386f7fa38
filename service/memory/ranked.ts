import { qualityFlags } from '../quality/quality-flags.ts';
import type { MemoryKey } from './memory-key.ts';
import type { MemoryUnits } from './memory-units.ts';
import type { UnitContext } from './unit-context.ts';

/** A unit of one of several memories. */
export interface RankedHit {
  readonly key: MemoryKey;
  /** Coded text. */
  readonly target: string;
  readonly isFuzzy: boolean;
  /** Per cent; 101 in the same context. */
  readonly match: number;
}

/** Matches to consider: the best one may have other numbers. */
const CANDIDATES = 8;

/**
 * The best match of a source in some memories; of equally good ones that of the first memory. One of less than 100 per
 * cent only if `min` is given, and only if its numbers, codes and placeholders agree with the source. Undefined without
 * one, `later` if the time runs out before an index is built.
 */
export function bestMatch(
  units: MemoryUnits,
  keys: readonly MemoryKey[],
  source: string,
  { context, min, until }: { context?: UnitContext | undefined; min?: number | undefined; until: number },
): RankedHit | 'later' | undefined {
  let best: RankedHit | undefined;
  for (const key of keys) {
    const exact = units.exact(key, source, context);
    if (exact && exact.match > (best?.match ?? 0))
      best = { key, target: exact.target, isFuzzy: false, match: exact.match };
    if (best?.match === 101) return best;
  }
  if (best || min === undefined) return best;
  for (const key of keys) {
    const found = units.search(key, source, { limit: CANDIDATES, min, until });
    if (!found) return 'later';
    const fuzzy = found.find(({ target }) => agrees(key, source, target));
    const match = Math.min(99, Math.floor(fuzzy?.match ?? 0));
    if (fuzzy && match > (best?.match ?? 0)) best = { key, target: fuzzy.target, isFuzzy: true, match };
  }
  return best;
}

const MUST_AGREE = ['number_mismatch', 'placeholder_mismatch'];

function agrees({ from, to }: MemoryKey, source: string, target: string): boolean {
  if (codesOf(source) !== codesOf(target)) return false;
  return !qualityFlags({ source, target, from, to }).some(({ code }) => MUST_AGREE.includes(code));
}

function codesOf(coded: string): string {
  return (coded.match(/<\/?\d{1,9}\/?>/g) ?? []).sort().join('');
}
