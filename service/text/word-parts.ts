import type { Token } from './codes.ts';
import { highestId } from './locks.ts';
import { charAt, charBefore, isSpacedWordChar } from './scripts.ts';

/**
 * Formats that begin or end within a word (`CO₂`, `m²`, a bold initial). No dictionary knows a word cut in
 * two, and a format around the whole word would mean something else: so such words go to the engine whole,
 * and their parts are restored afterwards.
 */
export interface WholeWords {
  readonly tokens: readonly Token[];
  /** By the pair around a translated word, or by the standalone code of a word that returns unchanged. */
  readonly words: ReadonlyMap<number, PartedWord>;
}

interface PartedWord {
  /** Its texts and the codes between them. */
  readonly tokens: readonly Token[];
  /** Codes whose other end is elsewhere: meanwhile placed before and after the word. */
  readonly before: readonly Token[];
  readonly after: readonly Token[];
}

export function takeWordParts(tokens: readonly Token[], lastId: number): WholeWords {
  const words = new Map<number, PartedWord>();
  if (!tokens.some((token) => token.kind === 'open')) return { tokens, words };
  let id = Math.max(lastId, highestId(tokens));
  const result: Token[] = [];
  const add = (more: readonly Token[]) => {
    for (const token of more) result.push(token);
  };
  const split = splitAtWords(tokens);
  /** The end of the numbers after a word. */
  let markEnd = 0;
  for (let at = 0; at < split.length;) {
    const end = runEnd(split, at);
    if (end > at + 1 && isMarked(split, at, end)) {
      result.push(split[at++]!);
      markEnd = end;
      continue;
    }
    if (end <= at + 1 && !(end > at && end <= markEnd)) {
      result.push(split[at++]!);
      continue;
    }
    const ahead: Token[] = [];
    while (result.at(-1)?.kind === 'open') ahead.unshift(result.pop()!);
    let behind = end;
    while (split[behind]?.kind === 'close') behind++;
    const { before, word, after } = parted(ahead, split.slice(at, end), split.slice(end, behind));
    at = behind;
    const plain = plainOf(word.tokens);
    id++;
    words.set(id, word);
    add([...before, ...word.before]);
    if (isSign(plain)) result.push({ kind: 'standalone', id });
    else result.push({ kind: 'open', id }, { kind: 'text', text: plain }, { kind: 'close', id });
    add([...word.after, ...after]);
  }
  return { tokens: result, words };
}

/** Puts the codes back into the words, or their translations. */
export function putWordParts(tokens: readonly Token[], words: WholeWords['words']): readonly Token[] {
  if (words.size === 0) return tokens;
  const result: Token[] = [];
  for (let n = 0; n < tokens.length; n++) {
    const token = tokens[n]!;
    const word = token.kind === 'text' ? undefined : words.get(token.id);
    if (!word) {
      result.push(token);
      continue;
    }
    const inside = tokens[n + 1];
    const isWhole = token.kind === 'open' && inside?.kind === 'text' && tokens[n + 2]?.kind === 'close';
    if (token.kind !== 'standalone' && !isWhole) continue;
    if (isWhole) n += 2;
    const before = takenBefore(result, word.before);
    const after = takenAfter(tokens, n + 1, word.after);
    n += after.taken;
    const elsewhere = new Set([...word.before, ...word.after]);
    for (const own of [...before, ...after.codes]) elsewhere.delete(own);
    const parts = word.tokens.filter((own) => !elsewhere.has(own));
    for (const part of isWhole ? inParts(inside.text, parts) : parts) result.push(part);
    if (after.space) result.push(after.space);
  }
  return result;
}

/** Removes the codes directly before a word from `result`, ignoring ends of other pairs. */
function takenBefore(result: Token[], codes: readonly Token[]): readonly Token[] {
  const space =
    isBlank(result.at(-1)) && isSame(result.at(-2), codes.at(-1)) && codes.at(-1)?.kind === 'close'
      ? result.pop()
      : undefined;
  let first = codes.length;
  for (; first > 0 && isSame(result.at(-1), codes[first - 1]); first--) result.pop();
  if (space) result.push(space);
  return codes.slice(first);
}

/** The codes directly after a word at an index, their number of tokens, and the space before them. */
function takenAfter(
  tokens: readonly Token[],
  at: number,
  codes: readonly Token[],
): { readonly codes: readonly Token[]; readonly taken: number; readonly space?: Token } {
  const space =
    isBlank(tokens[at]) && isSame(tokens[at + 1], codes[0]) && codes[0]?.kind === 'open'
      ? tokens[at]
      : undefined;
  const from = space ? at + 1 : at;
  let count = 0;
  while (count < codes.length && isSame(tokens[from + count], codes[count])) count++;
  return { codes: codes.slice(0, count), taken: from - at + count, ...(space ? { space } : {}) };
}

