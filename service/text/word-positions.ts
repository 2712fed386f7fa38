import type { Token } from './codes.ts';

const segmenter = new Intl.Segmenter('und', { granularity: 'word' });

interface Word {
  readonly start: number;
  readonly end: number;
}

function wordsOf(text: string): Word[] {
  return [...segmenter.segment(text)]
    .filter((part) => part.isWordLike === true)
    .map(({ index, segment }) => ({ start: index, end: index + segment.length }));
}

function plainOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');
}

/**
 * Puts groups of codes into a target at the relative word positions that the first code of each has in the source: a
 * code that followed its word without a space follows a word again, one that stood before a word stands before one.
 * Groups with the same place keep the source's order.
 */
export function putBack(
  source: readonly Token[],
  target: readonly Token[],
  groups: readonly (readonly Token[])[],
): Token[] {
  if (groups.length === 0) return [...target];
  const sourceText = plainOf(source);
  const targetText = plainOf(target);
  const sourceWords = wordsOf(sourceText);
  const targetWords = wordsOf(targetText);
  const placed = groups
    .map((group) => {
      const { offset, order } = placeInSource(source, group[0]!);
      return { group, order, at: targetOffset(sourceText, sourceWords, offset, targetText, targetWords) };
    })
    .sort((a, b) => a.at - b.at || a.order - b.order);
  return insertAt(target, placed);
}

function placeInSource(source: readonly Token[], code: Token): { offset: number; order: number } {
  let offset = 0;
  for (const [order, token] of source.entries()) {
    if (token.kind === 'text') offset += token.text.length;
    else if (code.kind === token.kind && code.id === token.id) return { offset, order };
  }
  return { offset, order: source.length };
}

function targetOffset(
  sourceText: string,
  sourceWords: readonly Word[],
  offset: number,
  targetText: string,
  targetWords: readonly Word[],
): number {
  if (sourceText.slice(0, offset).trim() === '') return 0;
  if (sourceText.slice(offset).trim() === '') return targetText.length;
  if (targetWords.length === 0) return targetText.length;
  const before = sourceWords.filter((word) => word.end <= offset).length;
  const count = Math.round((before / Math.max(1, sourceWords.length)) * targetWords.length);
  const followsWord = !/\s$/u.test(sourceText.slice(0, offset));
  if (followsWord) return targetWords[Math.max(0, count - 1)]!.end;
  return targetWords[count]?.start ?? targetText.length;
}

function insertAt(
  target: readonly Token[],
  placed: readonly { readonly group: readonly Token[]; readonly at: number }[],
): Token[] {
  const result: Token[] = [];
  let next = 0;
  let offset = 0;
  const insertUpTo = (limit: number) => {
    for (; next < placed.length && placed[next]!.at <= limit; next++) result.push(...placed[next]!.group);
  };
  insertUpTo(0);
  for (const token of target) {
    if (token.kind !== 'text') {
      result.push(token);
      continue;
    }
    let rest = token.text;
    const end = offset + token.text.length;
    while (next < placed.length && placed[next]!.at <= end) {
      const { at } = placed[next]!;
      // The whole text's end is behind its last code too.
      if (at === end && isLastText(target, token)) break;
      if (at > offset) result.push({ kind: 'text', text: rest.slice(0, at - offset) });
      rest = rest.slice(at - offset);
      offset = at;
      insertUpTo(at);
    }
    if (rest !== '') result.push({ kind: 'text', text: rest });
    offset = end;
  }
  insertUpTo(Infinity);
  return result;
}

function isLastText(tokens: readonly Token[], token: Token): boolean {
  return tokens.findLast((one) => one.kind === 'text') === token;
}
