import { formatCoded, parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';

/**
 * Coded text ⇄ Apertium's stream format. Paired codes become word-bound blanks `[[t:c:N]]words[[/]]`, which follow their
 * words when those move; standalone codes become superblanks `[cN]`, which stay where they stood between the words. See
 * https://wiki.apertium.org/wiki/Apertium_stream_format and …/Word-bound_blanks.
 */
export interface Encoded {
  /** The request without its closing NUL. */
  readonly wire: string;
  /** `N` of a word-bound blank → the ids of the pairs around the word, outermost first. */
  readonly stacks: readonly (readonly number[])[];
  /** `N` of a superblank → the codes it stands for, and the pairs around them. */
  readonly blanks: readonly { readonly tokens: readonly Token[]; readonly stack: readonly number[] }[];
  /** Whether the words outside of pairs are marked too: a word without a mark is then one that the engine has put in. */
  readonly allMarked: boolean;
  /** Whether a full stop was added for the engine's sake. */
  readonly stopAdded: boolean;
  /** Whether the source itself holds runs of spaces; else those of the answer are the engine's. */
  readonly wideSpaces: boolean;
  /** Whether the source itself holds a space before a stop or comma. */
  readonly spacedStops: boolean;
}

const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;
const HAS_WORD = /[\p{L}\p{N}]/u;
const SENTENCE_END = /[.!?…:;。！？][\s)"'”’»\]]*$/u;

/** Every sign the stream format uses: one left bare makes the pipeline wait for its counterpart for ever. */
function escapeStream(text: string): string {
  return text.replace(/[\\/[\]^$<>{}@]/g, '\\$&');
}

/** Stands in `Flat.plain` for a superblank, and ends a word there: NUL, which no request may hold. */
const BLANK = '\0';

/** What the pipeline would swallow, also escaped: NUL ends a request, `~` marks words that belong together. */
const UNCARRIED = /([\0~])/;

interface Flat {
  /** The text, with BLANK for each superblank. */
  plain: string;
  /** For each UTF-16 unit of `plain` the index of its stack. */
  keys: number[];
  stacks: (readonly number[])[];
  blanks: { tokens: Token[]; stack: readonly number[] }[];
}

/** Text and codes apart. A pair without words in it is one superblank with all it holds; so is each UNCARRIED sign of the text. */
function flatten(tokens: readonly Token[]): Flat {
  const flat: Flat = { plain: '', keys: [], stacks: [[]], blanks: [] };
  let stack: readonly number[] = [];
  let key = 0;
  const enter = (next: readonly number[]) => {
    stack = next;
    key = next.length === 0 ? 0 : flat.stacks.push(next) - 1;
  };
  const write = (text: string) => {
    flat.plain += text;
    for (let left = text.length; left > 0; left--) flat.keys.push(key);
  };
  const blank = (held: Token[]) => {
    flat.blanks.push({ tokens: held, stack });
    write(BLANK);
  };
  for (let i = 0; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === 'text') {
      for (const part of token.text.split(UNCARRIED)) {
        if (UNCARRIED.test(part)) blank([{ kind: 'text', text: part }]);
        else write(part);
      }
    } else if (token.kind === 'open') {
      const end = wordlessPairEnd(tokens, i);
      if (end === undefined) enter([...stack, token.id]);
      else {
        blank(tokens.slice(i, end + 1));
        i = end;
      }
    } else if (token.kind === 'close') {
      const at = stack.lastIndexOf(token.id);
      if (at >= 0) enter(stack.filter((_, n) => n !== at));
    } else blank([token]);
  }
  return flat;
}

function wordlessPairEnd(tokens: readonly Token[], start: number): number | undefined {
  const open = tokens[start]!;
  for (let i = start + 1; i < tokens.length; i++) {
    const token = tokens[i]!;
    if (token.kind === 'text' && HAS_WORD.test(token.text)) return undefined;
    if (token.kind === 'close' && open.kind === 'open' && token.id === open.id) return i;
  }
  return undefined;
}

/**
 * A pair that starts or ends inside a word would cut it into two that no dictionary knows: the whole word takes the
 * formatting of its longest formatted part. A standalone code does end a word: it mostly is a line break or a tab.
 */
