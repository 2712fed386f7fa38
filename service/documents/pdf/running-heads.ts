import type { Fragment } from './lines.ts';
import { rowsOf } from './lines.ts';
import { usualSize } from './runs.ts';

/** The fragments of one page, and those that are its heads and feet. */
export interface HeadedPage {
  readonly body: readonly Fragment[];
  readonly heads: readonly Fragment[];
  readonly feet: readonly Fragment[];
}

/** Lines at a page's edge that may be running heads. */
const OUTER = 2;
/** Em between them and the text. */
const APART = 1.5;
/** Size of a running head at most, by that of the text. */
const LARGEST = 1.1;
/** Points by which one stands higher on one page than on another. */
const LEVEL = 3;

/** Lines whose numbers stand in a margin, at least. */
const NUMBERED = 5;

/** The numbers of lines in a margin: they grow by the same step, beside text and with none beyond them. */
export function marginNumbers(fragments: readonly Fragment[]): Fragment[] {
  const numbers = fragments
    .filter(({ text, block }) => !block && /^\d{1,4}$/.test(text))
    .sort((a, b) => a.base - b.base);
  if (numbers.length < NUMBERED) return [];
  const texts = fragments.filter(
    (one) => !numbers.includes(one) && numbers.some(({ base }) => Math.abs(base - one.base) < 0.5 * one.size),
  );
  // A chart's axis stands beside no text.
  if (texts.length === 0) return [];
  const [left, right] = [
    Math.min(...texts.map((one) => one.left)),
    Math.max(...texts.map((one) => one.right)),
  ];
  const margin = numbers.filter((one) => one.right < left || one.left > right);
  const values = margin.map(({ text }) => Number(text));
  const steps = new Set(values.slice(1).map((value, i) => value - values[i]!));
  return margin.length >= NUMBERED && steps.size === 1 && !steps.has(0) ? margin : [];
}

/**
 * Separates what is repeated at the top or bottom of pages, numbers aside, from the text of each page. `isRest`: the pages have
 * other text, which is not among the fragments.
 */
export function withoutHeads(
  pages: readonly (readonly Fragment[])[],
  { isRest = false }: { isRest?: boolean } = {},
): HeadedPage[] {
  const rows = pages.map((fragments) => rowsOf(fragments.filter(({ block }) => !block)));
  // A title that is repeated, as on slides, is larger than the text.
  const largest = LARGEST * usualSize(pages.flat());
  const isSmall = (row: Fragment[]): boolean => row.every(({ size }) => size <= largest);
  const tops = repeated(rows.map((own) => own.slice(0, OUTER).filter(isSmall)));
  const bottoms = repeated(rows.map((own) => own.slice(-OUTER).filter(isSmall)));
  return pages.map((fragments, i) => {
    const own = rows[i]!;
    const heads = outer(own, tops, 1, isRest);
    const feet = outer([...own].reverse(), bottoms, -1, isRest).filter((row) => !heads.includes(row));
    const taken = new Set([...heads, ...feet].flat());
    return {
      body: fragments.filter((one) => !taken.has(one)),
      heads: heads.flat(),
      feet: feet.reverse().flat(),
    };
  });
}

/** Keys of the rows that are on at least two pages. */
function repeated(pages: readonly (readonly Fragment[][])[]): Set<string> {
  const seen = new Map<string, number>();
  for (const rows of pages)
    for (const key of new Set(rows.flatMap(keysOf))) seen.set(key, (seen.get(key) ?? 0) + 1);
  return new Set([...seen].flatMap(([key, count]) => (count >= 2 ? [key] : [])));
}

/** What a row says, with its numbers as "#", and its height on the page; also of its neighbours, for pages that differ a little. */
function keysOf(row: readonly Fragment[]): string[] {
  const text = headKey(row);
  const level = Math.round(row[0]!.base / LEVEL);
  return [`${level - 1} ${text}`, `${level} ${text}`, `${level + 1} ${text}`];
}

export function headKey(row: readonly Fragment[]): string {
  const text = row.map((one) => one.text).join(' ');
  return text
    .replace(/\p{N}+/gu, '#')
    .replace(/^[ivxlc]+$/i, '#')
    .trim();
}

function outer(
  rows: readonly Fragment[][],
  keys: ReadonlySet<string>,
  side: 1 | -1,
  isRest: boolean,
): Fragment[][] {
  const found: Fragment[][] = [];
  for (const row of rows.slice(0, OUTER)) {
    if (!keysOf(row).some((key) => keys.has(key))) break;
    found.push(row);
  }
  while (found.length > 0) {
    const last = found.at(-1)!;
    const next = rows[found.length];
    if (!next) break;
    const gap = (next[0]!.base - last[0]!.base) * side;
    if (gap >= APART * Math.max(last[0]!.size, next[0]!.size)) break;
    found.pop();
  }
  // A page of nothing else keeps its text.
  return found.length === rows.length && rows.length > 1 && !isRest ? [] : found;
}
