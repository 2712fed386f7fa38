import { isUnspacedAt, wordEndsOf } from './targets.ts';

/**
 * A stretch of a source text: where it ends, as a share of the text from 0 to 1, and whether it has words.
 */
export interface Stretch {
  readonly share: number;
  readonly hasWords: boolean;
}

export function hasWords(text: string): boolean {
  return /[\p{L}\p{N}]/u.test(text);
}

/**
 * The ends of the pieces when a text is divided among stretches by their shares, each at the end of a word. A
 * stretch that had words gets at least one, as long as there are enough: if text refers to a bookmark around
 * nothing, Word reports an error.
 */
export function cutByShares(text: string, stretches: readonly Stretch[]): number[] {
  const cuts: number[] = [];
  const wordEnd = wordEndsOf(text);
  const startOf = (index: number) => cuts[index - 1] ?? 0;
  const lacksWords = (index: number) =>
    stretches[index]!.hasWords && text.slice(startOf(index), cuts[index]).trim() === '';
  for (const [index, { share }] of stretches.entries()) {
    const last = index === stretches.length - 1;
    cuts.push(last ? text.length : Math.max(startOf(index), wordEnd(text.length * share)));
    if (lacksWords(index)) cuts[index] = nextWordEnd(text, startOf(index));
  }
  // Stretches at the end may have got nothing because earlier ones took too much.
  for (let index = stretches.length - 1; index > 0; index--) {
    cuts[index - 1] = Math.min(cuts[index - 1]!, cuts[index]!);
    if (lacksWords(index)) cuts[index - 1] = lastWordStart(text, cuts[index]!);
  }
  return cuts;
}

/** As `cutByShares`, in proportion to the lengths of the stretches' texts. */
export function cutByLengths(text: string, stretches: readonly string[]): number[] {
  const total = stretches.join('').length;
  let passed = 0;
  return cutByShares(
    text,
    stretches.map((stretch) => {
      passed += stretch.length;
      return { share: total === 0 ? 0 : passed / total, hasWords: hasWords(stretch) };
    }),
  );
}

function nextWordEnd(text: string, from: number): number {
  const first = /\S/g;
  first.lastIndex = from;
  const start = first.exec(text)?.index ?? text.length;
  for (let at = start + 1; at < text.length; at++)
    if (/\s/.test(text[at]!) || isUnspacedAt(text, at)) return at;
  return text.length;
}

/** The start of the last word before `end`, including the white space before it. */
function lastWordStart(text: string, end: number): number {
  const words = text.slice(0, end).trimEnd();
  let at = words.length;
  while (at > 0 && /\S/.test(words[at - 1]!)) {
    at--;
    if (isUnspacedAt(words, at)) return at;
  }
  return words.slice(0, at).trimEnd().length;
}
