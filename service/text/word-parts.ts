import type { Token } from './codes.ts';
import { highestId } from './locks.ts';
import { charAt, charBefore, isSpacedWordChar } from './scripts.ts';

/**
 * Formats that begin or end within a word (`CO₂`, `m²`, a bold initial). No dictionary knows a word cut in two, and a
 * format that takes the whole word says something else: so such words go to the engine whole, and get their parts back.
 */
export interface WholeWords {
  readonly tokens: readonly Token[];
  /** Words that come back as they are, with their codes: by the standalone code that stands for one. */
  readonly held: ReadonlyMap<number, readonly Token[]>;
  /** The parts of words that are translated: by the pair around one. */
  readonly parts: ReadonlyMap<number, readonly Token[]>;
}

export function takeWordParts(tokens: readonly Token[], lastId: number): WholeWords {
  const held = new Map<number, readonly Token[]>();
  const parts = new Map<number, readonly Token[]>();
  if (!tokens.some((token) => token.kind === 'open')) return { tokens, held, parts };
  let id = Math.max(lastId, highestId(tokens));
  const result: Token[] = [];
  const add = (more: readonly Token[]) => {
    for (const token of more) result.push(token);
  };
  const split = splitAtWords(tokens);
  for (let at = 0; at < split.length;) {
    const end = runEnd(split, at);
    if (end <= at + 1) {
      result.push(split[at++]!);
      continue;
    }
    const ahead: Token[] = [];
    while (result.at(-1)?.kind === 'open') ahead.unshift(result.pop()!);
    let behind = end;
    while (split[behind]?.kind === 'close') behind++;
    const { before, word, after } = parted(ahead, split.slice(at, end), split.slice(end, behind));
    at = behind;
    add(before);
    const plain = plainOf(word);
    const mark = markBehind(word);
    if (word.every(({ kind }) => kind === 'text')) {
      result.push({ kind: 'text', text: plain });
    } else if (mark !== undefined) {
      add(word.slice(0, mark));
      result.push({ kind: 'alone', id: ++id });
      held.set(id, word.slice(mark));
    } else if (isSign(plain)) {
      result.push({ kind: 'alone', id: ++id });
      held.set(id, word);
    } else {
      result.push({ kind: 'open', id: ++id }, { kind: 'text', text: plain }, { kind: 'close', id });
      parts.set(id, word);
    }
    add(after);
  }
  return { tokens: result, held, parts };
}

/** Puts the codes back into the translations of the words they are parts of. */
export function putWordParts(tokens: readonly Token[], parts: WholeWords['parts']): readonly Token[] {
  if (parts.size === 0) return tokens;
  const result: Token[] = [];
  for (let n = 0; n < tokens.length; n++) {
    const token = tokens[n]!;
    const word = token.kind === 'text' ? undefined : parts.get(token.id);
    if (!word) {
      result.push(token);
      continue;
    }
    const inside = tokens[n + 1];
    const close = tokens[n + 2];
    const isWhole = token.kind === 'open' && close?.kind === 'close' && inside?.kind === 'text';
    if (!isWhole) continue;
    for (const part of inParts(inside.text, word)) result.push(part);
    n += 2;
  }
  return result;
}

/** A text cut where the codes of a word stand: as far from its start or its end as they were, whichever is nearer. */
function inParts(text: string, word: readonly Token[]): Token[] {
  const length = plainOf(word).length;
  const result: Token[] = [];
  let passed = 0;
  let from = 0;
  for (const token of word) {
    if (token.kind !== 'text') {
      result.push(token);
      continue;
    }
    passed += token.text.length;
    const near = passed <= length / 2 ? Math.min(passed, text.length - 1) : text.length - (length - passed);
    const to = passed === length ? text.length : Math.max(from, wholeLetter(text, Math.max(1, near)));
    if (to > from) result.push({ kind: 'text', text: text.slice(from, to) });
    from = to;
  }
  return result;
}

/** `at`, or one further where that would cut a surrogate pair or leave a mark without its letter. */
function wholeLetter(text: string, at: number): number {
  let end = at;
  while (end < text.length && /^[\p{M}\udc00-\udfff]/u.test(text[end]!)) end++;
  return end;
}

