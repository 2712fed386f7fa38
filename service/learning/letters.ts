/** How usual a text's letters are in the order they come. */
export interface LetterModel {
  add(text: string): void;
  bitsPerLetter(text: string): number;
}

const ORDER = 5;
/** Weight of the shorter context's estimate, in letters seen. */
const PRIOR = 2;
/** Chance of a letter never seen. */
const UNSEEN = 1 / 200;
/** Letters of a text that are read. */
const MAX_LENGTH = 2_000;

/** Groups of up to five letters, the shorter ones standing in for those never seen (Witten and Bell 1991). */
export function createLetterModel(): LetterModel {
  const counts = new Map<string, number>();
  const contexts = new Map<string, number>();
  const add = (into: Map<string, number>, key: string): void => void into.set(key, (into.get(key) ?? 0) + 1);
  const groups = function* (text: string): Generator<[before: string, letter: string]> {
    const own = text.slice(0, MAX_LENGTH).toLowerCase();
    for (let at = 0; at < own.length; at++) yield [own.slice(Math.max(0, at - ORDER + 1), at), own[at]!];
  };
  return {
    add(text) {
      for (const [before, letter] of groups(text)) {
        for (let from = 0; from <= before.length; from++) {
          const context = before.slice(from);
          add(contexts, context);
          add(counts, context + letter);
        }
      }
    },
    bitsPerLetter(text) {
      let [bits, letters] = [0, 0];
      for (const [before, letter] of groups(text)) {
        let chance = UNSEEN;
        for (let from = before.length; from >= 0; from--) {
          const context = before.slice(from);
          const seen = contexts.get(context) ?? 0;
          if (seen === 0) break;
          chance = ((counts.get(context + letter) ?? 0) + PRIOR * chance) / (seen + PRIOR);
        }
        bits -= Math.log2(chance);
        letters++;
      }
      return letters === 0 ? 0 : bits / letters;
    },
  };
}
