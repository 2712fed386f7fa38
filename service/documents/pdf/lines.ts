import { around } from './blocks.ts';
import type { Block, Box } from './blocks.ts';
import type { Piece } from './pieces.ts';
import { NOTE_MARK } from './notes.ts';
import { RAISED_SIZE, usualSize } from './runs.ts';
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
  const rows = rowsOf(pieces).map((row) => [...row].sort((a, b) => a.left - b.left));
  const edges = sharedEdges(rows);
  for (const sorted of rows) {
    let open: Piece[] = [];
    const stretched = stretchedGaps(sorted, edges);
    for (const [i, piece] of sorted.entries()) {
      const last = open.at(-1);
      if (last && !isBeside(open, piece, verticals, stretched.has(i) ? STRETCHED : FAR)) {
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

/** The most that the spaces of a justified line are stretched to, in em, and how much they may differ. */
const STRETCHED = 3;
const UNEQUAL = 0.06;

/** Left edges, in whole points, at which lines of three rows begin behind a gap: those of columns. */
function sharedEdges(rows: readonly (readonly Piece[])[]): ReadonlySet<number> {
  const counts = new Map<number, number>();
  for (const row of rows)
    for (const [i, { left, size }] of row.entries()) {
      if (i > 0 && left - row[i - 1]!.right < FAR * size) continue;
      const edge = Math.round(left);
      counts.set(edge, (counts.get(edge) ?? 0) + 1);
    }
  return new Set([...counts].flatMap(([edge, count]) => (count >= 3 ? [edge] : [])));
}

/** Pieces of a line (their indices) in front of which there is a space of a justified line: such spaces are all equal. */
function stretchedGaps(sorted: readonly Piece[], edges: ReadonlySet<number>): ReadonlySet<number> {
  const found = new Set<number>();
  let run: number[] = [];
  const gapBefore = (i: number): number => sorted[i]!.left - sorted[i - 1]!.right;
  const close = (): void => {
    const words = run.length > 0 ? [run[0]! - 1, ...run].map((i) => sorted[i]!.text) : [];
    if (run.length >= 3 && words.filter((word) => /\p{L}{2}/u.test(word)).length > 0.6 * words.length)
      for (const i of run) found.add(i);
    run = [];
  };
  for (let i = 1; i < sorted.length; i++) {
    const [gap, em] = [gapBefore(i), sorted[i]!.size];
    if (gap < FAR * em || gap > STRETCHED * em || edges.has(Math.round(sorted[i]!.left))) close();
    else {
      if (run.length > 0 && Math.abs(gapBefore(run[0]!) - gap) > UNEQUAL * em) close();
      run.push(i);
    }
  }
  close();
  return found;
}

function isBeside(open: readonly Piece[], piece: Piece, verticals: readonly Rule[], far: number): boolean {
  const right = Math.max(...open.map((one) => one.right));
  const last = open.at(-1)!;
  const em = Math.max(last.size, piece.size);
  if (piece.left - right >= far * em) return false;
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
  const main = pieces.filter((piece) => piece.size >= RAISED_SIZE * size);
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
    (fragment.size < RAISED_SIZE * sizes && fragment.text.length <= 12 ? small : others).push(fragment);
  for (const fragment of small) {
    const beside = others.filter((other) => isRaisedBeside(other, fragment));
    const [line] = beside;
    if (!line) {
      others.push(fragment);
      continue;
    }
    // Raised letters within a line stand in a gap of it.
    const joined = [...beside.flatMap((one) => one.pieces), ...fragment.pieces];
    const whole = fragmentOf(line.isRightToLeft ? joined : joined.sort((a, b) => a.left - b.left));
    others[others.indexOf(line)] = whole;
    for (const rest of beside.slice(1)) others.splice(others.indexOf(rest), 1);
  }
  return others;
}

/** Em between a line and raised letters beside it; between the mark of a footnote and its text. */
const RAISED_GAP = 0.45;
const MARK_GAP = 2.5;

function isRaisedBeside(line: Fragment, small: Fragment): boolean {
  if (small.size > RAISED_SIZE * line.size) return false;
  const rise = line.base - small.base;
  if (rise < -0.3 * line.size || rise > 0.7 * line.size) return false;
  const gap = Math.max(small.left - line.right, line.left - small.right);
  const isMark = rise > 0.1 * line.size && small.right <= line.left && NOTE_MARK.test(small.text);
  return gap < (isMark ? MARK_GAP : RAISED_GAP) * line.size;
}

/** A table or picture among the fragments. */
export function blockFragment(block: Block, box: Box, size: number): Fragment {
  return { ...box, pieces: [], text: '', base: box.bottom, size, isBold: false, isRightToLeft: false, block };
}
