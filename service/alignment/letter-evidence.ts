import { MAX_RUN } from './word-evidence.ts';
import { cellCount, cellOf, transposed } from './band.ts';
import type { Band } from './band.ts';
import { isUnspaced } from '../text/scripts.ts';

/** Letters of the runs that two texts are compared by, as chrF does (Popović 2015). */
const ORDER = 4;
const UNSPACED_ORDER = 2;

/** How much our own translation of the source and the target share. Weights are of rare letter runs more than of common ones. */
export interface LetterEvidence {
  /** For each number of joined sentences of the source, less 1: the weight of a target sentence's runs that they have. */
  readonly ofTarget: readonly Float32Array[];
  /** The same of a source sentence, given sentences of the target. */
  readonly ofSource: readonly Float32Array[];
  /** Weights of all letter runs, summed up to each sentence. */
  readonly source: Float64Array;
  readonly target: Float64Array;
}

/** `translations` of the source's sentences into the target's language: an empty one says nothing. */
export function letterEvidence(
  band: Band,
  translations: readonly string[],
  target: readonly string[],
): LetterEvidence {
  const ids = new Map<string, number>();
  const ours = translations.map((text) => runsOf(text, ids));
  const theirs = target.map((text) => runsOf(text, ids));
  const counts = new Float32Array(ids.size);
  for (const runs of [...ours, ...theirs]) for (const id of runs) counts[id]!++;
  const all = translations.length + target.length;
  const weights = counts.map((count) => Math.log(1 + all / count));
  return {
    ofTarget: sharedWeights(band, ours, theirs, weights, false),
    ofSource: sharedWeights(band, theirs, ours, weights, true),
    source: sums(ours, weights),
    target: sums(theirs, weights),
  };
}

function sharedWeights(
  band: Band,
  given: readonly Uint32Array[],
  of: readonly Uint32Array[],
  weights: Float32Array,
  isTransposed: boolean,
): Float32Array[] {
  const shared = Array.from({ length: MAX_RUN }, () => new Float32Array(cellCount(band)));
  const ranges = isTransposed ? transposed(band) : band;
  const isGiven = new Uint8Array(weights.length);
  for (let start = 0; start < given.length; start++) {
    for (let run = 0; run < MAX_RUN && start + run < given.length; run++) {
      for (const id of given[start + run]!) isGiven[id] = 1;
      const last = Math.min(ranges.high[start]!, of.length - 1);
      for (let other = ranges.low[start]!; other <= last; other++) {
        const cell = isTransposed ? cellOf(band, other, start) : cellOf(band, start, other);
        if (cell < 0) continue;
        let sum = 0;
        for (const id of of[other]!) if (isGiven[id] === 1) sum += weights[id]!;
        shared[run]![cell] = sum;
      }
    }
    for (let run = 0; run < MAX_RUN && start + run < given.length; run++)
      for (const id of given[start + run]!) isGiven[id] = 0;
  }
  return shared;
}

function runsOf(text: string, ids: Map<string, number>): Uint32Array {
  const own = new Set<number>();
  const letters = text
    .normalize('NFKD')
    .replace(/\p{M}+/gu, '')
    .toLowerCase();
  const plain = ` ${letters.replace(/[^\p{L}\p{N}]+/gu, ' ').trim()} `;
  const order = isUnspaced(plain) ? UNSPACED_ORDER : ORDER;
  for (let at = 0; at + order <= plain.length; at++) {
    const run = plain.slice(at, at + order);
    let id = ids.get(run);
    if (id === undefined) ids.set(run, (id = ids.size));
    own.add(id);
  }
  return Uint32Array.from(own);
}

function sums(texts: readonly Uint32Array[], weights: Float32Array): Float64Array {
  const totals = new Float64Array(texts.length + 1);
  for (const [n, runs] of texts.entries()) {
    let sum = 0;
    for (const id of runs) sum += weights[id]!;
    totals[n + 1] = totals[n]! + sum;
  }
  return totals;
}
