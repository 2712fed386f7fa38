import type { Token } from './codes.ts';
import type { Extent, Inventory } from './inventory.ts';

/** Weight of text under a code: letters and digits decide, signs only if there are none. */
const WORD_CHAR_WEIGHT = 1_000;
const WORD_CHARS = /[\p{L}\p{N}\p{M}]+/gu;

/** For each index, and the one after the last, the weight of the texts before it. */
function weightsOf(tokens: readonly Token[]): Float64Array {
  const sums = new Float64Array(tokens.length + 1);
  for (const [n, token] of tokens.entries()) {
    sums[n + 1] = sums[n]! + (token.kind === 'text' ? weightOf(token.text) : 0);
  }
  return sums;
}

function weightOf(text: string): number {
  const signs = text.replace(WORD_CHARS, '');
  return (text.length - signs.length) * WORD_CHAR_WEIGHT + signs.replace(/\s+/gu, '').length;
}

/**
 * Merges pairs that came back as several runs, or doubled, into one run each: around the stretch where the
 * words under the pair outnumber others by the most. So a pair extends over a word or two that the engine has
 * inserted rather than shrinking to one of its words. A pair that has words in the source and none here is
 * dropped, unless it must be kept.
 */
export function oneRunEach(
  tokens: readonly Token[],
  { filled, blank, kept }: Pick<Inventory, 'filled' | 'blank' | 'kept'>,
): Token[] {
  const weights = weightsOf(tokens);
  const ends = new Set<number>();
  for (const [id, runs] of runsOf(tokens)) {
    const best = bestStretch(runs, weights);
    const hasWords = weights[best.end]! > weights[best.start]!;
    if (blank.has(id) ? !hasWords : hasWords || !filled.has(id) || kept.has(id))
      ends.add(best.start).add(best.end);
  }
  return tokens.filter(({ kind }, n) => kind === 'text' || kind === 'standalone' || ends.has(n));
}

/** The runs of each pair, in order and none within another. */
function runsOf(tokens: readonly Token[]): Map<number, Extent[]> {
  const runs = new Map<number, Extent[]>();
  const opened = new Map<number, number>();
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'open' && !opened.has(token.id)) opened.set(token.id, n);
    if (token.kind !== 'close') continue;
    const start = opened.get(token.id);
    if (start === undefined) continue;
    opened.delete(token.id);
    const own = runs.get(token.id);
    if (own) own.push({ start, end: n });
    else runs.set(token.id, [{ start, end: n }]);
  }
  return runs;
}

interface Stretch extends Extent {
  /** The weight of its runs, minus that of the text between them. */
  readonly score: number;
  /** The weight of its runs. */
  readonly own: number;
}

/** The stretch of runs with the highest score (Kadane); on a tie the one with more runs. */
function bestStretch(runs: readonly Extent[], weights: Float64Array): Extent {
  let best: Stretch | undefined;
  let current: Stretch | undefined;
  for (const { start, end } of runs) {
    const own = weights[end]! - weights[start]!;
    const gap = current ? weights[start]! - weights[current.end]! : 0;
    current =
      current && current.score >= gap
        ? { start: current.start, end, score: current.score - gap + own, own: current.own + own }
        : { start, end, score: own, own };
    if (!best || current.score > best.score || (current.score === best.score && current.own >= best.own))
      best = current;
  }
  return best!;
}