function alignToWords(flat: Flat): void {
  if (flat.stacks.length === 1) return;
  for (const match of flat.plain.matchAll(WORD)) {
    const end = match.index + match[0].length;
    flat.keys.fill(wordKey(flat.keys, match.index, end), match.index, end);
  }
}

/** Whether a pair is around several words: only there the engine can put others between them. */
function hasLongPair({ plain, keys, stacks }: Flat): boolean {
  if (stacks.length === 1) return false;
  const withWord = new Set<number>();
  for (const { index } of plain.matchAll(WORD)) {
    const pair = stacks[keys[index]!]![0];
    if (pair === undefined) continue;
    if (withWord.has(pair)) return true;
    withWord.add(pair);
  }
  return false;
}

/** The stack that a whole word takes: its only one, else the one most of its formatted part is under. */
function wordKey(keys: readonly number[], start: number, end: number): number {
  const counts = new Map<number, number>();
  for (let i = start; i < end; i++) {
    if (keys[i] !== 0) counts.set(keys[i]!, (counts.get(keys[i]!) ?? 0) + 1);
  }
  return [...counts].sort((a, b) => b[1] - a[1])[0]?.[0] ?? 0;
}

/** Text under one stack: its white space stays outside of the word-bound blank, which is a word's. */
function writeRun(text: string, key: number): string {
  const [, before = '', words = '', after = ''] = /^(\s*)(.*?)(\s*)$/su.exec(text) ?? [];
  if (words === '') return escapeStream(text);
  return `${before}[[t:c:${key}]]${escapeStream(words)}[[/]]${after}`;
}

/**
 * The request for one segment. It ends in `.[]`: the pipeline holds back what may still belong to a longer unit, and
 * swallows a final full stop that nothing follows.
 */
export function encode(coded: string): Encoded {
  const flat = flatten(parseCoded(coded));
  alignToWords(flat);
  const stopAdded = !SENTENCE_END.test(flat.plain);
  const allMarked = hasLongPair(flat);
  let wire = '';
  let blanks = 0;
  for (let at = 0; at < flat.plain.length;) {
    if (flat.plain[at] === BLANK) {
      wire += `[c${blanks++}]`;
      at++;
      continue;
    }
    let end = at + 1;
    while (end < flat.plain.length && flat.keys[end] === flat.keys[at] && flat.plain[end] !== BLANK) end++;
    const run = flat.plain.slice(at, end);
    const key = flat.keys[at]!;
    wire += key > 0 || allMarked ? writeRun(run, key) : escapeStream(run);
    at = end;
  }
  return {
    wire: `${wire}${stopAdded ? '.' : ''}[]`,
    stacks: flat.stacks,
    blanks: flat.blanks,
    allMarked,
    stopAdded,
    wideSpaces: /\s{2}/.test(flat.plain),
    spacedStops: /\s[.,;:!?]/.test(flat.plain),
  };
}

interface Piece {
  tokens: Token[];
  /** Undefined for white space and words that the engine has put in: they belong to what is around them. */
  stack: readonly number[] | undefined;
}

/** An escaped sign, a word-bound blank's start or end, a superblank, or text up to the next of these. */
const STREAM = /\\([^])|\[\[([^\]]*)\]\]|\[([^\]]*)\]|([^\\[\]]+)|[\]]/g;

function readPieces(reply: string, { stacks, blanks, allMarked }: Encoded): Piece[] {
  const pieces: Piece[] = [];
  const unmarked = allMarked ? undefined : [];
  let stack: readonly number[] | undefined = unmarked;
  const text = (value: string) => {
    const own = value.trim() === '' ? undefined : stack;
    const last = pieces.at(-1);
    const lastToken = last?.tokens[0];
    if (own !== undefined && last?.stack === own && lastToken?.kind === 'text') lastToken.text += value;
    else pieces.push({ tokens: [{ kind: 'text', text: value }], stack: own });
  };
  for (const [, escaped, wordBlank, superblank, plain] of spaced(reply).matchAll(STREAM)) {
    if (escaped !== undefined) text(escaped);
    else if (plain !== undefined) text(plain);
    else if (wordBlank !== undefined) {
      // Two words that became one carry both blanks, `t:c:0; t:c:2; t:c:1`: the first pair decides.
      const keys = Array.from(wordBlank.matchAll(/t:c:(\d+)/g), ([, key]) => Number(key));
      const key = keys.find((each) => each > 0) ?? keys[0];
      stack = key === undefined ? unmarked : (stacks[key] ?? []);
    } else if (superblank?.startsWith('c')) {
      const blank = blanks[Number(superblank.slice(1))];
      if (blank) pieces.push({ tokens: [...blank.tokens], stack: blankStack(pieces, blank.stack) });
    }
  }
  return pieces;
}

