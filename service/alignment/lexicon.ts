import type { Counted } from './words.ts';

/** For each word of one text, the words of the other that it was seen with, and their probability. */
export interface Lexicon {
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  readonly probabilities: Float32Array;
}

/** Sentences that are translations of each other, and how sure that is. */
export interface TrainingPair {
  readonly source: Uint32Array;
  readonly target: Uint32Array;
  readonly weight: number;
}

const ROUNDS = 4;
/** Subtracted from each count: words that met once say nothing. */
const DISCOUNT = 0.8;
const MIN_PROBABILITY = 0.01;

/**
 * A word list learned from pairs of sentences: IBM model 1 (Brown et al. 1993), whose counts are discounted, so that
 * a pair is not explained by the words that only it has.
 */
export function learnWords(pairs: readonly TrainingPair[], from: Counted['vocabulary']): Lexicon {
  const size = from.words.length + 1;
  const index = indexPairs(pairs, size);
  let probabilities = new Float32Array(index.ids.length).fill(1);
  for (let round = 1; round <= ROUNDS; round++)
    probabilities = estimate(pairs, index, probabilities, round === ROUNDS ? DISCOUNT : 0);
  return { ...index, probabilities };
}

interface PairIndex {
  readonly starts: Uint32Array;
  readonly ids: Uint32Array;
  /** For each pair the slots of its words, source by source; the empty word comes last. */
  readonly slots: readonly Uint32Array[];
}

/** The pairs of words that occur together. */
function indexPairs(pairs: readonly TrainingPair[], size: number): PairIndex {
  const seen: Map<number, number>[] = Array.from({ length: size }, () => new Map<number, number>());
  for (const { source, target } of pairs) {
    for (const id of target) seen[size - 1]!.set(id, 0);
    for (const from of source) for (const id of target) seen[from]!.set(id, 0);
  }
  const starts = new Uint32Array(size + 1);
  for (const [from, { size: count }] of seen.entries()) starts[from + 1] = starts[from]! + count;
  const ids = new Uint32Array(starts[size]!);
  for (const [from, words] of seen.entries()) {
    let slot = starts[from]!;
    for (const id of words.keys()) {
      words.set(id, slot);
      ids[slot++] = id;
    }
  }
  const slots = pairs.map(({ source, target }) => {
    const own = new Uint32Array((source.length + 1) * target.length);
    let n = 0;
    for (const from of [...source, size - 1]) for (const id of target) own[n++] = seen[from]!.get(id)!;
    return own;
  });
  return { starts, ids, slots };
}

function estimate(
  pairs: readonly TrainingPair[],
  { starts, slots }: PairIndex,
  probabilities: Float32Array,
  discount: number,
): Float32Array<ArrayBuffer> {
  const counts = new Float32Array(probabilities.length);
  for (const [n, { target, weight }] of pairs.entries()) {
    const own = slots[n]!;
    const width = target.length;
    for (let t = 0; t < width; t++) {
      let sum = 0;
      for (let at = t; at < own.length; at += width) sum += probabilities[own[at]!]!;
      if (sum === 0) continue;
      for (let at = t; at < own.length; at += width) {
        const slot = own[at]!;
        counts[slot] = counts[slot]! + (weight * probabilities[slot]!) / sum;
      }
    }
  }
  for (let from = 0; from + 1 < starts.length; from++) {
    let sum = 0;
    for (let slot = starts[from]!; slot < starts[from + 1]!; slot++) sum += counts[slot]!;
    for (let slot = starts[from]!; slot < starts[from + 1]!; slot++) {
      const probability = sum === 0 ? 0 : Math.max(0, counts[slot]! - discount) / sum;
      counts[slot] = discount > 0 && probability < MIN_PROBABILITY ? 0 : probability;
    }
  }
  return counts;
}
