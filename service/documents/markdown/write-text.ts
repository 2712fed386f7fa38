import { plainText } from '../../text/codes.ts';
import { joinsWithoutSpace } from '../../text/scripts.ts';
import type { CodedInlines } from '../inlines/code-inlines.ts';
import { renderTarget } from '../inlines/render-target.ts';
import type { PairCode } from '../inlines/render-target.ts';
import type { Writing } from '../spans/span.ts';
import { normalisedLabel } from './events.ts';
import { escaper } from './escapes.ts';
import type { At } from './inlines.ts';
import type { BlockKind, BlockStyle } from './style.ts';

type Piece =
  | { readonly kind: 'text'; text: string }
  /** Kept characters. */
  | { readonly kind: 'raw'; readonly raw: string; readonly at: At }
  | { readonly kind: 'open' | 'close'; readonly id: number; readonly at: At };

/** Used nowhere else: a piece by its number, and a space at which a line may end. */
const [BEGIN, END, SPACE] = ['\ufdd0', '\ufdd1', '\ufdd2'];
const PIECE = /\ufdd0(\d+)\ufdd1/;

/** A target as it is read back: with spaces beside line breaks, codes not touching. */
export function readable(target: string, coded: CodedInlines<At>, { text, kind }: BlockStyle): string {
  const isCode = (id: string | undefined): boolean => {
    const code = coded.codes.get(Number(id));
    return code?.kind === 'standalone' && text[code.standalone.at.start] === '`';
  };
  const apart = target.replace(/<(\d{1,9})\/>(?=<(\d{1,9})\/>)/g, (written, id: string, next: string) =>
    isCode(id) && isCode(next) ? `${written} ` : written,
  );
  const trimmed = apart.replace(/\s*<(\d{1,9})\/>\s*/g, (written, id: string) => {
    const code = coded.codes.get(Number(id));
    return code?.kind === 'standalone' && code.standalone.at.kind === 'break' ? '' : written;
  });
  return writable(plainText(trimmed), kind);
}

/** A target in the form it is read back in: on one line, without characters that Markdown cannot contain. */
function writable(target: string, kind: BlockKind): string {
  const line = target
    .replace(/\0/g, '')
    .replace(/[\ufdd0-\ufdd2]/g, '')
    .replace(/[ \t\r\n]+/g, ' ');
  return kind === 'quoted title' ? line.replaceAll('"', '’’') : line;
}

/** A target as the Markdown of a block. */
export function writeText(
  target: string,
  coded: CodedInlines<At>,
  style: BlockStyle,
  { harder, slice }: Writing,
): string {
  const pieces = piecesOf(writable(target, style.kind).trim(), coded, slice);
  trimAtBreaks(pieces);
  moveSpacesOut(pieces);
  trimEnds(pieces);
  if (style.startsBlock) moveCommentIn(pieces);
  const marks = marksOf(pieces, style, slice, harder);
  const escape = escaper(coded, style, harder);
  let out = '';
  const openLinks: number[] = [];
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind === 'raw') {
      // Adjacent back quotes of two codes would merge.
      if (piece.raw.startsWith('`') && out.endsWith('`')) out += ' ';
      out +=
        isAlone(piece, out.at(-1) ?? '', wordAfter(pieces, index)) || style.isMdx
          ? piece.raw
          : `<${piece.raw}>`;
    } else if (piece.kind === 'text') {
      const written = escape(piece.text, {
        before: out.at(-1) ?? '',
        after: firstCharOf(pieces, index + 1, marks),
        isFirst: out === '',
        isLast: index === pieces.length - 1,
        isInLink: openLinks.length > 0,
      });
      out += style.lines && !harder ? written.replaceAll(' ', SPACE) : written;
    } else if (piece.at.kind === 'link' && piece.kind === 'open') {
      out += '[';
      openLinks.push(out.length);
    } else if (piece.at.kind === 'link') {
      const inside = out.slice(openLinks.pop() ?? out.length).replaceAll(SPACE, ' ');
      out += closeOfLink(inside, piece.at, slice);
    } else {
      out += marks.get(index) ?? '';
    }
  }
  const apart = besideMarks(out, coded, style.text);
  return style.lines ? wrapped(apart, style.lines) : apart;
}