/** An underscore joins parts of a name, which are words by themselves. */
function isWordChar(char: string): boolean {
  return char !== '_' && isSpacedWordChar(char);
}

function plainOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');
}

/** Texts cut at the ends of their first and last words, so that a word at an edge is a token of its own. */
function splitAtWords(tokens: readonly Token[]): Token[] {
  return tokens.flatMap((token, n): Token[] => {
    if (token.kind !== 'text') return [token];
    const { text } = token;
    const first = n === 0 ? 0 : wordAtStart(text);
    const last = n === tokens.length - 1 ? text.length : Math.max(first, wordAtEnd(text));
    return [text.slice(0, first), text.slice(first, last), text.slice(last)].flatMap((part) =>
      part === '' ? [] : [{ kind: 'text', text: part }],
    );
  });
}

function wordAtStart(text: string): number {
  let end = 0;
  for (let char = charAt(text, 0); isWordChar(char); char = charAt(text, end)) end += char.length;
  return end;
}

function wordAtEnd(text: string): number {
  let start = text.length;
  for (let char = charBefore(text, start); isWordChar(char); char = charBefore(text, start))
    start -= char.length;
  return start;
}

function isWord(token: Token | undefined): boolean {
  return (
    token?.kind === 'text' &&
    isWordChar(charAt(token.text, 0)) &&
    wordAtStart(token.text) === token.text.length
  );
}

/** Behind the last part of the word whose first part is at `start`: only ends of pairs between them. `start` for none. */
function runEnd(tokens: readonly Token[], start: number): number {
  if (!isWord(tokens[start])) return start;
  let end = start + 1;
  for (let n = end; n < tokens.length; n++) {
    const token = tokens[n]!;
    if (token.kind === 'alone' || (token.kind === 'text' && !isWord(token))) break;
    if (token.kind === 'text') end = n + 1;
  }
  return end;
}

/**
 * A word with the pairs that have an end within it, and the ends around it that belong to other words. A pair that has only
 * one of its ends in the word leaves it at the nearer edge: `<1>very un</1>believable` → `<1>very</1> unbelievable`.
 */
function parted(
  ahead: readonly Token[],
  run: readonly Token[],
  behind: readonly Token[],
): { before: Token[]; word: Token[]; after: Token[] } {
  const all = [...ahead, ...run, ...behind];
  const partners = partnersOf(all);
  const isIn = (n: number) => n >= ahead.length && n < ahead.length + run.length;
  const length = plainOf(run).length;
  const before: Token[] = [];
  const word: Token[] = [];
  const after: Token[] = [];
  let passed = 0;
  for (const [n, token] of all.entries()) {
    const partner = partners.get(n);
    if (token.kind === 'text') passed += token.text.length;
    if (token.kind === 'text' || (partner !== undefined && (isIn(n) || isIn(partner)))) word.push(token);
    else if (passed * 2 < length || (passed * 2 === length && token.kind === 'close')) before.push(token);
    else after.push(token);
  }
  return { before, word, after };
}

/** For each end of a pair the index of the other, where both are among the tokens. */
function partnersOf(tokens: readonly Token[]): Map<number, number> {
  const open: number[] = [];
  const partners = new Map<number, number>();
  for (const [n, token] of tokens.entries()) {
    if (token.kind === 'open') open.push(n);
    const start = token.kind === 'close' ? open.pop() : undefined;
    if (start === undefined) continue;
    partners.set(start, n);
    partners.set(n, start);
  }
  return partners;
}

/** Where a number stands behind a word as a note mark does: `house<1>2</1>`. The index of its code; undefined else. */
function markBehind(word: readonly Token[]): number | undefined {
  const [first] = word;
  if (first?.kind !== 'text' || !/^\p{Lu}?\p{Ll}{3,}$/u.test(first.text)) return undefined;
  return /^[\p{N}]+$/u.test(plainOf(word.slice(1))) ? 1 : undefined;
}

/** A formula, a unit, a part number: letters with digits that are no ordinal, or digits alone. */
function isSign(plain: string): boolean {
  return /\p{N}/u.test(plain) && !/^\d+(?:st|nd|rd|th)$/i.test(plain);
}
