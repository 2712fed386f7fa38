/**
 * Directions between languages, in the catalog's form: `*` is any language, a region falls back to its
 * language.
 */

interface Direction {
  from: string;
  to: string;
  ready: boolean;
}

/** The tag of pseudo-localisation, which is not a translation and never offered unasked. */
export const PSEUDO = 'en-XA';

/** The pair that serves a direction: exact before fallback, ready before not ready. */
export function pairFor<T extends Direction>(pairs: readonly T[], from: string, to: string): T | undefined {
  const bySource = groupedBySource(pairs);
  const fromCloseness = closenessTo(from);
  const toCloseness = closenessTo(to);
  let best: T | undefined;
  let bestRank = 0;
  for (const source of new Set([from, languageOf(from), '*'])) {
    for (const pair of bySource.get(source) ?? []) {
      // Pseudo-localisation is not a region of English.
      if (to === PSEUDO && pair.to !== PSEUDO) continue;
      const rank = fromCloseness(pair.from) * toCloseness(pair.to) * (pair.ready ? 10 : 1);
      if (rank > bestRank) [best, bestRank] = [pair, rank];
    }
  }
  return best;
}

const grouped = new WeakMap<readonly Direction[], ReadonlyMap<string, readonly Direction[]>>();

/**
 * The pairs by source language, found once for each list: lists of languages ask for a hundred directions among
 * hundreds of pairs. A list is replaced, never changed.
 */
function groupedBySource<T extends Direction>(pairs: readonly T[]): ReadonlyMap<string, readonly T[]> {
  const known = grouped.get(pairs) as ReadonlyMap<string, readonly T[]> | undefined;
  if (known) return known;
  const groups = new Map<string, T[]>();
  for (const pair of pairs) {
    const group = groups.get(pair.from);
    if (group) group.push(pair);
    else groups.set(pair.from, [pair]);
  }
  grouped.set(pairs, groups);
  return groups;
}

/** The legs of a pivot meet here, as in the service. */
const PIVOT = 'en';

/** How a direction is served: in one leg, or in two. */
export interface Way<T> {
  legs: readonly T[];
  ready: boolean;
}

/**
 * How an engine with these pairs serves a direction: by its own pair, or through English if it has both
 * halves. Ready ways come first.
 */
export function wayFor<T extends Direction>(
  pairs: readonly T[],
  from: string,
  to: string,
): Way<T> | undefined {
  const direct = pairFor(pairs, from, to);
  if (direct?.ready) return { legs: [direct], ready: true };
  const first = pairFor(pairs, from, PIVOT);
  const second = pairFor(pairs, PIVOT, to);
  const isPivot = first && second && from !== PIVOT && to !== PIVOT;
  if (isPivot && (!direct || (first.ready && second.ready)))
    return { legs: [first, second], ready: first.ready && second.ready };
  return direct && { legs: [direct], ready: false };
}

/** 3: the same tag; 2: its language without the region; 1: any language; 0: another. */
function closenessTo(asked: string): (listed: string) => number {
  const language = languageOf(asked);
  return (listed) => {
    if (listed === asked) return 3;
    if (listed === language) return 2;
    return listed === '*' ? 1 : 0;
  };
}

function languageOf(tag: string): string {
  return tag.split('-')[0]!;
}

export interface Pair {
  from: string;
  to: string;
}

const RECENT_PAIRS = 5;

/** The pair first, without its earlier occurrence, and only a handful. */
export function withRecent(recent: readonly Pair[], used: Pair): Pair[] {
  const others = recent.filter((pair) => pair.from !== used.from || pair.to !== used.to);
  return [{ from: used.from, to: used.to }, ...others].slice(0, RECENT_PAIRS);
}

/**
 * The first direction to offer: between real languages, preferably a ready one, from English, and into one of
 * the user's languages.
 * @param own the user's languages as BCP 47 tags, preferred first
 */
export function firstPair(pairs: readonly Direction[], own: readonly string[] = []): Pair {
  const wanted = [...own.map((tag) => tag.split('-')[0] ?? tag), 'es'];
  const score = (pair: Direction): number =>
    (pair.ready ? 1_000 : 0) +
    (pair.from === 'en' || pair.from === '*' ? 100 : 0) +
    (wanted.includes(pair.to) ? wanted.length - wanted.indexOf(pair.to) : 0);
  const best = pairs.filter((pair) => pair.to !== PSEUDO).sort((a, b) => score(b) - score(a))[0];
  if (!best) return { from: 'en', to: 'es' };
  const from = best.from === '*' ? 'en' : best.from;
  return { from, to: best.to === '*' ? 'es' : best.to };
}