/**
 * In `**`code`**: a list` the emphasis ends before the colon. Before a letter that mark would end nothing,
 * and after a letter it would begin nothing: then a space separates them.
 */
function besideMarks(written: string, { lead, trail }: CodedInlines<At>, text: string): string {
  const [before, after] = [lead.at(-1), trail[0]];
  const [first, last] = [written[0] ?? '', written.at(-1) ?? ''];
  let apart = written;
  if (before?.kind === 'group' && isEmphasis(before.at)) {
    const { closeStart, end } = before.at;
    if (!mayClose(text.slice(closeStart, end), text[closeStart - 1]!, first)) apart = ` ${apart}`;
  }
  if (after?.kind === 'group' && isEmphasis(after.at)) {
    const { start, openEnd } = after.at;
    if (!mayOpen(text.slice(start, openEnd), last, text[openEnd]!)) apart += ' ';
  }
  return apart;
}

function piecesOf(target: string, coded: CodedInlines<At>, slice: Writing['slice']): Piece[] {
  const found: Piece[] = [];
  const ids = new Map(Array.from(coded.codes, ([id, code]) => [code, id]));
  const put = (piece: Piece): string => `${BEGIN}${found.push(piece) - 1}${END}`;
  const pair = (kind: 'open' | 'close', code: PairCode<At>): string => {
    if (code.kind !== 'group') return '';
    return put({ kind, id: ids.get(code)!, at: code.group.at });
  };
  const rendered = renderTarget(target, coded, {
    text: (text) => text,
    standalone: (at) => put({ kind: 'raw', raw: slice(at.start, at.end), at }),
    marker: (at) => put({ kind: 'raw', raw: slice(at.start, at.end), at }),
    open: (code) => pair('open', code),
    close: (code) => pair('close', code),
  });
  const pieces: Piece[] = [];
  for (const [index, part] of rendered.split(PIECE).entries()) {
    if (index % 2 === 1) pieces.push(found[Number(part)]!);
    else if (part !== '') pieces.push({ kind: 'text', text: part });
  }
  return pieces;
}

/** No spaces beside a line break. */
function trimAtBreaks(pieces: readonly Piece[]): void {
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== 'raw' || piece.at.kind !== 'break') continue;
    const [before, after] = [pieces[index - 1], pieces[index + 1]];
    if (before?.kind === 'text') before.text = before.text.trimEnd();
    if (after?.kind === 'text') after.text = after.text.trimStart();
  }
}

/** The outer white space of a text is the source's. */
function trimEnds(pieces: readonly Piece[]): void {
  const [first, last] = [pieces[0], pieces.at(-1)];
  if (first?.kind === 'text') first.text = first.text.trimStart();
  if (last?.kind === 'text') last.text = last.text.trimEnd();
}

/** A comment at the start of a paragraph would turn it into an HTML block. */
function moveCommentIn(pieces: Piece[]): void {
  const isComment = (piece: Piece) => piece.kind === 'raw' && /^<[!?]/.test(piece.raw);
  const first = pieces.findIndex((piece) => !isComment(piece));
  if (first < 1) return;
  const target = pieces.findIndex(
    (piece, index) => index >= first && (piece.kind === 'text' || piece.kind === 'raw'),
  );
  if (target === -1) return;
  const comments = pieces.splice(0, first);
  pieces.splice(target + 1 - first, 0, ...comments);
  // The piece has moved to the front.
  const text = pieces[0];
  if (text?.kind === 'text') text.text = text.text.trimStart();
}

