/** Directions between languages, as the catalog lists them: `*` stands for any language, a region falls back to its language. */

interface Direction {
  from: string;
  to: string;
  ready: boolean;
}

/** The entry that serves a direction: the exact one before a fallback, a ready one before one that is not. */
export function pairFor<T extends Direction>(pairs: readonly T[], from: string, to: string): T | undefined {
  let best: T | undefined;
  let bestRank = 0;
  for (const pair of pairs) {
    const rank = closeness(pair.from, from) * closeness(pair.to, to) * (pair.ready ? 10 : 1);
    if (rank > bestRank) [best, bestRank] = [pair, rank];
  }
  return best;
}

/** 3: the same tag; 2: its language without the region; 1: any language; 0: another. */
function closeness(listed: string, asked: string): number {
  if (listed === asked) return 3;
  if (listed === asked.split('-')[0]) return 2;
  return listed === '*' ? 1 : 0;
}

export interface Pair {
  from: string;
  to: string;
}

const RECENT_PAIRS = 5;

/** The pair first, without its older mention, and not more than a handful. */
export function withRecent(recent: readonly Pair[], used: Pair): Pair[] {
  const others = recent.filter((pair) => pair.from !== used.from || pair.to !== used.to);
  return [{ from: used.from, to: used.to }, ...others].slice(0, RECENT_PAIRS);
}

/** The first direction to offer: what is ready now, from English if there is one, and to a real language if there is one. */
export function firstPair(pairs: readonly Direction[]): Pair {
  const score = (pair: Direction): number =>
    (pair.ready ? 4 : 0) + (pair.to === 'en-XA' ? 0 : 2) + (pair.from === 'en' || pair.from === '*' ? 1 : 0);
  const best = [...pairs].sort((a, b) => score(b) - score(a))[0];
  if (!best) return { from: 'en', to: 'es' };
  const from = best.from === '*' ? 'en' : best.from;
  return { from, to: best.to === '*' ? 'es' : best.to };
}
