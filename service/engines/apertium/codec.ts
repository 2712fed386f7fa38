import { formatCoded, parseCoded } from '../../text/codes.ts';
import type { Token } from '../../text/codes.ts';
import { beginsSmall, createCaseOf } from './capitals.ts';
import { NO_QUOTES, withQuoteMarks, withQuotePairs } from './quotes.ts';
import type { Quotes } from './quotes.ts';
import { isLanguage, REPLY_REPAIRS, rewritten } from './repairs.ts';
import { NO_SIGNS, withSigns, withStandIns } from './signs.ts';
import type { Signs } from './signs.ts';
import { hasTerm, withTermCodes, withTermWords } from './terms.ts';
import type { Terms } from './terms.ts';
import { BLANK, commonStack, escapeStream, flatten, isAround, pairsWithin } from './stream.ts';
import type { Blank, Flat, Stack } from './stream.ts';

/**
 * Coded text ⇄ Apertium's stream format. Paired codes become word-bound blanks `[[t:c:N]]words[[/]]`, which
 * follow their words when those move; standalone codes become superblanks `[cN]`, which keep their place
 * between the words. See https://wiki.apertium.org/wiki/Apertium_stream_format and …/Word-bound_blanks.
 */
export interface Encoded {
  /** The request without its closing NUL. */
  readonly wire: string;
  /** `N` of a word-bound blank → the innermost pair around the word. */
  readonly stacks: readonly Stack[];
  /** Those `N` that surround words with capitals. */
  readonly names: ReadonlySet<number>;
  /** `N` of a superblank → its codes, and the pairs around them. */
  readonly blanks: readonly Blank[];
  /** The glossary terms that are sent as words, in pairs with the ids of their codes. */
  readonly terms: Terms;
  /** The quotation marks that are sent as pairs. */
  readonly quotes: Quotes;
  /** The signs that were replaced by stand-ins. */
  readonly signs: Signs;
  /** The text put before it. */
  readonly lead: '' | typeof LEAD;
  /** The sign that was appended, as the engine expects one at a sentence's end. */
  readonly added: '' | '.' | ';';
  /** The source, with BLANK for each superblank. */
  readonly plain: string;
}