/** Where the engine changes the order of words it loses spaces: no two marked words are one. */
function spaced(reply: string): string {
  return reply.replace(/(?<=\p{L})(\[\[\/\]\])(?=\[\[[^\]]+\]\]\p{L})/gu, '$1 ');
}

/** A superblank that stood within a pair stays in it where the word before it still is. */
function blankStack(before: readonly Piece[], own: readonly number[]): readonly number[] | undefined {
  if (own.length === 0) return undefined;
  const previous = before.findLast((piece) => piece.stack !== undefined)?.stack;
  return previous !== undefined && commonLength(previous, own) === own.length ? own : undefined;
}

function commonLength(a: readonly number[], b: readonly number[]): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

/** The reply as coded text. A pair may come out as several runs, or not at all: text/repair mends that. */
export function decode(reply: string, encoded: Encoded): string {
  const pieces = readPieces(reply, encoded);
  const tokens: Token[] = [];
  let open: readonly number[] = [];
  const moveTo = (stack: readonly number[]) => {
    const common = commonLength(open, stack);
    for (const id of open.slice(common).reverse()) tokens.push({ kind: 'close', id });
    for (const id of stack.slice(common)) tokens.push({ kind: 'open', id });
    open = stack;
  };
  const nextStacks = stacksAhead(pieces);
  for (const [n, piece] of pieces.entries()) {
    moveTo(piece.stack ?? open.slice(0, commonLength(open, nextStacks[n]!)));
    tokens.push(...piece.tokens);
  }
  moveTo([]);
  return formatCoded(tidySpaces(withoutAddedStop(tokens, encoded), encoded));
}

/** For each piece the stack of the next one that has a stack of its own. */
function stacksAhead(pieces: readonly Piece[]): (readonly number[])[] {
  const ahead: (readonly number[])[] = [];
  let next: readonly number[] = [];
  for (let n = pieces.length - 1; n >= 0; n--) {
    ahead[n] = next;
    next = pieces[n]!.stack ?? next;
  }
  return ahead;
}

function withoutAddedStop(tokens: Token[], { stopAdded }: Encoded): Token[] {
  if (!stopAdded) return tokens;
  const last = tokens.findLastIndex((token) => token.kind === 'text' && token.text.trim() !== '');
  const token = tokens[last];
  if (token?.kind !== 'text') return tokens;
  return tokens.with(last, { ...token, text: token.text.replace(/\s*\.\s*$/, '') });
}

/** Stands for something that is not text (Unicode's object replacement character). */
const OBJECT = '\uFFFC';

/** Takes off the spaces that dropped pronouns, merged and moved words leave behind. */
function tidySpaces(tokens: readonly Token[], { wideSpaces, spacedStops }: Encoded): Token[] {
  const tidied: Token[] = [];
  let lastText: { kind: 'text'; text: string } | undefined;
  for (const token of tokens) {
    if (token.kind !== 'text') {
      tidied.push(token);
      // What a standalone code stands for is no space: those on its two sides are the text's own.
      if (token.kind === 'alone') lastText = { kind: 'text', text: OBJECT };
      continue;
    }
    let { text } = token;
    if (!wideSpaces) {
      text = text.replace(/ {2,}/g, ' ');
      if (text.startsWith(' ') && (lastText?.text.endsWith(' ') ?? true)) text = text.slice(1);
    }
    if (!spacedStops) {
      text = text.replace(/ +([.,;:!?])/g, '$1');
      if (lastText && /^[.,;:!?]/.test(text)) lastText.text = lastText.text.trimEnd();
    }
    if (text === '') continue;
    lastText = { kind: 'text', text };
    tidied.push(lastText);
  }
  return tidied;
}
