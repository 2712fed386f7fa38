/** A part of a text, and whether another text has it too. */
export interface Stretch {
  readonly text: string;
  readonly isSame: boolean;
}

/** Maximum words to compare: the work grows quadratically. */
const MAX_WORDS = 300;

/** A text in parts, by whether another one has their words, in the same order. */
export function wordDiff(text: string, other: string): Stretch[] {
  const own = wordsOf(text);
  const others = wordsOf(other);
  if (own.length > MAX_WORDS || others.length > MAX_WORDS) return [{ text, isSame: text === other }];
  const isSame = commonIn(own, others);
  const stretches: { text: string; isSame: boolean }[] = [];
  for (const [n, word] of own.entries()) {
    const last = stretches.at(-1);
    // White space belongs to the previous word.
    const same = word.trim() === '' ? (last?.isSame ?? true) : isSame[n]!;
    if (last?.isSame === same) last.text += word;
    else stretches.push({ text: word, isSame: same });
  }
  return stretches;
}

function wordsOf(text: string): string[] {
  return text.match(/\s+|[\p{L}\p{M}\p{N}]+|[^\s\p{L}\p{M}\p{N}]/gu) ?? [];
}

/** Marks the words in the longest common subsequence of both lists. */
function commonIn(own: readonly string[], others: readonly string[]): boolean[] {
  const width = others.length + 1;
  const lengths = new Uint16Array((own.length + 1) * width);
  for (let i = own.length - 1; i >= 0; i--)
    for (let j = others.length - 1; j >= 0; j--)
      lengths[i * width + j] =
        own[i] === others[j]
          ? lengths[(i + 1) * width + j + 1]! + 1
          : Math.max(lengths[(i + 1) * width + j]!, lengths[i * width + j + 1]!);
  const common = own.map(() => false);
  for (let i = 0, j = 0; i < own.length && j < others.length;) {
    if (own[i] === others[j]) {
      common[i] = true;
      i++;
      j++;
    } else if (lengths[(i + 1) * width + j]! >= lengths[i * width + j + 1]!) i++;
    else j++;
  }
  return common;
}
