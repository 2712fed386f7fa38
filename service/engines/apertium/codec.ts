import { formatCoded, parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { beginsSmall, capitaliseSentences, createCaseOf, mendCapitals } from './capitals.ts';
import { hasTerm, withTermCodes, withTermWords } from './terms.ts';
import type { Terms } from './terms.ts';
import { BLANK, commonStack, flatten, isAround, pairsWithin } from './stream.ts';
import type { Blank, Flat, Stack } from './stream.ts';

/**
 * Coded text ⇄ Apertium's stream format. Paired codes become word-bound blanks `[[t:c:N]]words[[/]]`, which follow their
 * words when those move; standalone codes become superblanks `[cN]`, which stay where they stood between the words. See
 * https://wiki.apertium.org/wiki/Apertium_stream_format and …/Word-bound_blanks.
 */
export interface Encoded {
  /** The request without its closing NUL. */
  readonly wire: string;
  /** `N` of a word-bound blank → the innermost pair around the word. */
  readonly stacks: readonly Stack[];
  /** Those `N` that stand around words with capitals. */
  readonly names: ReadonlySet<number>;
  /** `N` of a superblank → the codes it stands for, and the pairs around them. */
  readonly blanks: readonly Blank[];
  /** Whether the words outside of pairs are marked too: a word without a mark is then one that the engine has put in. */
  readonly allMarked: boolean;
  /** The glossary terms that are asked as words, in pairs with the ids of their codes. */
  readonly terms: Terms;
  /** Whether a full stop was added for the engine's sake. */
  readonly stopAdded: boolean;
  /** Whether the source itself holds a space before a stop or comma. */
  readonly spacedStops: boolean;
  /** The source, with BLANK for each superblank. */
  readonly plain: string;
}

const NO_TERMS: Terms = new Map();
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;
/** Words with capitals, and a short one between two. */
const NAME =
  /(?<![\p{L}\p{N}\p{M}'’])\p{Lu}[\p{L}\p{N}\p{M}'’]+(?: (?:\p{Ll}{1,3} )?\p{Lu}[\p{L}\p{N}\p{M}'’]*)*/gu;
/** The pipeline loses the spaces around words that it makes of parts of such a word: `non-interactive mode` → `modonointeractivo`. */
const HYPHENATED = /\p{L}[-‐‑]\p{L}/u;

/** Every sign the stream format uses: one left bare makes the pipeline wait for its counterpart for ever. */
function escapeStream(text: string): string {
  return text.replace(/[\\/[\]^$<>{}@]/g, '\\$&');
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

/** The stack that a whole word takes: its only one, else the one most of its formatted part is under. */
function wordKey(keys: readonly number[], start: number, end: number): number {
  const counts = new Map<number, number>();
  for (let i = start; i < end; i++) {
    if (keys[i] !== 0) counts.set(keys[i]!, (counts.get(keys[i]!) ?? 0) + 1);
  }
  let best = 0;
  for (const [key, count] of counts) if (best === 0 || count > counts.get(best)!) best = key;
  return best;
}

/**
 * In a text that begins small, marks words that have capitals, so that they are known where they come first in the answer. A name of
 * several words is marked as a whole: `Board of Directors` is one entry of a dictionary. Returns the keys of these marks.
 */
function markNames({ plain, keys, stacks }: Flat): ReadonlySet<number> {
  const names = new Map<number, number>();
  if (!beginsSmall(plain)) return new Set();
  for (const { 0: name, index } of plain.matchAll(NAME)) {
    for (let at = index; at < index + name.length; at++) {
      const own = keys[at]!;
      const key = names.get(own) ?? stacks.push(stacks[own]) - 1;
      names.set(own, key);
      keys[at] = key;
    }
  }
  return new Set(names.values());
}

/** Whether a pair is around several words: only there the engine can put others between them. */
function hasLongPair({ plain, keys, stacks }: Flat): boolean {
  if (stacks.length === 1) return false;
  const withWord = new Set<number>();
  for (const { index } of plain.matchAll(WORD)) {
    const pair = stacks[keys[index]!]?.root;
    if (pair === undefined) continue;
    if (withWord.has(pair)) return true;
    withWord.add(pair);
  }
  return false;
}

/** Text under one stack: its white space stays outside of the word-bound blank, which is a word's. */
function writeRun(text: string, key: number): string {
  const withoutStart = text.trimStart();
  const words = withoutStart.trimEnd();
  if (words === '') return text;
  const before = text.slice(0, text.length - withoutStart.length);
  return `${before}[[t:c:${key}]]${escapeStream(words)}[[/]]${withoutStart.slice(words.length)}`;
}

/**
 * The request for one segment. It ends in `.[]`: the pipeline holds back what may still belong to a longer unit, and
 * swallows a final full stop that nothing follows.
 */
export function encode(coded: string, given: Terms = NO_TERMS): Encoded {
  const { tokens, terms } = withTermWords(parseCoded(coded), given);
  const flat = flatten(tokens);
  alignToWords(flat);
  const stopAdded = !endsSentence(flat.plain);
  const allMarked = terms.size > 0 || hasLongPair(flat) || HYPHENATED.test(flat.plain);
  const names = markNames(flat);
  const wire: string[] = [];
  let blanks = 0;
  for (let at = 0; at < flat.plain.length;) {
    if (flat.plain[at] === BLANK) {
      wire.push(`[c${blanks++}]`);
      at++;
      continue;
    }
    let end = at + 1;
    while (end < flat.plain.length && flat.keys[end] === flat.keys[at] && flat.plain[end] !== BLANK) end++;
    const run = flat.plain.slice(at, end);
    const key = flat.keys[at]!;
    wire.push(key > 0 || allMarked ? writeRun(run, key) : escapeStream(run));
    at = end;
  }
  return {
    wire: `${wire.join('')}${stopAdded ? '.' : ''}[]`,
    stacks: flat.stacks,
    names,
    blanks: flat.blanks,
    allMarked,
    terms,
    stopAdded,
    spacedStops: /\s[.,;:!?]/.test(flat.plain),
    plain: flat.plain,
  };
}

/** Whether a text ends in a sign that ends a sentence, closing brackets and quotes behind it looked through. */
function endsSentence(plain: string): boolean {
  let end = plain.length;
  while (end > 0 && /[\s)"'”’»\]]/u.test(plain[end - 1]!)) end--;
  return /[.!?…:;。！？]/u.test(plain.charAt(end - 1));
}

interface Piece {
  readonly tokens: readonly Token[];
  /** Undefined for white space and words that the engine has put in: they belong to what is around them. */
  readonly stack: { readonly inner: Stack } | undefined;
}

/** An escaped sign, a word-bound blank's start or end, a superblank, or text up to the next of these. */
const STREAM = /\\([^])|\[\[([^[\]]*)\]\]|\[([^[\]]*)\]|([^\\[\]]+)|[[\]]/g;

function readPieces(reply: string, { stacks, names, blanks, allMarked, plain: source }: Encoded): Piece[] {
  const pieces: Piece[] = [];
  const outside = { inner: undefined };
  const unmarked = allMarked ? undefined : outside;
  const inCaseOf = createCaseOf(source);
  let stack: Piece['stack'] = unmarked;
  let isName = false;
  let previous: Piece['stack'];
  let run: string[] = [];
  let runStack: Piece['stack'];
  const flush = () => {
    if (run.length > 0) pieces.push({ tokens: [{ kind: 'text', text: run.join('') }], stack: runStack });
    run = [];
  };
  const text = (value: string) => {
    const own = value.trim() === '' ? undefined : stack;
    if (own !== runStack || own === undefined) flush();
    runStack = own;
    run.push(inCaseOf(value, isName));
    previous = own ?? previous;
  };
  for (const [, escaped, wordBlank, superblank, plain] of spaced(once(reply, source), source).matchAll(
    STREAM,
  )) {
    if (escaped !== undefined) text(escaped);
    else if (plain !== undefined) text(plain);
    else if (wordBlank !== undefined) {
      // Two words that became one carry both blanks, `t:c:0; t:c:2; t:c:1`: the first pair decides.
      const keys = Array.from(wordBlank.matchAll(/t:c:(\d{1,9})/g), ([, key]) => Number(key));
      const key = keys.find((each) => stacks[each] !== undefined) ?? keys[0];
      isName = keys.some((each) => names.has(each));
      const inner = key === undefined ? undefined : stacks[key];
      stack = key === undefined ? unmarked : runStack && runStack.inner === inner ? runStack : { inner };
    } else if (superblank?.startsWith('c')) {
      const blank = blanks[Number(superblank.slice(1))];
      if (!blank) continue;
      flush();
      // One that stood within a pair stays in it where the word before it still is.
      const stays =
        blank.stack !== undefined && previous !== undefined && isAround(blank.stack, previous.inner);
      const own = stays ? { inner: blank.stack } : undefined;
      pieces.push({ tokens: blank.tokens, stack: own });
      previous = own ?? previous;
      runStack = undefined;
    }
  }
  flush();
  return pieces;
}

/**
 * Where the engine changes the order of words, or puts in some of its own, it loses spaces. No mark begins or ends within a word of a
 * request (`alignToWords`): where letters meet at one, there are two words, or the parts of one such as `3x2`.
 */
function spaced(reply: string, source: string): string {
  if (!reply.includes('[[')) return reply;
  let own: Set<string> | undefined;
  const parted = (mark: string, at: number): string => {
    own ??= new Set(source.match(/[\p{L}\p{N}]+/gu));
    return own.has(wordsAt(reply, at, at + mark.length)) ? mark : `${mark} `;
  };
  return reply
    .replace(/(?<=[\p{L}\p{N}])(?:\[\[\/\]\])?(?=\[\[(?!\/)[^[\]]+\]\][\p{L}\p{N}])/gu, parted)
    .replace(/(?<=[\p{L}\p{N}]\[\[\/\]\])(?=[\p{L}\p{N}])/gu, ' ');
}

/** UTF-16 units. */
const LONGEST_PART = 60;

/** The ends of the words before `start` and behind `end`, where a mark begins, as one. */
function wordsAt(text: string, start: number, end: number): string {
  const [before = ''] = /[\p{L}\p{N}]+$/u.exec(text.slice(Math.max(0, start - LONGEST_PART), start)) ?? [];
  const [, after = ''] = /^\[\[[^[\]]*\]\]([\p{L}\p{N}]+)/u.exec(text.slice(end, end + LONGEST_PART)) ?? [];
  return before + after;
}

/** One word in two spellings, as a dictionary that has both writes it: `YouTube\\/Youtube`. */
const SPELT_TWICE = /(?<![\p{L}\p{N}])([\p{L}\p{N}]{2,60})\\\/\1(?![\p{L}\p{N}])/giu;

function once(reply: string, source: string): string {
  return reply.replace(SPELT_TWICE, (both, first: string) =>
    source.toLowerCase().includes(both.replace('\\', '').toLowerCase()) ? both : first,
  );
}

/**
 * The reply as coded text. A pair may come out as several runs, or not at all: text/repair mends that. Undefined where a term is not to be
 * found in it as words of its own: then it is to be asked without terms.
 */
export function decode(reply: string, encoded: Encoded): string | undefined {
  if (hasMergedTerm(reply, encoded)) return undefined;
  const pieces = readPieces(reply, encoded);
  const tokens: Token[] = [];
  let open: Stack;
  const moveTo = (stack: Stack) => {
    const common = commonStack(open, stack);
    for (const id of pairsWithin(common, open).reverse()) tokens.push({ kind: 'close', id });
    for (const id of pairsWithin(common, stack)) tokens.push({ kind: 'open', id });
    open = stack;
  };
  const ahead = stacksAhead(pieces);
  for (const [n, piece] of pieces.entries()) {
    moveTo(piece.stack ? piece.stack.inner : commonStack(open, ahead[n]));
    for (const token of piece.tokens) tokens.push(token);
  }
  moveTo(undefined);
  const mended = mendCapitals(withoutAddedStop(tokens, encoded), encoded.plain);
  const tidied = tidySpaces(capitaliseSentences(mended, encoded.plain), encoded);
  const whole = withTermCodes(tidied, encoded.plain, encoded.terms);
  return whole && formatCoded(whole);
}

/** Whether a term has become one word with others, which would go with it. */
function hasMergedTerm(reply: string, { stacks, terms }: Encoded): boolean {
  if (terms.size === 0) return false;
  return Array.from(reply.matchAll(/\[\[(t:c:[^[\]]*)\]\]/g), ([, marks]) => marks!).some((marks) => {
    const ids = Array.from(marks.matchAll(/t:c:(\d{1,9})/g), ([, key]) => stacks[Number(key)]?.id);
    return ids.some((id) => hasTerm(terms, id) && ids.some((other) => other !== id));
  });
}

/** For each piece the stack of the next one that has a stack of its own. */
function stacksAhead(pieces: readonly Piece[]): readonly Stack[] {
  const ahead: Stack[] = [];
  let next: Stack;
  for (let n = pieces.length - 1; n >= 0; n--) {
    ahead[n] = next;
    const own = pieces[n]!.stack;
    if (own) next = own.inner;
  }
  return ahead;
}

function withoutAddedStop(tokens: Token[], { stopAdded }: Encoded): Token[] {
  if (!stopAdded) return tokens;
  const last = tokens.findLastIndex((token) => token.kind === 'text' && token.text.trim() !== '');
  const token = tokens[last];
  if (token?.kind !== 'text') return tokens;
  const text = token.text.trimEnd();
  if (!text.endsWith('.')) return tokens;
  return tokens.with(last, { kind: 'text', text: text.slice(0, -1).trimEnd() });
}

/** Stands for something that is not text (Unicode's object replacement character). */
const OBJECT = '\uFFFC';

/**
 * Takes off the spaces that dropped pronouns, merged and moved words leave behind. Spaces that are wide in the source do not come
 * here: they are walls (text/pieces.ts), and what else is double in it need not stay so.
 */
function tidySpaces(tokens: readonly Token[], { spacedStops }: Encoded): Token[] {
  const tidied: Token[] = [];
  let lastText: { kind: 'text'; text: string } | undefined;
  for (const token of tokens) {
    if (token.kind !== 'text') {
      tidied.push(token);
      // What a standalone code stands for is no space: those on its two sides are the text's own.
      if (token.kind === 'alone') lastText = { kind: 'text', text: OBJECT };
      continue;
    }
    let text = token.text.replace(/ {2,}/g, ' ');
    if (text.startsWith(' ') && (lastText?.text.endsWith(' ') ?? true)) text = text.slice(1);
    if (!spacedStops) {
      text = text.replace(/ ([.,;:!?])/g, '$1');
      if (lastText && /^[.,;:!?]/.test(text)) lastText.text = lastText.text.trimEnd();
    }
    if (text === '') continue;
    lastText = { kind: 'text', text };
    tidied.push(lastText);
  }
  return tidied;
}
