import { around, holds } from './blocks.ts';
import type { Box } from './blocks.ts';
import type { Letter, Link, TextObject } from './pdfium/letters.ts';

/** Letters of one look that follow each other on one line. In points, in the frame of its text. */
export interface Piece extends Box {
  /** Trimmed; white space at its ends is `spaceBefore` and `spaceAfter`. */
  readonly text: string;
  readonly page: number;
  readonly base: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly isItalic: boolean;
  readonly link: string | undefined;
  readonly spaceBefore: boolean;
  readonly spaceAfter: boolean;
  readonly mark: number;
  readonly isArtifact: boolean;
  readonly isRightToLeft: boolean;
  /** Its place in the content's order. */
  readonly order: number;
}

/** Letters read, and those that count for warnings. */
export interface LetterCounts {
  letters: number;
  unknown: number;
  hidden: number;
}

/** The direction in which text runs on a page; boxes of its pieces are turned so that it runs to the right. */
export interface Frame {
  readonly cos: number;
  readonly sin: number;
}

export const UPRIGHT: Frame = { cos: 1, sin: 0 };

const RIGHT_TO_LEFT = /[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/;
const MARK = /^\p{M}/u;
/** Signs of Indic scripts that join the consonant after them. */
const VIRAMA = /[\u094d\u09cd\u0a4d\u0acd\u0b4d\u0bcd\u0c4d\u0ccd\u0d4d\u0dca\u0f84\u1039\u17d2]$/;
/** Bullets and ticks of Symbol and Wingdings, by their place in the private area. */
const SYMBOLS: Readonly<Record<string, string>> = {
  '\uf0b7': '•',
  '\uf0a7': '▪',
  '\uf0d8': '➢',
  '\uf0fc': '✓',
  '\uf0a8': '▫',
  '\uf06e': '■',
  '\uf0e0': '→',
  '\uf076': '❖',
  '\uf02d': '–',
};
/** Letters of Chinese and Japanese, and their punctuation. */
const IDEOGRAPH = /[\u2e80-\u30ff\u3400-\u9fff\uf900-\ufaff\uff00-\uffef]/;
const WIDE_SPACE = 0.6;
/** Gaps in em: that end a piece; that are a space, and that are one where PDFium saw a space. */
const [FAR, SPACE, TRUSTED] = [0.95, 0.35, 0.1];
/** Difference of baselines on one line, in em. */
const LEVEL = 0.15;
/** Points between two copies of a letter: a shadow, or false bold. */
const COPY = 1.5;
/** The share of a text's letters that are at the places of others if it is a copy. */
const COPIED = 0.8;

/** Splits letters by the direction that they run in, the most frequent first. */
export function byDirection(letters: readonly Letter[]): { frame: Frame; letters: Letter[] }[] {
  const groups = new Map<number, Letter[]>();
  for (const letter of letters) {
    const key = Math.round((letter.object.angle * 36) / Math.PI);
    const group = groups.get(key);
    if (group) group.push(letter);
    else groups.set(key, [letter]);
  }
  return [...groups]
    .sort(([, a], [, b]) => b.length - a.length)
    .map(([key, own]) => ({ frame: frameOf((key * Math.PI) / 36), letters: own }));
}

function frameOf(angle: number): Frame {
  if (angle === 0) return UPRIGHT;
  const exact = (value: number): number => (Math.abs(value) < 1e-6 ? 0 : value);
  return { cos: exact(Math.cos(angle)), sin: exact(Math.sin(angle)) };
}

/** A box of the page in the frame. */
export function intoFrame({ cos, sin }: Frame, box: Box): Box {
  if (sin === 0 && cos === 1) return box;
  return boxOf(box, (x, y) => [x * cos - y * sin, x * sin + y * cos]);
}

/** A box of the frame on the page. */
export function fromFrame({ cos, sin }: Frame, box: Box): Box {
  if (sin === 0 && cos === 1) return box;
  return boxOf(box, (x, y) => [x * cos + y * sin, y * cos - x * sin]);
}

function boxOf({ left, right, top, bottom }: Box, to: (x: number, y: number) => [number, number]): Box {
  const corners = [to(left, top), to(right, top), to(left, bottom), to(right, bottom)];
  return around(corners.map(([x, y]) => ({ left: x, right: x, top: y, bottom: y })));
}

/** What else of a page its pieces depend on, in their frame. */
export interface PageContext {
  readonly links: readonly Link[];
  /** Vertical lines, which separate what is beside them. */
  readonly borders: readonly Border[];
  readonly counts: LetterCounts;
}

export interface Border {
  readonly at: number;
  readonly from: number;
  readonly to: number;
}

/** Letters as pieces, in the order of the content. A letter drawn twice counts once. */
export function piecesOf(
  page: number,
  given: readonly Letter[],
  frame: Frame,
  { links, borders, counts }: PageContext,
): Piece[] {
  const pieces: Piece[] = [];
  let open: Letter[] = [];
  let text = '';
  let link: string | undefined;
  let spaceBefore = false;
  let previous: Letter | undefined;
  let space: 'none' | 'seen' | 'real' = 'none';
  const close = (spaceAfter: boolean): void => {
    if (open.length > 0)
      pieces.push(pieceOf(page, open, text, { link, spaceBefore, spaceAfter, order: pieces.length }));
    open = [];
    text = '';
  };
  for (const letter of withTurnedLigatures(withoutMarkSpaces(withoutCopies(placed(given, frame))))) {
    if (/^[\s\u00a0\u200b]$/.test(letter.text)) {
      if (!letter.isGenerated) space = 'real';
      else if (space === 'none') space = 'seen';
      continue;
    }
    count(counts, letter);
    const own = linkAt(links, letter);
    const gap = previous && isLevel(previous, letter) ? gapOf(previous, letter) : Infinity;
    const isSpaced =
      previous !== undefined && gap < Infinity ? isSpace(previous, letter, gap, space) : space === 'real';
    const isBeside = gap < FAR * letter.object.size && !isParted(previous!, letter, gap, borders);
    if (open.length > 0 && own === link && isBeside && isAlike(previous!, letter)) {
      if (isSpaced) text += ' ';
    } else {
      close(isSpaced);
      spaceBefore = isSpaced;
      link = own;
    }
    open.push(letter);
    text += SYMBOLS[letter.text] ?? letter.text;
    previous = letter;
    space = 'none';
  }
  close(space === 'real');
  return pieces;
}

function count(counts: LetterCounts, { isUnknown, object }: Letter): void {
  counts.letters++;
  if (isUnknown) counts.unknown++;
  if (object.isHidden) counts.hidden++;
}

function placed(letters: readonly Letter[], frame: Frame): Letter[] {
  if (frame.sin === 0 && frame.cos === 1) return [...letters];
  return letters.map((letter) => {
    const { left: x, top: base } = intoFrame(frame, {
      ...{ left: letter.x, right: letter.x, top: letter.base, bottom: letter.base },
    });
    return { ...letter, ...intoFrame(frame, letter), x, base };
  });
}

function isLevel(a: Letter, b: Letter): boolean {
  return Math.abs(a.base - b.base) <= LEVEL * Math.max(a.object.size, b.object.size);
}

/** Distance between two letters of a line, whichever of them is at the left. */
function gapOf(a: Box, b: Box): number {
  return Math.max(b.left - a.right, a.left - b.right);
}

/** Whether a line stands in the gap between two letters: that between two cells. */
function isParted(a: Letter, b: Letter, gap: number, borders: readonly Border[]): boolean {
  if (gap < SPACE * b.object.size || borders.length === 0) return false;
  const [left, right] = a.left < b.left ? [a.right, b.left] : [b.right, a.left];
  const middle = (b.top + b.bottom) / 2;
  return borders.some(({ at, from, to }) => at > left && at < right && from < middle && to > middle);
}

function isSpace(a: Letter, b: Letter, gap: number, space: 'none' | 'seen' | 'real'): boolean {
  if (MARK.test(b.text) || VIRAMA.test(a.text)) return false;
  if (space === 'real') return true;
  // Between Chinese or Japanese and other letters programs set a gap that is no space.
  if (IDEOGRAPH.test(a.text) || IDEOGRAPH.test(b.text)) return gap > WIDE_SPACE * b.object.size;
  return gap > (space === 'seen' ? TRUSTED : SPACE) * b.object.size;
}

function isAlike({ object: a }: Letter, { object: b }: Letter): boolean {
  if (a === b) return true;
  return (
    a.mark === b.mark &&
    a.isArtifact === b.isArtifact &&
    a.font.isBold === b.font.isBold &&
    a.font.isItalic === b.font.isItalic &&
    Math.abs(a.size - b.size) <= 0.05 * a.size
  );
}

function linkAt(links: readonly Link[], letter: Letter): string | undefined {
  for (const { box, address } of links) if (holds(box, letter)) return address;
  return undefined;
}

/**
 * Without texts that are drawn a second time at the same place. Other texts may lie over each other, and have some letters in
 * common.
 */
function withoutCopies(letters: readonly Letter[]): Letter[] {
  const seen = new Map<number, { object: TextObject; text: string }>();
  const key = (x: number, y: number): number => x * 100_003 + y;
  const copies = new Set<Letter>();
  const totals = new Map<TextObject, { letters: number; copies: number }>();
  for (const letter of letters) {
    const { text, x, base, object } = letter;
    if (text === ' ') continue;
    const total = totals.get(object) ?? { letters: 0, copies: 0 };
    totals.set(object, total);
    total.letters++;
    const [column, row] = [Math.round(x / COPY), Math.round(base / COPY)];
    let isCopy = false;
    for (let dx = -1; dx <= 1; dx++) {
      for (let dy = -1; dy <= 1; dy++) {
        const other = seen.get(key(column + dx, row + dy));
        if (other && other.object !== object && other.text === text) isCopy = true;
      }
    }
    if (isCopy) {
      copies.add(letter);
      total.copies++;
    } else seen.set(key(column, row), { object, text });
  }
  if (copies.size === 0) return [...letters];
  const isCopied = (object: TextObject): boolean => {
    const total = totals.get(object);
    return total !== undefined && total.copies >= COPIED * total.letters;
  };
  return letters.filter((letter) => !copies.has(letter) || !isCopied(letter.object));
}

/** PDFium gives the Arabic mark of a glyph (U+FE70 and others) as a space with the mark: the space is none. */
function withoutMarkSpaces(letters: readonly Letter[]): Letter[] {
  return letters.filter((letter, i) => {
    const next = letters[i + 1];
    const isOfMark =
      next !== undefined && MARK.test(next.text) && letter.x === next.x && letter.base === next.base;
    return letter.text !== ' ' || !isOfMark;
  });
}

/** Letters of one ligature share a place. In right-to-left text PDFium gives them last one first. */
function withTurnedLigatures(letters: Letter[]): Letter[] {
  for (let start = 0; start < letters.length; start++) {
    const first = letters[start]!;
    if (!RIGHT_TO_LEFT.test(first.text)) continue;
    let end = start + 1;
    while (end < letters.length && isOneGlyph(first, letters[end]!)) end++;
    if (end - start > 1) letters.splice(start, end - start, ...letters.slice(start, end).reverse());
    start = end - 1;
  }
  return letters;
}

function isOneGlyph(a: Letter, b: Letter): boolean {
  return (
    a.object === b.object && a.x === b.x && a.base === b.base && !b.isGenerated && RIGHT_TO_LEFT.test(b.text)
  );
}

function pieceOf(
  page: number,
  letters: readonly Letter[],
  text: string,
  rest: Pick<Piece, 'link' | 'spaceBefore' | 'spaceAfter' | 'order'>,
): Piece {
  const { object, base } = letters[0]!;
  return {
    ...around(letters),
    ...rest,
    ...{ text, page, base, size: object.size, mark: object.mark, isArtifact: object.isArtifact },
    isBold: object.font.isBold,
    isItalic: object.font.isItalic,
    isRightToLeft: isMostlyRightToLeft(text),
  };
}

/** Whether most of a text's letters run from right to left. */
function isMostlyRightToLeft(text: string): boolean {
  if (!RIGHT_TO_LEFT.test(text)) return false;
  const own = text.match(/[\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc]/g)!.length;
  const others = text.match(/(?![\u0590-\u08ff\ufb1d-\ufdff\ufe70-\ufefc])\p{L}/gu)?.length ?? 0;
  return own >= others;
}
