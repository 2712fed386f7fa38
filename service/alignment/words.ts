import { isUnspaced } from '../text/scripts.ts';

/** The words of a sentence that an alignment counts, as ids of a vocabulary. */
export interface Vocabulary {
  /** Normal forms by id. */
  readonly words: readonly string[];
  /** How many sentences have each word. */
  readonly counts: readonly number[];
}

/** Sentences as ids of their words. */
export interface Counted {
  readonly vocabulary: Vocabulary;
  readonly sentences: readonly Uint32Array[];
}

/** Longer sentences are compared by their first words: the evidence is ample by then. */
const MAX_WORDS = 80;
const WORD = /\p{N}+(?:[.,:'’\u00a0\u202f]\p{N}+)*|[\p{L}\p{M}]+|[%€$£¥§°©@#&+=/?!]/gu;
const MARK = /\p{M}+/gu;

/** Words in small letters without accents; numbers by their digits; scripts without spaces by pairs of letters. */
export function wordsIn(text: string): string[] {
  const words: string[] = [];
  for (const [word] of text.normalize('NFKD').matchAll(WORD)) {
    if (words.length >= MAX_WORDS) break;
    if (isUnspaced(word)) words.push(...letterPairs(word));
    else if (/^\p{N}/u.test(word)) words.push(word.replace(/\P{N}/gu, ''));
    else words.push(word.replace(MARK, '').toLowerCase());
  }
  return words;
}

function letterPairs(word: string): string[] {
  const letters = Array.from(word);
  if (letters.length === 1) return letters;
  return letters.slice(1).map((letter, n) => letters[n]! + letter);
}

export function countWords(texts: readonly string[]): Counted {
  const ids = new Map<string, number>();
  const words: string[] = [];
  const counts: number[] = [];
  const sentences = texts.map((text) => {
    const own = wordsIn(text).map((word) => {
      let id = ids.get(word);
      if (id === undefined) {
        ids.set(word, (id = words.length));
        words.push(word);
        counts.push(0);
      }
      return id;
    });
    for (const id of new Set(own)) counts[id]!++;
    return Uint32Array.from(own);
  });
  return { vocabulary: { words, counts }, sentences };
}
