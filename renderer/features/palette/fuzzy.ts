import { folded } from '../../ui/combobox.ts';

/**
 * How well a query matches a name and its keywords; 0 for no match. Each of its words must occur in one of
 * them: at the start of the text or of a word, within a word, or letter by letter in order (`svall` finds
 * Save all). Case and accents do not matter; a keyword counts a little less than the name.
 */
export function fuzzyRank(query: string, name: string, keywords: readonly string[] = []): number {
  const wanted = folded(query).split(/\s+/).filter(Boolean);
  const texts = [name, ...keywords].map(folded);
  let sum = 0;
  for (const word of wanted) {
    const rank = Math.max(...texts.map((text, index) => rankOf(word, text) - (index > 0 ? 0.5 : 0)));
    if (rank <= 0) return 0;
    sum += rank;
  }
  return wanted.length === 0 ? 1 : sum / wanted.length;
}

/** The rank of letters in order: dozens of languages have those of nearly any word. */
const LOOSE = 1;

function rankOf(word: string, text: string): number {
  const at = text.indexOf(word);
  if (at === 0) return 5;
  if (at > 0) return /[\p{L}\p{N}]/u.test(text.charAt(at - 1)) && !hasWordStart(word, text) ? 3 : 4;
  // One or two letters occur in nearly every text.
  return word.length > 2 && isSubsequence(word, text) ? 1 : 0;
}

function hasWordStart(word: string, text: string): boolean {
  return text.split(/[^\p{L}\p{N}]+/u).some((one) => one.startsWith(word));
}

function isSubsequence(word: string, text: string): boolean {
  let at = 0;
  for (const letter of word) {
    at = text.indexOf(letter, at) + 1;
    if (at === 0) return false;
  }
  return true;
}

/** Matching items, best first, stable; without a query all except those that need one. */
export function filtered<
  T extends { label: string; keywords?: readonly string[]; onlySearched?: boolean; isStrict?: boolean },
>(all: readonly T[], query: string): T[] {
  if (query.trim() === '') return all.filter((one) => !one.onlySearched);
  return all
    .map((one) => ({ one, rank: fuzzyRank(query, one.label, one.keywords) }))
    .filter(({ one, rank }) => rank > (one.isStrict ? LOOSE : 0))
    .sort((a, b) => b.rank - a.rank)
    .map(({ one }) => one);
}
