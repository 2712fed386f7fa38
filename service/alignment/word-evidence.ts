import { cellCount, cellOf, transposed } from './band.ts';
import type { Band } from './band.ts';
import type { Likeness } from './cognates.ts';
import type { Counted } from './words.ts';
import type { Lexicon } from './lexicon.ts';

/** How many sentences one link may join on a side. */
export const MAX_RUN = 4;
/** Words of a translation that nothing in the other text accounts for. */
const FREE = 0.15;

/**
 * How much likelier each sentence is as part of a translation than by itself, in the words of `of`: for each run length
 * less 1, a logarithm for each cell (the run of the other text begins at the cell's place).
 */
export type WordEvidence = readonly Float32Array[];

/** Word lists and spellings: what a word of one text may be in the other. */
export interface Translations {
  readonly likeness: Likeness;
  readonly lexicon?: Lexicon | undefined;
}

/** The evidence of the words of the target (`isTransposed`: of the source), given runs of the other text. */
export function wordEvidence(
  band: Band,
  given: Counted,
  of: Counted,
  translations: Translations,
  isTransposed: boolean,
): WordEvidence {
  const evidence = Array.from({ length: MAX_RUN }, () => new Float32Array(cellCount(band)));
  const frequency = frequenciesOf(of);
  const masses = Array.from({ length: MAX_RUN }, () => new Float32Array(frequency.length));
  const ranges = isTransposed ? transposed(band) : band;
  for (let start = 0; start < given.sentences.length; start++) {
    let words = 0;
    let known = 0;
    for (let run = 0; run < MAX_RUN && start + run < given.sentences.length; run++) {
      const mass = masses[run]!;
      if (run > 0) mass.set(masses[run - 1]!);
      else mass.fill(0);
      const sentence = given.sentences[start + run]!;
      words += sentence.length;
      for (const word of sentence) known += addMass(mass, word, translations);
      // Words that the lists do not know stand for any.
      const rest = FREE + (1 - FREE) * (1 - known / (words + 1));
      const last = Math.min(ranges.high[start]!, of.sentences.length - 1);
      for (let other = ranges.low[start]!; other <= last; other++) {
        const cell = isTransposed ? cellOf(band, other, start) : cellOf(band, start, other);
        if (cell < 0) continue;
        let sum = 0;
        for (const word of of.sentences[other]!)
          sum += Math.log(rest + ((1 - FREE) * mass[word]!) / ((words + 1) * frequency[word]!));
        evidence[run]![cell] = sum;
      }
    }
  }
  return evidence;
}

function frequenciesOf({ sentences, vocabulary }: Counted): Float32Array {
  const counts = new Float32Array(vocabulary.words.length);
  let total = 0;
  for (const sentence of sentences) {
    total += sentence.length;
    for (const word of sentence) counts[word]!++;
  }
  return counts.map((count) => count / total);
}

/** Adds what a word may be in the other text, and answers how much of it is known. */
function addMass(mass: Float32Array, word: number, { likeness, lexicon }: Translations): number {
  let known = 0;
  for (const [id, probability] of likeness[word]!) {
    mass[id] = mass[id]! + probability;
    known += probability;
  }
  if (lexicon) {
    const { starts, ids, probabilities } = lexicon;
    for (let slot = starts[word]!; slot < starts[word + 1]!; slot++) {
      const id = ids[slot]!;
      mass[id] = mass[id]! + probabilities[slot]!;
      known += probabilities[slot]!;
    }
  }
  return Math.min(1, known);
}
