import type { Fragment } from './lines.ts';
import { rowsOf } from './lines.ts';

/** Fragments that are read from the top downwards, and how far their lines may reach. */
export interface Region {
  readonly fragments: readonly Fragment[];
  readonly left: number;
  readonly right: number;
}

/** Lines of a column at least. */
const MIN_ROWS = 3;
const MAX_DEPTH = 6;
/** Fragments of a page in which columns are looked for. */
const MAX_FRAGMENTS = 3_000;

export interface ReadRegions {
  readonly regions: readonly Region[];
  /** Bands of a page that have columns. */
  readonly columned: number;
  /** Lines that cross a column's border within its band. */
  readonly crossing: number;
}

/**
 * The regions of a page in reading order: bands from the top downwards, in each the columns from the side where reading begins.
 * Lines that cross the border between two columns end a band.
 */
export function regionsOf(
  fragments: readonly Fragment[],
  bounds: { left: number; right: number },
): ReadRegions {
  const text = fragments.reduce((sum, { text: own }) => sum + own.length, 0);
  const reversed = fragments.reduce((sum, one) => sum + (one.isRightToLeft ? one.text.length : 0), 0);
  const found = { regions: [] as Region[], columned: 0, crossing: 0 };
  if (fragments.length > MAX_FRAGMENTS) return { ...found, regions: [{ fragments, ...bounds }] };
  cut(fragments, bounds, reversed * 2 > text, 0, found);
  return found;
}

interface Band {
  readonly fragments: Fragment[];
  readonly isColumned: boolean;
}

function cut(
  fragments: readonly Fragment[],
  bounds: { left: number; right: number },
  isReversed: boolean,
  depth: number,
  found: { regions: Region[]; columned: number },
): void {
  const best = depth < MAX_DEPTH ? bestBorder(fragments) : undefined;
  if (!best) {
    if (fragments.length > 0) found.regions.push({ fragments, ...bounds });
    return;
  }
  for (const { fragments: own, isColumned } of best.bands) {
    if (!isColumned) {
      found.regions.push({ fragments: own, ...bounds });
      continue;
    }
    found.columned++;
    const left = own.filter((one) => middleOf(one) < best.x);
    const right = own.filter((one) => middleOf(one) >= best.x);
    const sides = [
      { own: left, bounds: { left: bounds.left, right: Math.max(...left.map((one) => one.right)) } },
      { own: right, bounds: edgesOf(right) },
    ];
    for (const side of isReversed ? sides.reverse() : sides)
      cut(side.own, side.bounds, isReversed, depth + 1, found);
  }
}

function edgesOf(fragments: readonly Fragment[]): { left: number; right: number } {
  return {
    left: Math.min(...fragments.map((one) => one.left)),
    right: Math.max(...fragments.map((one) => one.right)),
  };
}

function middleOf({ left, right }: Fragment): number {
  return (left + right) / 2;
}

/** The border whose columns hold most lines; undefined if there are no columns. */
function bestBorder(fragments: readonly Fragment[]): { x: number; bands: Band[] } | undefined {
  let best: { x: number; bands: Band[]; score: number } | undefined;
  for (const x of candidates(fragments)) {
    const bands = bandsAt(fragments, x);
    const score = bands.reduce((sum, band) => sum + (band.isColumned ? band.fragments.length : 0), 0);
    if (score > (best?.score ?? 0)) best = { x, bands, score };
  }
  return best;
}

/** Just before left edges that several lines share. */
function candidates(fragments: readonly Fragment[]): number[] {
  const counts = new Map<number, number>();
  const least = Math.min(...fragments.map(({ left }) => left));
  for (const { left, size } of fragments) {
    if (left < least + 3 * size) continue;
    const key = Math.round(left / 2);
    counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .filter(([key, count]) => count + (counts.get(key + 1) ?? 0) >= MIN_ROWS)
    .sort(([, a], [, b]) => b - a)
    .slice(0, 24)
    .map(([key]) => key * 2 - 2);
}

function bandsAt(fragments: readonly Fragment[], x: number): Band[] {
  const bands: { fragments: Fragment[]; crosses: boolean }[] = [];
  for (const fragment of [...fragments].sort((a, b) => a.top - b.top)) {
    const crosses = fragment.left < x && fragment.right > x + 0.5;
    const last = bands.at(-1);
    if (last?.crosses === crosses) last.fragments.push(fragment);
    else bands.push({ fragments: [fragment], crosses });
  }
  const result: Band[] = [];
  for (const { fragments: own, crosses } of bands) {
    const isColumned = !crosses && areColumns(own, x);
    const last = result.at(-1);
    if (!isColumned && last && !last.isColumned) last.fragments.push(...own);
    else result.push({ fragments: [...own], isColumned });
  }
  return result;
}

function areColumns(fragments: readonly Fragment[], x: number): boolean {
  const left = fragments.filter((one) => middleOf(one) < x);
  const right = fragments.filter((one) => middleOf(one) >= x);
  if (left.length < MIN_ROWS || right.length < MIN_ROWS) return false;
  const [leftRows, rightRows] = [rowsOf(left), rowsOf(right)];
  if (leftRows.length < MIN_ROWS || rightRows.length < MIN_ROWS) return false;
  const top = Math.max(left[0]!.top, right[0]!.top);
  const bottom = Math.min(...[left, right].map((side) => Math.max(...side.map((one) => one.bottom))));
  const em = fragments[0]!.size;
  if (bottom - top < 2 * em) return false;
  const [a, b] = [fillOf(leftRows), fillOf(rightRows)];
  const shared = sharedRows(leftRows, rightRows);
  // Rows of a table share their baselines, and are short.
  if (shared > 0.75) return Math.min(a, b) >= 0.5 && hasProse(leftRows) && hasProse(rightRows);
  return Math.min(a, b) >= 0.5 || (Math.max(a, b) >= 0.6 && shared < 0.5);
}

/** The share of its column that a usual row fills. */
function fillOf(rows: readonly (readonly Fragment[])[]): number {
  const all = rows.flat();
  const width = Math.max(...all.map(({ right }) => right)) - Math.min(...all.map(({ left }) => left));
  const shares = rows
    .map((row) => row.reduce((sum, { left, right }) => sum + right - left, 0) / Math.max(1, width))
    .sort((a, b) => a - b);
  return shares[Math.floor(shares.length / 2)] ?? 0;
}

function sharedRows(left: readonly (readonly Fragment[])[], right: readonly (readonly Fragment[])[]): number {
  const bases = right.map((row) => row[0]!.base);
  const shared = left.filter((row) => bases.some((base) => Math.abs(base - row[0]!.base) <= 1)).length;
  return shared / Math.min(left.length, right.length);
}

/** Whether lines run on from one to the next: most are long, and few begin with a capital. */
function hasProse(rows: readonly (readonly Fragment[])[]): boolean {
  const words = rows.reduce(
    (sum, row) => sum + row.reduce((n, { text }) => n + text.split(' ').length, 0),
    0,
  );
  const small = rows.filter((row) => /^\p{Ll}|^\p{Lo}/u.test(row[0]!.text)).length;
  return words / rows.length >= 3.5 && small >= 0.3 * rows.length;
}