const NO_TERMS: Terms = new Map();
const WORD = /[\p{L}\p{N}\p{M}]+(?:['’][\p{L}\p{N}\p{M}]+)*/gu;
/** Words with capitals, and a short one between two of them. */
const NAME =
  /(?<![\p{L}\p{N}\p{M}'’])\p{Lu}[\p{L}\p{N}\p{M}'’]+(?: (?:\p{Ll}{1,3} )?\p{Lu}[\p{L}\p{N}\p{M}'’]*)*/gu;
/**
 * A pair that starts or ends inside a word would cut it into two unknown words: the whole word takes the
 * formatting of its longest formatted part. A standalone code does end a word: it is mostly a line break or a
 * tab.
 */
function alignToWords(flat: Flat): void {
  if (flat.stacks.length === 1) return;
  for (const match of flat.plain.matchAll(WORD)) {
    const end = match.index + match[0].length;
    if (isCut(flat.keys, match.index, end))
      flat.keys.fill(wordKey(flat.keys, match.index, end), match.index, end);
  }
}

function isCut(keys: readonly number[], start: number, end: number): boolean {
  for (let i = start + 1; i < end; i++) if (keys[i] !== keys[start]) return true;
  return false;
}

/** The stack of a whole word: its only one, else that of most of its formatted part. */
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
 * In a text that begins in lower case, marks capitalised words, so that they are recognised at the start of
 * the answer. A name of several words is marked as a whole: `Board of Directors` is one dictionary entry.
 * Returns the keys of these marks.
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

/**
 * Text under one stack, marked; text outside all pairs has a mark too. Words without a mark were then added
 * by the engine, and spaces lost between marks can be restored (`I often see it` → `A menudo loveo`). White
 * space stays outside the mark, which belongs to words.
 */
function writeRun(text: string, key: number): string {
  if (!/[\p{L}\p{N}]/u.test(text)) return escapeStream(text);
  const withoutStart = text.trimStart();
  const words = withoutStart.trimEnd();
  const before = text.slice(0, text.length - withoutStart.length);
  return `${before}[[t:c:${key}]]${escapeStream(words)}[[/]]${withoutStart.slice(words.length)}`;
}

/**
 * Follows the sign that ends a sentence, as the pipeline holds back anything that may belong to a longer
 * unit. The space: the pipeline swallows the full stop of an abbreviation that begins a name (`St.`, `W.`) if
 * nothing else follows.
 */
const END = ' []';

/** Put before a verb that begins a text: there the tagger prefers adjectives, `Open the window` → `Abierto la ventana`. */
const LEAD = ', ';
/**
 * English: an adjective never precedes an article or its like. Not a noun before `that`, nor forms that would be
 * read as the past.
 */
const BEGINS_IN_VERB =
  /^(?!Set|Put|Cut|Let|Read)\p{Lu}\p{Ll}+ \0{0,3}(?:the|an?|your|my|our|his|her|its|their|this|these|those|all|each|every|some|any)(?![\p{L}\p{N}])/u;

/** The request for one segment. `plainly`: without stand-ins, some of which an earlier answer had lost. */
export function encode(
  text: string,
  given: Terms = NO_TERMS,
  { plainly = false, from = 'en' } = {},
): Encoded {
  const coded = rewritten(text, from);
  const quoted = plainly ? { coded, quotes: NO_QUOTES } : withQuotePairs(coded);
  const { tokens, terms } = withTermWords(parseCoded(quoted.coded), given);
  const flat = flatten(tokens);
  alignToWords(flat);
  const added = endsSentence(flat.plain) ? '' : ENDS_IN_NO.test(flat.plain) ? ';' : '.';
  const names = markNames(flat);
  const { written, signs } = plainly ? { written: flat.plain, signs: NO_SIGNS } : withStandIns(flat.plain);
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
    wire.push(writeRun(written.slice(at, end), flat.keys[at]!));
    at = end;
  }
  const lead = isLanguage('en', from) && BEGINS_IN_VERB.test(flat.plain) ? LEAD : '';
  return {
    wire: `${lead}${wire.join('')}${added}${END}`,
    lead,
    stacks: flat.stacks,
    names,
    blanks: flat.blanks,
    terms,
    quotes: quoted.quotes,
    signs,
    added,
    plain:
      quoted.quotes.size > 0 ? flatten(withTermWords(parseCoded(coded), given).tokens).plain : flat.plain,
  };
}

/** With a full stop it would be the abbreviation of *number*. */
const ENDS_IN_NO = /(?<![\p{L}\p{N}\p{M}])no[\s)"'”’»\]]{0,9}$/iu;

/** Whether a text ends a sentence, ignoring closing brackets and quotes. */
function endsSentence(plain: string): boolean {
  let end = plain.length;
  while (end > 0 && /[\s)"'”’»\]]/u.test(plain[end - 1]!)) end--;
  return /[.!?…:;。！？]/u.test(plain.charAt(end - 1));
}

interface Piece {
  readonly tokens: readonly Token[];
  /** Undefined for white space and words that the engine added: they belong to their surroundings. */
  readonly stack: { readonly inner: Stack } | undefined;
  /** For a superblank without a stack: its pair in the source, where it stays if the next word does. */
  readonly stoodIn?: Stack;
}

/** An escaped sign, a word-bound blank's start or end, a superblank, or text up to the next of these. */
const STREAM = /\\([^])|\[\[([^[\]]*)\]\]|\[([^[\]]*)\]|([^\\[\]]+)|[[\]]/g;

function readPieces(given: string, { stacks, names, blanks, lead, plain: source }: Encoded): Piece[] {
  const reply = given.slice(
    given.startsWith(lead) ? lead.length : 0,
    given.endsWith(END) ? -END.length : undefined,
  );
  const pieces: Piece[] = [];
  const inCaseOf = createCaseOf(source);
  let stack: Piece['stack'];
  let isName = false;
  let previous: Piece['stack'];
  let run: string[] = [];
  let runStack: Piece['stack'];
  let both: readonly number[] = [];
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
  for (const [, escaped, wordBlank, superblank, plain] of spaced(reply, source).matchAll(STREAM)) {
    if (escaped !== undefined) text(escaped);
    else if (plain !== undefined) {
      const words = both.length > 1 ? plain.split(' ') : [];
      // Two words in one blank, each with its own mark: `e inline` of `and inline`.
      if (words.length === both.length && words.length > 1)
        for (const [n, word] of words.entries()) {
          stack = { inner: stacks[both[n]!] };
          text(word);
          if (n + 1 < words.length) text(' ');
        }
      else text(plain);
      both = [];
    } else if (wordBlank !== undefined) {
      // Two words that became one carry both blanks, `t:c:0; t:c:2; t:c:1`: the first pair decides.
      const keys = Array.from(wordBlank.matchAll(/t:c:(\d{1,9})/g), ([, key]) => Number(key));
      const key = keys.find((each) => stacks[each] !== undefined) ?? keys[0];
      both = keys;
      isName = keys.some((each) => names.has(each));
      const inner = key === undefined ? undefined : stacks[key];
      stack = key === undefined ? undefined : runStack && runStack.inner === inner ? runStack : { inner };
    } else if (superblank?.startsWith('c')) {
      const blank = blanks[Number(superblank.slice(1))];
      if (!blank) continue;
      flush();
      // A superblank within a pair stays there if the word before it is still in the pair.
      const stays =
        blank.stack !== undefined && previous !== undefined && isAround(blank.stack, previous.inner);
      const own = stays ? { inner: blank.stack } : undefined;
      pieces.push({ tokens: blank.tokens, stack: own, stoodIn: blank.stack });
      previous = own ?? previous;
      runStack = undefined;
    }
  }
  flush();
  return pieces;
}

/** Letters directly before a mark or after its end. Fast, as the pattern begins with a rare character. */
const MAY_MEET = /\[\[(?:\/\]\][\p{L}\p{N}]|(?<=[\p{L}\p{N}](?:\[\[\/\]\])?\[\[)[^/])/u;

/**
 * Restores spaces that the engine loses where it reorders or inserts words. No mark begins or ends within a
 * word of a request (`alignToWords`): letters that meet at a mark are two words, or parts of one such as
 * `3x2`.
 */
function spaced(reply: string, source: string): string {
  if (!MAY_MEET.test(reply)) return reply;
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
const MAX_PART_LENGTH = 60;

/** Joins the words before `start` and after `end`, where a mark begins. */
function wordsAt(text: string, start: number, end: number): string {
  const [before = ''] = /[\p{L}\p{N}]+$/u.exec(text.slice(Math.max(0, start - MAX_PART_LENGTH), start)) ?? [];
  const [, after = ''] =
    /^\[\[[^[\]]*\]\]([\p{L}\p{N}]+)/u.exec(text.slice(end, end + MAX_PART_LENGTH)) ?? [];
  return before + after;
}

/**
 * The reply as coded text. A pair may come out as several runs, or be lost: text/repair restores it.
 * Undefined if a term, a quotation mark or a sign did not come back as sent: then resend the text plainly.
 */
export function decode(reply: string, encoded: Encoded, to = 'es'): string | undefined {
  if (isTermUnclear(reply, encoded)) return undefined;
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
    const isAtStart = piece.stoodIn !== undefined && isAround(piece.stoodIn, ahead[n]);
    moveTo(piece.stack ? piece.stack.inner : isAtStart ? piece.stoodIn : commonStack(open, ahead[n]));
    for (const token of piece.tokens) {
      const last = tokens.at(-1);
      if (token.kind === 'text' && last?.kind === 'text')
        tokens[tokens.length - 1] = { kind: 'text', text: last.text + token.text };
      else tokens.push(token);
    }
  }
  moveTo(undefined);
  const quoted = withQuoteMarks(withoutAddedSign(tokens, encoded), encoded.quotes);
  const signed = quoted && withSigns(quoted, encoded.signs);
  const source = withKeptWords(encoded);
  const repaired = signed && REPLY_REPAIRS.reduce((all, { repair }) => repair(all, source, to), signed);
  const whole = repaired && withTermCodes(repaired, encoded.plain, encoded.terms);
  return whole && formatCoded(whole);
}

/** The source, with BLANK only for codes: the words that are kept from the engine are in the answer too. */
function withKeptWords({ plain, blanks }: Encoded): string {
  let n = 0;
  return plain.replaceAll(BLANK, () => {
    const words = blanks[n++]!.tokens.flatMap((token) => (token.kind === 'text' ? [token.text] : []));
    return words.length > 0 ? words.join('') : BLANK;
  });
}

/** Whether a term has become one word with others, which would go with it, or several words. */
function isTermUnclear(reply: string, { stacks, terms }: Encoded): boolean {
  if (terms.size === 0) return false;
  const seen = new Set<number>();
  for (const [, marks] of reply.matchAll(/\[\[(t:c:[^[\]]*)\]\]/g)) {
    const ids = Array.from(marks!.matchAll(/t:c:(\d{1,9})/g), ([, key]) => stacks[Number(key)]?.id);
    const own = ids.find((id) => hasTerm(terms, id));
    if (own === undefined) continue;
    if (seen.has(own) || ids.some((other) => other !== own)) return true;
    seen.add(own);
  }
  return false;
}

/** For each piece the stack of the next one that has any. */
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

function withoutAddedSign(tokens: readonly Token[], { added }: Encoded): readonly Token[] {
  if (added === '') return tokens;
  const last = tokens.findLastIndex((token) => token.kind === 'text' && token.text.trim() !== '');
  const token = tokens[last];
  if (token?.kind !== 'text') return tokens;
  const text = token.text.trimEnd();
  if (!text.endsWith(added)) return tokens;
  return tokens.with(last, { kind: 'text', text: text.slice(0, -1).trimEnd() });
}