/** Whether an address without angle brackets begins and ends where it should. */
function isAlone({ at, raw }: Extract<Piece, { kind: 'raw' }>, before: string, after: string): boolean {
  if (at.kind === 'address' && /^[^\s:/]+@/.test(raw))
    return !/[\w.+-]/.test(before) && !/^[\w-]|^\.\w/.test(after);
  return (
    at.kind !== 'address' ||
    !/^https?:/i.test(raw) ||
    (!/[A-Za-z]/.test(before) && /^[,.;:!?'")*_~\]]*(?:[\s<]|$)/.test(after))
  );
}

/** The text and the kept characters after a piece, up to the next space or mark. */
function wordAfter(pieces: readonly Piece[], index: number): string {
  let word = '';
  for (let at = index + 1; at < pieces.length && !/\s/.test(word); at++) {
    const piece = pieces[at]!;
    if (piece.kind === 'text') word += piece.text;
    else if (piece.kind === 'raw') word += piece.raw;
    else return word + firstCharOf(pieces, at);
  }
  return word;
}

/** An emphasis neither begins nor ends with a space, and is not empty. */
function moveSpacesOut(pieces: Piece[]): void {
  for (let index = pieces.length - 1; index >= 0; index--) {
    const piece = pieces[index]!;
    const next = pieces[index + 1];
    if (piece.kind !== 'open' || !isEmphasis(piece.at) || next?.kind !== 'text') continue;
    const lead = next.text.length - next.text.trimStart().length;
    if (lead === 0) continue;
    next.text = next.text.slice(lead);
    pieces.splice(index, 0, { kind: 'text', text: ' ' });
    index++;
  }
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!;
    const last = pieces[index - 1];
    if (piece.kind !== 'close' || !isEmphasis(piece.at) || last?.kind !== 'text') continue;
    const trimmed = last.text.trimEnd();
    if (trimmed === last.text) continue;
    last.text = trimmed;
    pieces.splice(index + 1, 0, { kind: 'text', text: ' ' });
  }
  for (let index = 0; index < pieces.length; index++) {
    const piece = pieces[index]!;
    const next = pieces[index + 1];
    if (piece.kind === 'text' && piece.text === '') {
      pieces.splice(index, 1);
      index = Math.max(-1, index - 2);
    } else if (piece.kind === 'text' && next?.kind === 'text') {
      piece.text =
        piece.text.endsWith(' ') && next.text.startsWith(' ')
          ? piece.text + next.text.slice(1)
          : piece.text + next.text;
      pieces.splice(index + 1, 1);
      index--;
    } else if (
      piece.kind === 'open' &&
      isEmphasis(piece.at) &&
      next?.kind === 'close' &&
      next.id === piece.id
    ) {
      pieces.splice(index, 2);
      index = Math.max(-1, index - 2);
    }
  }
}

function isEmphasis({ kind }: At): boolean {
  return kind === 'strong' || kind === 'emphasis' || kind === 'strikethrough';
}

const ELEMENTS = { strong: 'strong', emphasis: 'em', strikethrough: 'del' } as const;

/** The pairs' marks by piece: the source's, or others if those would not be read as marks. */
function marksOf(
  pieces: readonly Piece[],
  { text }: BlockStyle,
  slice: Writing['slice'],
  harder: boolean,
): ReadonlyMap<number, string> {
  const marks = new Map<number, string>();
  const opens = new Map<number, number>();
  for (const [index, piece] of pieces.entries()) {
    if (piece.kind !== 'open' && piece.kind !== 'close') continue;
    const { at, id } = piece;
    if (piece.kind === 'open') {
      opens.set(id, index);
      marks.set(index, slice(at.start, at.openEnd));
      continue;
    }
    marks.set(index, slice(at.closeStart, at.end));
    const open = opens.get(id);
    if (!isEmphasis(at) || open === undefined) continue;
    const sign = text.slice(at.start, at.openEnd);
    const fits = (mark: string) =>
      mayOpen(mark, charBefore(pieces, open), firstCharOf(pieces, open + 1)) &&
      mayClose(mark, charBefore(pieces, index), firstCharOf(pieces, index + 1));
    if (!harder && fits(sign)) continue;
    const other = sign.startsWith('_') ? '*'.repeat(sign.length) : undefined;
    if (!harder && other !== undefined && fits(other)) {
      marks.set(open, other);
      marks.set(index, other);
    } else {
      const name = ELEMENTS[at.kind as keyof typeof ELEMENTS];
      marks.set(open, `<${name}>`);
      marks.set(index, `</${name}>`);
    }
  }
  return marks;
}

const PUNCTUATION = /[\p{P}\p{S}]/u;
const isSpace = (char: string) => char === '' || /\s/u.test(char);

/** CommonMark §6.2: `before` and `after` are the adjacent characters, empty at a block's ends. */
function mayOpen(mark: string, before: string, after: string): boolean {
  if (isSpace(after)) return false;
  const isLeft = !PUNCTUATION.test(after) || isSpace(before) || PUNCTUATION.test(before);
  return isLeft && (!mark.startsWith('_') || isSpace(before) || PUNCTUATION.test(before));
}

function mayClose(mark: string, before: string, after: string): boolean {
  if (isSpace(before)) return false;
  const isRight = !PUNCTUATION.test(before) || isSpace(after) || PUNCTUATION.test(after);
  return isRight && (!mark.startsWith('_') || isSpace(after) || PUNCTUATION.test(after));
}

/** The last character before a piece, ignoring emphasis marks: together they are one run. */
function charBefore(pieces: readonly Piece[], index: number): string {
  for (let at = index - 1; at >= 0; at--) {
    const piece = pieces[at]!;
    if (piece.kind === 'text') return piece.text.at(-1)!;
    if (piece.kind === 'raw') return piece.raw.at(-1) ?? '';
    if (!isEmphasis(piece.at)) return piece.at.kind === 'link' ? (piece.kind === 'open' ? '[' : ')') : '>';
  }
  return '';
}

function firstCharOf(pieces: readonly Piece[], index: number, marks?: ReadonlyMap<number, string>): string {
  for (let at = index; at < pieces.length; at++) {
    const piece = pieces[at]!;
    if (piece.kind === 'text') return piece.text[0]!;
    if (piece.kind === 'raw') return piece.raw[0] ?? '';
    if (piece.at.kind === 'link') return piece.kind === 'open' ? '[' : ']';
    if (!isEmphasis(piece.at)) return '<';
    if (marks) return marks.get(at)?.[0] ?? '';
  }
  return '';
}

/** The title of a link, whose end is `quote`. */
export function writeTitle(target: string, quote: string): string {
  return target.replace(/[\\&"'()]/g, (sign, at: number) => {
    const isMarkup =
      sign === quote ||
      (quote === ')' && sign === '(') ||
      (sign === '\\' && /[!-/:-@[-`{-~]|^$/.test(target[at + 1] ?? '')) ||
      (sign === '&' && /^&[#\w]+;/.test(target.slice(at)));
    return isMarkup ? `\\${sign}` : sign;
  });
}

/** `[text]` refers to the definition of "text": a translated one names it. */
export function closeOfLink(inside: string, at: At, slice: Writing['slice']): string {
  if (at.label === undefined || normalisedLabel(inside) === normalisedLabel(at.label))
    return slice(at.closeStart, at.end);
  return `][${at.label}]`;
}

/** A line must not begin with any of these, or it would begin another kind of block. */
const BLOCK_START =
  /^(?:#{1,6}(?:\s|$)|>|[-+*](?:\s|$)|\d{1,9}[.)](?:\s|$)|[=-]+(?:\s|$)|\||`{3}|~{3}|:{3}|::\w|!!!|\?\?\?|<|\[|\{|\$\$|:(?:\s|$)|\*\[|(?:[-_*]\s*){3,}$)/;

/** Lines no longer than the source's longest if possible, each but the first after the separator. */
function wrapped(out: string, { separator, width, indent, start }: NonNullable<BlockStyle['lines']>): string {
  const words = out.split(SPACE);
  let written = '';
  let column = start;
  for (const [index, word] of words.entries()) {
    const ownLines = word.split(/[\r\n]/);
    const length = ownLines.length === 1 ? word.length : ownLines[0]!.length;
    const rest = words.slice(index, index + 3).join(' ');
    if (index === 0) {
      written = word;
    } else if (column + 1 + length <= width || BLOCK_START.test(rest) || joinsWithoutSpace(written, word)) {
      written += ` ${word}`;
      column++;
    } else {
      written += separator + word;
      column = indent;
    }
    column = ownLines.length === 1 ? column + word.length : ownLines.at(-1)!.length;
  }
  return written;
}
