import { around } from './blocks.ts';
import type { Block, Box } from './blocks.ts';
import type { Piece } from './pieces.ts';
import { usualSize } from './runs.ts';
import type { Rule } from './pdfium/drawings.ts';

/** Pieces of one line without a wide gap: a line of a column, or a cell. Also a block that keeps its place among them. */
export interface Fragment extends Box {
  readonly pieces: readonly Piece[];
  readonly text: string;
  readonly base: number;
  readonly size: number;
  readonly isBold: boolean;
  readonly isRightToLeft: boolean;
  /** A table or picture. */
  readonly block?: Block;
}

/** Gap in em that separates fragments. */
const FAR = 0.95;
/** Difference of baselines on one line, in em. */
const LEVEL = 0.25;

/** The fragments of a page, from its top downwards. A vertical rule between two pieces separates them. */
export function fragmentsOf(pieces: readonly Piece[], rules: readonly Rule[]): Fragment[] {
  const verticals = rules.filter(({ isVertical }) => isVertical);
  const fragments: Fragment[] = [];
  for (const row of rowsOf(pieces)) {
    let open: Piece[] = [];
    for (const piece of [...row].sort((a, b) => a.left - b.left)) {
      const last = open.at(-1);
      if (last && !isBeside(open, piece, verticals)) {
        fragments.push(fragmentOf(open));
        open = [];
      }
      open.push(piece);
    }
    if (open.length > 0) fragments.push(fragmentOf(open));
  }
  return withRaised(fragments).sort((a, b) => a.base - b.base || a.left - b.left);
}

/** Boxes with baselines grouped by line, from the top downwards. */
export function rowsOf<Item extends { readonly base: number; readonly size: number }>(
  items: readonly Item[],
): Item[][] {
  const rows: Item[][] = [];
  for (const item of [...items].sort((a, b) => a.base - b.base)) {
    const row = rows.at(-1);
    const isLevel = row && item.base - row[0]!.base <= LEVEL * Math.min(item.size, row[0]!.size);
    if (isLevel) row.push(item);
    else rows.push([item]);
  }
  return rows;
}

function isBeside(open: readonly Piece[], piece: Piece, verticals: readonly Rule[]): boolean {
  const right = Math.max(...open.map((one) => one.right));
  const last = open.at(-1)!;
  const em = Math.max(last.size, piece.size);
  if (piece.left - right >= FAR * em) return false;
  const middle = (piece.top + piece.bottom) / 2;
  return !verticals.some(
    ({ at, from, to }) => at > right - 0.3 * em && at < piece.left + 0.3 * em && from < middle && to > middle,
  );
}

export function fragmentOf(pieces: readonly Piece[]): Fragment {
  const letters = pieces.reduce((sum, { text }) => sum + text.length, 0);
  const rightToLeft = pieces.reduce((sum, piece) => sum + (piece.isRightToLeft ? piece.text.length : 0), 0);
  const isRightToLeft = rightToLeft * 2 > letters;
  // PDFium's order is that of reading.
  const ordered = isRightToLeft ? [...pieces].sort((a, b) => a.order - b.order) : pieces;
  const size = usualSize(pieces);
  const main = pieces.filter((piece) => piece.size >= 0.82 * size);
  return {
    ...around(pieces),
    pieces: ordered,
    text: ordered.map(({ text }) => text).join(' '),
    base: (main[0] ?? pieces[0]!).base,
    size,
    isBold: pieces.every((piece) => piece.isBold),
    isRightToLeft,
  };
}

/** Raised and lowered letters are parts of the line that they touch. */
function withRaised(fragments: readonly Fragment[]): Fragment[] {
  const small: Fragment[] = [];
  const others: Fragment[] = [];
  const sizes = Math.max(...fragments.map(({ size }) => size), 0);
  for (const fragment of fragments)
    (fragment.size < 0.82 * sizes && fragment.text.length <= 12 ? small : others).push(fragment);
  for (const fragment of small) {
    const at = others.findIndex((other) => isRaisedBeside(other, fragment));
    if (at < 0) others.push(fragment);
    else {
      const joined = [...others[at]!.pieces, ...fragment.pieces];
      const isReversed = others[at]!.isRightToLeft;
      others[at] = fragmentOf(isReversed ? joined : joined.sort((a, b) => a.left - b.left));
    }
  }
  return others;
}

function isRaisedBeside(line: Fragment, small: Fragment): boolean {
  if (small.size > 0.82 * line.size) return false;
  const rise = line.base - small.base;
  if (rise < -0.3 * line.size || rise > 0.7 * line.size) return false;
  const gap = Math.max(small.left - line.right, line.left - small.right);
  return gap < 0.3 * line.size;
}

/** A table or picture among the fragments. */
export function blockFragment(block: Block, box: Box, size: number): Fragment {
  return { ...box, pieces: [], text: '', base: box.bottom, size, isBold: false, isRightToLeft: false, block };
}
