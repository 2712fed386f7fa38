import { formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';
import { segmentsOf } from './segmenters.ts';
import { goesOn } from './sentence-ends.ts';

/**
 * Ends that UAX 29 misses: an ellipsis of one character, a note mark in brackets after a full stop, a
 * sentence that begins with dots, a number after a word that is too long for an abbreviation.
 */
const FURTHER_END =
  /(?:…["”’»)\]]*|[.!?]["”’»)]*(?:\[\d{1,3}\])+)\s+(?=["'“„«¿¡([]*\p{Lu})|[.!?]["”’»)]*\s+(?=(?:\.{3}|…)\s?["“]?\p{Lu})|(?<=\p{Ll}{6})\.\s+(?=\d)/gu;
/** A closing mark that French sets after a space, and that UAX 29 puts into the next sentence. */
const SPACED_CLOSE = /^\s([»›](?:\s+|$))/u;
const OPENING_END = /(?<=[。！？．｡])[\p{Ps}\p{Pi}]{1,3}$/u;
/** A longer text without a sentence end is cut at `;`, then at `,`, then between words. */
const DEFAULT_MAX_LENGTH = 1_000;

/**
 * Splits plain text into sentences, each with the white space after it; joined they restore the text. None is
 * longer than `longest` UTF-16 units.
 */
export function splitSentences(plain: string, language: string, longest = DEFAULT_MAX_LENGTH): string[] {
  const sentences: string[] = [];
  let start = 0;
  for (const end of possibleEnds(plain, language)) {
    if (end <= start) continue;
    const goes =
      end < plain.length &&
      end - start < longest &&
      goesOn(plain.slice(start, end), plain.slice(end, end + LOOK_AHEAD), language);
    if (goes) continue;
    sentences.push(plain.slice(start, end));
    start = end;
  }
  return sentences.flatMap((sentence) => cutOverlong(sentence, longest));
}

/** How far `goesOn` looks ahead. */
const LOOK_AHEAD = 80;

/** Offsets where sentences may end, in order, the last one that of the text. */
function possibleEnds(plain: string, language: string): number[] {
  const ends: number[] = [];
  let at = 0;
  for (const { segment } of segmentsOf(plain, language, 'sentence')) {
    at += segment.length;
    // UAX 29 leaves the bracket that opens the next sentence at the end of this one.
    const opening = OPENING_END.exec(segment)?.[0].length ?? 0;
    const close = SPACED_CLOSE.exec(plain.slice(at - 1, at + LOOK_AHEAD))?.[1]?.length ?? 0;
    ends.push(at - opening + close);
  }
  const further = [...plain.matchAll(FURTHER_END)].map(({ 0: { length }, index }) => index + length);
  if (further.length === 0) return ends;
  return [...ends, ...further].sort((a, b) => a - b);
}

function cutOverlong(sentence: string, longest: number): string[] {
  const parts: string[] = [];
  let rest = sentence;
  while (rest.length > longest) {
    const end = cutAt(rest, longest);
    parts.push(rest.slice(0, end));
    rest = rest.slice(end);
  }
  return rest === '' ? parts : [...parts, rest];
}

/** The best cut within the first `longest` units: after `;`, `,`, white space, else anywhere. */
function cutAt(text: string, longest: number): number {
  for (const sign of [/[;；]/, /[,，、]/, /\s/]) {
    // A cut in the first quarter would leave crumbs.
    for (let end = longest; end > longest / 4; end--) if (sign.test(text[end - 1]!)) return end;
  }
  const unit = text.charCodeAt(longest - 1);
  return unit >= 0xd800 && unit <= 0xdbff ? longest - 1 || 2 : longest;
}

/** Weight of a code against visible units: codes take an engine time too. */
const CODE_UNITS = 8;
/** A cut within more pairs than this would repeat more codes than it has text. */
const MAX_CUT_DEPTH = 250;

/**
 * Coded text in pieces of whole sentences of about `size` visible units, for texts too long to translate at
 * once. Each piece is well-formed: a pair that crosses pieces is closed and reopened. `joinCoded` joins them
 * again.
 */
export function splitCoded(coded: string, language: string, size: number): string[] {
  if (coded.length <= size) return [coded];
  const pieces: Token[][] = [[]];
  const open: number[] = [];
  let length = 0;
  const add = (token: Token, units: number): void => {
    const most = open.length === 0 ? size : 2 * size;
    if (length > 0 && length + units > most && open.length <= MAX_CUT_DEPTH && token.kind !== 'close') {
      closeAll(pieces.at(-1)!, open);
      pieces.push(open.map((id) => ({ kind: 'open', id })));
      length = 0;
    }
    pieces.at(-1)!.push(token);
    length += units;
  };
  for (const token of parseCoded(coded)) {
    if (token.kind === 'text') {
      for (const text of splitSentences(token.text, language, size)) add({ kind: 'text', text }, text.length);
      continue;
    }
    add(token, CODE_UNITS);
    if (token.kind === 'open') open.push(token.id);
    if (token.kind === 'close' && open.at(-1) === token.id) open.pop();
  }
  return pieces.map((piece) => formatCoded(piece)).filter((piece) => piece !== '');
}

/** Closes pairs before a piece's final white space, which an engine would lose inside them. */
function closeAll(piece: Token[], open: readonly number[]): void {
  if (open.length === 0) return;
  const last = piece.at(-1);
  const words = last?.kind === 'text' ? last.text.trimEnd() : '';
  const space = last?.kind === 'text' ? last.text.slice(words.length) : '';
  if (space !== '') piece.splice(-1, 1, ...(words === '' ? [] : [{ kind: 'text', text: words } as const]));
  for (const id of open.toReversed()) piece.push({ kind: 'close', id });
  if (space !== '') piece.push({ kind: 'text', text: space });
}

/** Joins the pieces of `splitCoded`, or their translations: a pair cut in two becomes one. */
export function joinCoded(pieces: readonly string[]): string {
  const joined: Token[] = [];
  for (const token of pieces.flatMap((piece) => parseCoded(piece))) {
    const last = joined.at(-1);
    const end = last?.kind === 'text' && last.text.trim() === '' ? joined.length - 2 : joined.length - 1;
    const before = joined[end];
    if (token.kind === 'open' && before?.kind === 'close' && before.id === token.id) joined.splice(end, 1);
    else joined.push(token);
  }
  return formatCoded(joined);
}
