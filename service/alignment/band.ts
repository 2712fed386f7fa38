/**
 * The cells of a table of two texts that are looked at: of each row (a gap between sentences of the source, from 0 to
 * their number) the columns (gaps of the target) from `low` to `high`, both inclusive and never falling.
 */
export interface Band {
  readonly low: Uint32Array;
  readonly high: Uint32Array;
  /** Where each row begins among all cells; one more for the end. */
  readonly starts: Float64Array;
}

/** A sentence of each text that probably correspond. */
export type Anchor = readonly [source: number, target: number];

/** Tables of up to this size are looked at whole. */
const WHOLE = 500_000;
/** Cells of a table at most, which bounds time and memory. */
const MAX_CELLS = 4_000_000;
/** Sentences that an anchor may be wrong by. */
const MARGIN = 12;

/** `anchors` rise in both texts. Each is doubted: a row reaches from the anchor before the last to the one after the next. */
export function bandAround(anchors: readonly Anchor[], rows: number, columns: number): Band {
  const low = new Uint32Array(rows + 1);
  const high = new Uint32Array(rows + 1).fill(columns);
  if ((rows + 1) * (columns + 1) > WHOLE) {
    const widest = Math.max(2 * MARGIN, Math.floor(MAX_CELLS / (rows + 1)));
    const known: Anchor[] = [[0, 0], [0, 0], ...anchors, [rows, columns], [rows, columns], [rows, columns]];
    let next = 2;
    for (let row = 0; row <= rows; row++) {
      while (next < known.length - 3 && known[next]![0] < row) next++;
      const [fromRow, from] = known[next - 1]!;
      const [toRow, to] = known[next]!;
      const middle = from + (toRow === fromRow ? 0 : ((to - from) * (row - fromRow)) / (toRow - fromRow));
      const half = Math.floor(widest / 2);
      low[row] = Math.max(0, known[next - 2]![1] - MARGIN, Math.floor(middle) - half);
      high[row] = Math.min(columns, known[next + 1]![1] + MARGIN, Math.ceil(middle) + half);
    }
    low[0] = 0;
    high[rows] = columns;
    for (let row = rows - 1; row >= 0; row--) low[row] = Math.min(low[row]!, low[row + 1]!);
    for (let row = 1; row <= rows; row++) high[row] = Math.max(high[row]!, high[row - 1]!);
    // Where anchors leap further than a row is wide, the rows still meet.
    for (let row = 1; row <= rows; row++) low[row] = Math.min(low[row]!, high[row - 1]!);
  }
  const starts = new Float64Array(rows + 2);
  for (let row = 0; row <= rows; row++) starts[row + 1] = starts[row]! + high[row]! - low[row]! + 1;
  return { low, high, starts };
}

/** The cell of a row and a column, or -1 outside the band. */
export function cellOf({ low, high, starts }: Band, row: number, column: number): number {
  if (row >= low.length || column < low[row]! || column > high[row]!) return -1;
  return starts[row]! + column - low[row]!;
}

export function cellCount({ starts }: Band): number {
  return starts.at(-1)!;
}

/** For each column the rows that have it. */
export function transposed({ low, high }: Band): Pick<Band, 'low' | 'high'> {
  const columns = high.at(-1)! + 1;
  const first = new Uint32Array(columns).fill(low.length);
  const last = new Uint32Array(columns);
  for (let row = 0; row < low.length; row++) {
    for (let column = low[row]!; column <= high[row]!; column++) {
      if (first[column]! > row) first[column] = row;
      last[column] = row;
    }
  }
  return { low: first, high: last };
}

/** The heaviest of all chains of anchors that rise in both texts. Sorted by source, each source once. */
export function heaviestChain(
  candidates: readonly { anchor: Anchor; weight: number }[],
  columns: number,
): Anchor[] {
  // A Fenwick tree over the target: for each prefix the best chain that ends in it.
  const tree = new Int32Array(columns + 2).fill(-1);
  const sums: number[] = [];
  const before: number[] = [];
  for (const [n, { anchor, weight }] of candidates.entries()) {
    let best = -1;
    for (let at = anchor[1]; at > 0; at -= at & -at) best = heavier(sums, best, tree[at]!);
    before.push(best);
    sums.push(weight + (best === -1 ? 0 : sums[best]!));
    for (let at = anchor[1] + 1; at < tree.length; at += at & -at) tree[at] = heavier(sums, tree[at]!, n);
  }
  const chain: Anchor[] = [];
  let at = sums.reduce((best, sum, n) => (best === -1 || sum > sums[best]! ? n : best), -1);
  for (; at !== -1; at = before[at]!) chain.push(candidates[at]!.anchor);
  return chain.reverse();
}

function heavier(sums: readonly number[], one: number, other: number): number {
  if (one === -1) return other;
  return other !== -1 && sums[other]! > sums[one]! ? other : one;
}