/** Makes crossing pairs nest, by their words: `<1>a<2>b</1>c</2>` → `<1>a<2>b</2></1>c`. */
export function nest(tokens: readonly Token[]): Token[] {
  if (tokens.every(({ kind }) => kind === 'text' || kind === 'standalone')) return [...tokens];
  const weights = weightsOf(tokens);
  const extents = new Map(Array.from(runsOf(tokens), ([id, [run]]) => [id, run!]));
  const stack: { readonly id: number; readonly at: number }[] = [];
  const depths = new Map<number, number>();
  const moved = new Set<number>();
  const result: (Token | undefined)[] = [];
  const open = (id: number) => {
    depths.set(id, stack.length);
    stack.push({ id, at: result.length });
    result.push({ kind: 'open', id });
  };
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'open') {
      open(token.id);
      continue;
    }
    if (token.kind !== 'close') {
      result.push(token);
      continue;
    }
    const depth = depths.get(token.id);
    if (depth === undefined) continue;
    const reopened: number[] = [];
    for (const { id, at } of stack.splice(depth).reverse()) {
      depths.delete(id);
      const { start, end } = extents.get(id) ?? { start: n, end: n };
      const isMoved =
        end > n && !moved.has(id) && weights[end]! - weights[n]! > weights[n]! - weights[start]!;
      if (isMoved) {
        moved.add(id);
        reopened.push(id);
        result[at] = undefined;
      } else result.push({ kind: 'close', id });
    }
    for (const id of reopened.reverse()) open(id);
  }
  return result.filter((token) => token !== undefined);
}

/** Cuts closed pairs to their heaviest stretch without a foreign outer code. */
export function keepApart(tokens: readonly Token[], { closed, outer, extents }: Inventory): Token[] {
  if (closed.size === 0 || outer.size === 0) return [...tokens];
  const guests = guestsOf(tokens, { closed, outer, extents });
  if (guests.size === 0) return [...tokens];
  const weights = weightsOf(tokens);
  const dropped = new Set<number>();
  const added = new Map<number, Token[]>();
  const add = (at: number, token: Token) => added.set(at, [...(added.get(at) ?? []), token]);
  const runs = new Map(Array.from(runsOf(tokens), ([id, [run]]) => [id, run!]));
  for (const [id, barriers] of guests) {
    const { start, end } = runs.get(id)!;
    dropped.add(start).add(end);
    const { from, to } = heaviestBetween(start + 1, end, barriers, weights);
    add(from, { kind: 'open', id });
    add(to, { kind: 'close', id });
  }
  const result = [...tokens, undefined].flatMap((token, n): Token[] => [
    ...(added.get(n) ?? []),
    ...(token === undefined || dropped.has(n) ? [] : [token]),
  ]);
  return nest(result);
}

/** For each closed pair the extents of the codes not allowed in it, in order. */
function guestsOf(
  tokens: readonly Token[],
  { closed, outer, extents }: Pick<Inventory, 'closed' | 'outer' | 'extents'>,
): Map<number, Extent[]> {
  const guests = new Map<number, Extent[]>();
  const around: number[] = [];
  const runs = runsOf(tokens);
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'text') continue;
    if (token.kind === 'close') {
      if (around.at(-1) === token.id) around.pop();
      continue;
    }
    if (outer.has(token.id)) {
      const extent = token.kind === 'open' ? runs.get(token.id)![0]! : { start: n, end: n };
      for (const id of around) {
        if (isWithin(extents.get(token.id), extents.get(id))) continue;
        const own = guests.get(id);
        if (own) own.push(extent);
        else guests.set(id, [extent]);
      }
    }
    if (token.kind === 'open' && closed.has(token.id)) around.push(token.id);
  }
  return guests;
}

function isWithin(inner: Extent | undefined, outer: Extent | undefined): boolean {
  return inner !== undefined && outer !== undefined && inner.start > outer.start && inner.end < outer.end;
}

function heaviestBetween(
  start: number,
  end: number,
  barriers: readonly Extent[],
  weights: Float64Array,
): { from: number; to: number } {
  let best = { from: start, to: start };
  let from = start;
  for (const barrier of [...barriers, { start: end, end }]) {
    const to = barrier.start;
    if (to > from && weights[to]! - weights[from]! > weights[best.to]! - weights[best.from]!)
      best = { from, to };
    from = Math.max(from, barrier.end + 1);
  }
  return best;
}
