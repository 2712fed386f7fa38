import { formatCoded, parseCoded } from './codes.ts';
import type { Token } from './codes.ts';
import { segmentsOf } from './segmenters.ts';
import { goesOn } from './sentence-ends.ts';

const OPENING_END = /(?<=[。！？．｡])[\p{Ps}\p{Pi}]{1,3}$/u;
/** A text longer than this without a sentence's end is cut at `;`, then at `,`, then between words. */
const DEFAULT_LONGEST = 1_000;

/**
 * Plain text as sentences, each with the white space that follows it: joined they are the text again,
 * whatever it is. None is longer than `longest` UTF-16 units.
 */
export function splitSentences(plain: string, language: string, longest = DEFAULT_LONGEST): string[] {
  const sentences: string[] = [];
  let opening = '';
  for (const { segment } of segmentsOf(plain, language, 'sentence')) {
    // UAX 29 leaves the bracket that opens the next sentence at the end of this one.
    const end = OPENING_END.exec(segment)?.index ?? segment.length;
    const piece = opening + segment.slice(0, end);
    opening = segment.slice(end);
    const previous = sentences.at(-1);
    if (previous !== undefined && previous.length < longest && goesOn(previous, piece, language)) {
      sentences[sentences.length - 1] = previous + piece;
    } else sentences.push(piece);
  }
  if (opening !== '') sentences.push(opening);
  return sentences.flatMap((sentence) => cutOverlong(sentence, longest));
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

/** Weight of a code beside visible units: a run of codes takes an engine time as words do. */
const CODE_UNITS = 8;
/** A cut within more pairs than this would repeat more codes than it holds text. */
const DEEPEST_CUT = 250;

/**
 * Coded text in pieces of whole sentences of about `size` visible units, for texts too long to translate at
 * once. Each piece is well-formed: a pair much longer than a piece ends with it, and begins anew in the next.
 * `joinCoded` makes them one text again.
 */
export function splitCoded(coded: string, language: string, size: number): string[] {
  if (coded.length <= size) return [coded];
  const pieces: Token[][] = [[]];
  const open: number[] = [];
  let length = 0;
  const add = (token: Token, units: number): void => {
    const most = open.length === 0 ? size : 2 * size;
    if (length > 0 && length + units > most && open.length <= DEEPEST_CUT && token.kind !== 'close') {
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

/** Closes pairs before a piece's final white space: an engine would lose it within. */
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