function isSame(one: Token | undefined, other: Token | undefined): boolean {
  if (one === undefined || other === undefined || one.kind === 'text' || other.kind === 'text') return false;
  return one.kind === other.kind && one.id === other.id;
}

function isBlank(token: Token | undefined): boolean {
  return token?.kind === 'text' && token.text.trim() === '';
}

/**
 * Cuts a text at the codes of a word: at the same distance from its start or its end, whichever is nearer.
 */
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

/** `at`, or one more to avoid cutting a surrogate pair or separating a mark from its letter. */
function wholeLetter(text: string, at: number): number {
  let end = at;
  while (end < text.length && /^[\p{M}\udc00-\udfff]/u.test(text[end]!)) end++;
  return end;
}

/** An underscore joins parts of a name, which are separate words. */
function isWordChar(char: string): boolean {
  return char !== '_' && isSpacedWordChar(char);
}

function plainOf(tokens: readonly Token[]): string {
  return tokens.map((token) => (token.kind === 'text' ? token.text : '')).join('');
}

/** Cuts texts at the ends of their first and last words, so that a word at an edge is a separate token. */
function splitAtWords(tokens: readonly Token[]): Token[] {
  const split: Token[] = [];
  for (const [n, token] of tokens.entries()) {
    if (token.kind !== 'text') {
      split.push(token);
      continue;
    }
    const { text } = token;
    const first = n === 0 ? 0 : wordAtStart(text);
    const last = n === tokens.length - 1 ? text.length : Math.max(first, wordAtEnd(text));
    if (first === 0 && last === text.length) split.push(token);
    else
      for (const part of [text.slice(0, first), text.slice(first, last), text.slice(last)])
        if (part !== '') split.push({ kind: 'text', text: part });
  }
  return split;
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

/**
 * The index after the last part of the word that starts at `start`, across ends of pairs; `start` if there is
 * none.
 */
function runEnd(tokens: readonly Token[], start: number): number {
  if (!isWord(tokens[start])) return start;
  let end = start + 1;
  for (let n = end; n < tokens.length; n++) {
    const token = tokens[n]!;
    if (token.kind === 'standalone' || (token.kind === 'text' && !isWord(token))) break;
    if (token.kind === 'text') end = n + 1;
  }
  return end;
}

/**
 * A word with all its codes, and the ends around it that belong to other words. A code whose other end is
 * elsewhere moves to the nearer edge meanwhile: `<1>very un</1>believable` → `<1>very </1>unbelievable`.
 */
function parted(
  ahead: readonly Token[],
  run: readonly Token[],
  behind: readonly Token[],
): { before: Token[]; word: PartedWord; after: Token[] } {
  const all = [...ahead, ...run, ...behind];
  const partners = partnersOf(all);
  const isIn = (n: number) => n >= ahead.length && n < ahead.length + run.length;
  const length = plainOf(run).length;
  const around = { before: [] as Token[], after: [] as Token[] };
  const word = { tokens: [] as Token[], before: [] as Token[], after: [] as Token[] };
  let passed = 0;
  for (const [n, token] of all.entries()) {
    const partner = partners.get(n);
    if (token.kind === 'text') passed += token.text.length;
    const isNearStart = passed * 2 < length || (passed * 2 === length && token.kind === 'close');
    const isOwn = token.kind === 'text' || (partner !== undefined && (isIn(n) || isIn(partner)));
    if (isOwn || isIn(n)) word.tokens.push(token);
    if (!isOwn) (isIn(n) ? word : around)[isNearStart ? 'before' : 'after'].push(token);
  }
  return { ...around, word };
}

/** For each end of a pair the index of the other, if both are among the tokens. */
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

/** Whether a number after a word is a note mark: `house<1>2</1>`, `<1>the house</1>2`. */
function isMarked(tokens: readonly Token[], at: number, end: number): boolean {
  const first = tokens[at];
  if (first?.kind !== 'text' || !/^\p{Lu}?\p{Ll}{3,}$/u.test(first.text)) return false;
  return /^\p{N}+$/u.test(plainOf(tokens.slice(at + 1, end)));
}

/** A formula, a unit, a part number: letters with digits, except ordinals, or digits alone. */
function isSign(plain: string): boolean {
  return /\p{N}/u.test(plain) && !/^\d+(?:st|nd|rd|th)$/i.test(plain);
}
