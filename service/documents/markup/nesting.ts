import { CLOSES } from './elements.ts';
import { rawText } from './tokens.ts';
import type { MarkupToken } from './tokens.ts';

/** The nesting of a text's tags, by token index. */
export interface Nesting {
  /** The end tag of a start tag, or the token before which it ends unclosed; empty elements: themselves. */
  readonly ends: Int32Array;
  /** End tags: the index of the start tag; -1 without one. */
  readonly starts: Int32Array;
  /** Whether an element has words outside its child elements; by the index of its start tag. */
  hasWords(element: number): boolean;
  /** The start tag of the element around a token; -1 outside all. */
  readonly parents: Int32Array;
}

const WORD = /[\p{L}\p{N}]/u;
/** Open elements that a start tag may close; there are never more between two `<li>`. */
const MAX_CLOSED = 16;

/** Linear in the tokens. `isHtml`: some start tags end open elements, as `<li>` does the previous one. */
export function nestingOf(text: string, tokens: readonly MarkupToken[], isHtml = true): Nesting {
  const ends = new Int32Array(tokens.length).fill(-1);
  const starts = new Int32Array(tokens.length).fill(-1);
  const parents = new Int32Array(tokens.length).fill(-1);
  // The last one is for words outside all elements.
  const words = new Uint8Array(tokens.length + 1);
  const open: number[] = [];
  const openByName = new Map<string, number>();
  const nameAt = (index: number) => nameOf(tokens[index]!);
  const pop = (end: number) => {
    const index = open.pop()!;
    const name = nameAt(index);
    openByName.set(name, openByName.get(name)! - 1);
    ends[index] = end;
    return index;
  };

  for (const [index, token] of tokens.entries()) {
    if (isHtml && token.kind === 'start') closeImplied(token.name, index);
    parents[index] = open.at(-1) ?? -1;
    if (token.kind === 'text') {
      const parent = open.at(-1) ?? tokens.length;
      if (words[parent] === 0 && WORD.test(rawText(text, token))) words[parent] = 1;
    } else if (token.kind === 'start') {
      ends[index] = index;
      if (token.isEmpty) continue;
      open.push(index);
      openByName.set(token.name, (openByName.get(token.name) ?? 0) + 1);
    } else if (token.kind === 'end' && (openByName.get(token.name) ?? 0) > 0) {
      while (nameAt(open.at(-1)!) !== token.name) pop(index);
      const start = pop(index);
      starts[index] = start;
      parents[index] = parents[start]!;
    }
  }
  while (open.length > 0) pop(tokens.length);
  return {
    ends,
    starts,
    parents,
    hasWords: (element) => words[element === -1 ? tokens.length : element] === 1,
  };

  function closeImplied(name: string, index: number): void {
    const closes = CLOSES.get(name);
    if (!closes) return;
    for (let depth = 0; depth < Math.min(MAX_CLOSED, open.length); depth++) {
      const outer = nameAt(open[open.length - 1 - depth]!);
      if (closes.has(outer)) {
        for (let count = 0; count <= depth; count++) pop(index);
        depth = -1;
      } else if (CLOSES.has(outer) || BORDERS.has(outer)) {
        return;
      }
    }
  }
}

/** Start tags never close elements outside one of these. */
const BORDERS: ReadonlySet<string> = new Set([
  'table',
  'ul',
  'ol',
  'dl',
  'select',
  'button',
  'template',
  'body',
  'html',
]);

function nameOf(token: MarkupToken): string {
  return token.kind === 'start' || token.kind === 'end' ? token.name : '';
}
