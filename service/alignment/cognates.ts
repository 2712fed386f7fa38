import { wordsIn } from './words.ts';
import type { Vocabulary } from './words.ts';

/** A glossary's term and its translation. */
export type Term = readonly [term: string, translation: string];

/** Words of the other text that a word may be, each with the probability that it is written so. */
export type Likeness = readonly (readonly (readonly [id: number, probability: number])[])[];

const MIN_LENGTH = 4;
const MIN_LIKENESS = 0.62;
const NUMBER = 0.9;
const SAME = 0.5;
const COGNATE = 0.35;
const TERM = 0.6;
const PREFIX = 3;

/**
 * For each word of one text the words of the other that it may be: those spelled like it (numbers, names, cognates), and
 * those of a term's translation.
 */
export function likenessOf(from: Vocabulary, to: Vocabulary, terms: readonly Term[] = []): Likeness {
  const ids = new Map(to.words.map((word, id) => [word, id]));
  const byPrefix = new Map<string, number[]>();
  for (const [id, word] of to.words.entries()) {
    if (word.length < MIN_LENGTH || !/^\p{L}/u.test(word)) continue;
    const prefix = word.slice(0, PREFIX);
    const same = byPrefix.get(prefix);
    if (same) same.push(id);
    else byPrefix.set(prefix, [id]);
  }
  const ofTerms = translationsOf(terms);
  return from.words.map((word) => {
    const own = ids.get(word);
    if (/^\p{N}/u.test(word)) return own === undefined ? [] : [[own, NUMBER]];
    const like: [number, number][] = [];
    if (word.length >= MIN_LENGTH) {
      for (const id of byPrefix.get(word.slice(0, PREFIX)) ?? []) {
        if (id === own) continue;
        const share = likeness(word, to.words[id]!);
        if (share >= MIN_LIKENESS) like.push([id, COGNATE * share]);
      }
    }
    if (own !== undefined) like.push([own, word.length < MIN_LENGTH - 1 ? SAME / 3 : SAME]);
    const known = [...(ofTerms.get(word) ?? [])].flatMap((other) => ids.get(other) ?? []);
    for (const id of known) if (id !== own) like.push([id, TERM / known.length]);
    return like;
  });
}

/** The share of letters in the longer word's beginning that both have. */
function likeness(one: string, other: string): number {
  const longest = Math.max(one.length, other.length);
  let same = PREFIX;
  while (same < longest && one[same] === other[same]) same++;
  let end = 0;
  while (end < Math.min(one.length, other.length) - same && one.at(-1 - end) === other.at(-1 - end)) end++;
  return (same + end) / longest;
}

/** For each word of the terms the words of their translations. */
function translationsOf(terms: readonly Term[]): Map<string, Set<string>> {
  const words = new Map<string, Set<string>>();
  for (const [term, translation] of terms) {
    for (const word of wordsIn(term)) {
      const others = words.get(word) ?? new Set();
      words.set(word, others);
      for (const other of wordsIn(translation)) others.add(other);
    }
  }
  return words;
}
