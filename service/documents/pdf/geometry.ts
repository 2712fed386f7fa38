import type { Block, Cell, Paragraph, Picture } from './blocks.ts';
import { around, holds, placedTable } from './blocks.ts';
import type { Box } from './blocks.ts';
import { regionsOf } from './columns.ts';
import { bodySizeOf, withHeadings } from './headings.ts';
import { blockFragment, fragmentsOf } from './lines.ts';
import type { Fragment } from './lines.ts';
import { labelOf, withoutStart } from './lists.ts';
import { draftsOf, paragraphOf } from './paragraphs.ts';
import type { Draft } from './paragraphs.ts';
import type { Piece } from './pieces.ts';
import { plainOf } from './runs.ts';
import type { Vocabulary } from './runs.ts';
import { marginNumbers, withoutHeads } from './running-heads.ts';
import { gridsOf, looseTablesOf, ruledTable } from './tables.ts';
import type { Grid, LooseTable } from './tables.ts';
import type { Rule } from './pdfium/drawings.ts';

/** What a page has, in the frame of its text. */
export interface PagePieces {
  readonly page: number;
  readonly pieces: readonly Piece[];
  readonly rules: readonly Rule[];
  readonly pictures: readonly { readonly box: Box; readonly picture: Picture }[];
}

export interface PlacedBlocks {
  readonly blocks: Block[];
  readonly heads: Fragment[];
  readonly feet: Fragment[];
  /** Numbers of lines, which are left out. */
  readonly margins: Fragment[];
  readonly counts: GeometryCounts;
}

export interface GeometryCounts {
  hyphens: number;
  /** Letters of running heads. */
  headLetters: number;
  guessedTables: number;
  /** Pages (from 0) whose columns cross. */
  readonly uncertain: Set<number>;
}

/** Blocks in reading order from where letters stand, for PDFs without tags. */
export function blocksOfPlaces(
  pages: readonly PagePieces[],
  vocabulary: Vocabulary,
  { keepHeads = false }: { keepHeads?: boolean } = {},
): PlacedBlocks {
  const counts: GeometryCounts = { hyphens: 0, headLetters: 0, guessedTables: 0, uncertain: new Set() };
  const whole = pages.map(({ pieces, rules }) => fragmentsOf(pieces, rules));
  const margins = whole.map((fragments) => (keepHeads ? [] : marginNumbers(fragments)));
  const all = whole.map((fragments, i) => fragments.filter((one) => !margins[i]!.includes(one)));
  const headed = keepHeads ? all.map((body) => ({ body, heads: [], feet: [] })) : withoutHeads(all);
  const bounds = textBounds(headed.map(({ body }) => body));
  const drafts = pages.map((page, i) => draftsOfPage(page, headed[i]!.body, bounds, vocabulary, counts));
  const blocks = blocksOf(joinedPages(drafts), vocabulary, counts);
  const heads = headed.flatMap((page) => page.heads);
  const feet = headed.flatMap((page) => page.feet);
  return { blocks: finished(blocks), heads, feet, margins: margins.flat(), counts };
}

/** The usual edges of the text: those of most pages, not of a line that juts out. */
function textBounds(pages: readonly (readonly Fragment[])[]): { left: number; right: number } {
  const [lefts, rights] = [[], []] as [number[], number[]];
  for (const fragments of pages) {
    if (fragments.length === 0) continue;
    lefts.push(Math.min(...fragments.map(({ left }) => left)));
    rights.push(Math.max(...fragments.map(({ right }) => right)));
  }
  const middle = (values: number[]): number =>
    values.sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0;
  return { left: middle(lefts), right: middle(rights) };
}

function draftsOfPage(
  page: PagePieces,
  body: readonly Fragment[],
  bounds: { left: number; right: number },
  vocabulary: Vocabulary,
  counts: GeometryCounts,
): Draft[] {
  const placed: Fragment[] = [];
  let rest = [...body];
  for (const grid of gridsOf(page.rules)) {
    const inside = rest.filter((one) => holds(grid.box, one));
    if (inside.length === 0) continue;
    const table = ruledTable(grid, (cell) =>
      paragraphsIn(
        inside.filter((one) => ownerOf(grid, one) === cell),
        cell.box,
        vocabulary,
        counts,
      ),
    );
    if (!table) continue;
    rest = rest.filter((one) => !inside.includes(one));
    placed.push(blockFragment(table, grid.box, inside[0]!.size));
  }
  for (const { box, picture } of page.pictures) placed.push(blockFragment(picture, box, 10));
  const own = edgesOf(rest, bounds);
  const { regions, columned } = regionsOf([...rest, ...placed], own);
  if (columned > 3) counts.uncertain.add(page.page);
  return regions.flatMap((region) => {
    const tables = looseTablesOf(region.fragments);
    counts.guessedTables += tables.length;
    const inTables = new Set(tables.flatMap((table) => table.fragments));
    const blocks = tables.map((table) =>
      blockFragment(looseBlock(table, vocabulary, counts), table.box, table.fragments[0]!.size),
    );
    const others = region.fragments.filter((one) => !inTables.has(one));
    return draftsOf({
      ...region,
      fragments: [...others, ...blocks.map((one) => ({ ...one, base: one.top + one.size }))],
    });
  });
}

/** The page's own edges where its text reaches further than usual. */
function edgesOf(
  fragments: readonly Fragment[],
  bounds: { left: number; right: number },
): { left: number; right: number } {
  if (fragments.length === 0) return bounds;
  return {
    left: Math.min(bounds.left, ...fragments.map(({ left }) => left)),
    right: Math.max(bounds.right, ...fragments.map(({ right }) => right)),
  };
}

function ownerOf({ cells }: Grid, fragment: Fragment) {
  return cells.find(({ box }) => holds(box, fragment));
}

function paragraphsIn(
  fragments: readonly Fragment[],
  box: { left: number; right: number },
  vocabulary: Vocabulary,
  counts: GeometryCounts,
): Paragraph[] {
  if (fragments.length === 0) return [];
  const inner = around(fragments);
  // Text keeps the same distance from both edges of its cell.
  const margin = Math.max(0, Math.min(inner.left - box.left, 8));
  const drafts = draftsOf({ fragments, left: inner.left, right: Math.max(inner.right, box.right - margin) });
  return drafts.flatMap((draft) => {
    if (draft.lines.length === 0) return [];
    const { paragraph, hyphens } = paragraphOf(draft, vocabulary);
    counts.hyphens += hyphens;
    return [asItem(draft, paragraph)];
  });
}

function looseBlock({ cells, columns, box }: LooseTable, vocabulary: Vocabulary, counts: GeometryCounts) {
  const rows: Fragment[][][] = [];
  for (const row of cells) {
    const last = rows.at(-1);
    const filled = row.filter((cell) => cell.length > 0).length;
    // A single piece beneath a row continues one of its cells.
    if (last && filled === 1 && columns.length > 1) row.forEach((cell, i) => last[i]!.push(...cell));
    else rows.push(row.map((cell) => [...cell]));
  }
  const width = box.right - box.left;
  const edges = [...columns.map(({ left }) => left), box.right];
  return placedTable(
    rows.map((row) =>
      row.map((cell, column): Cell => ({
        ...{ column, columns: 1, rows: 1 },
        blocks: paragraphsIn(cell, columns[column]!, vocabulary, counts),
      })),
    ),
    false,
    columns.map((_, i) => (edges[i + 1]! - edges[i]!) / width),
  );
}

const STOP = /[.!?…:;。！？।؟]["'”’»)\]]*$/;

/** A paragraph goes on in the next column or page if it ended without a stop, and the next begins small, in the same size. */
function joinedPages(pages: readonly (readonly Draft[])[]): Draft[] {
  const joined: Draft[] = [];
  for (const draft of pages.flat()) {
    const at = joined.length - 1 - interruptions(joined, draft);
    const last = joined[at];
    if (last && continues(last, draft)) joined[at] = { ...draft, lines: [...last.lines, ...draft.lines] };
    else joined.push(draft);
  }
  return joined;
}

const MAX_INTERRUPTIONS = 12;

/** How many notes, tables and pictures stand between a paragraph at the start of a page or column and the text before it. */
function interruptions(before: readonly Draft[], next: Draft): number {
  const [first] = next.lines;
  if (!first) return 0;
  const size = 0.95 * first.fragment.size;
  let count = 0;
  for (let at = before.length - 1; at >= 0 && count < MAX_INTERRUPTIONS; at--, count++) {
    const { lines, block } = before[at]!;
    if (!block && lines.some(({ fragment }) => fragment.size >= size)) return count;
  }
  return 0;
}

function continues(last: Draft, next: Draft): boolean {
  const [a, b] = [last.lines.at(-1)?.fragment, next.lines[0]?.fragment];
  if (!a || !b || !last.isOpen) return false;
  const isSameColumn = a.pieces[0]!.page === b.pieces[0]!.page && b.base > a.base;
  if (isSameColumn || Math.abs(a.size - b.size) > 0.08 * a.size || labelOf(b)) return false;
  if (STOP.test(a.text)) return false;
  return /^["'“‘«(]?\p{Ll}|^\p{Lo}/u.test(b.text) || /\p{L}[-\u2010\u00ad]$/u.test(a.text);
}

function blocksOf(drafts: readonly Draft[], vocabulary: Vocabulary, counts: GeometryCounts): Block[] {
  return drafts.flatMap((draft): Block[] => {
    if (draft.block) return [draft.block];
    const { paragraph, hyphens } = paragraphOf(draft, vocabulary);
    counts.hyphens += hyphens;
    return [asItem(draft, paragraph)];
  });
}

/** A paragraph that begins with a label is an item; its depth is that of its indentation. */
function asItem(draft: Draft, paragraph: Paragraph): Paragraph {
  const [first] = draft.lines;
  const label = first && labelOf(first.fragment);
  if (!label) return paragraph;
  const runs = withoutStart(paragraph.runs, label.text.length);
  if (plainOf(runs).trim() === '') return paragraph;
  const depth = Math.min(8, Math.max(0, Math.round((first.start - draft.start) / 18) - 1));
  return { ...paragraph, role: 'item', label: label.text, level: depth, runs };
}

function finished(blocks: readonly Block[]): Block[] {
  const paragraphs = blocks.filter((block): block is Paragraph => block.kind === 'paragraph');
  return withHeadings(withCaptions(blocks), bodySizeOf(paragraphs));
}

/** "Figure 1: …", in any language. */
const CAPTION = /^\p{Lu}\p{L}{1,14}\.?\s*\d+(?:\.\d+)*\s*[.:–—-]\s/u;
const MAX_CAPTION = 300;

/** Paragraphs beside a table or a picture that begin with its number are its captions. */
function withCaptions(blocks: readonly Block[]): Block[] {
  const isOther = (block: Block | undefined): boolean => block !== undefined && block.kind !== 'paragraph';
  return blocks.map((block, i) => {
    if (block.kind !== 'paragraph' || block.role !== 'text') return block;
    const text = plainOf(block.runs);
    const isCaption = text.length <= MAX_CAPTION && CAPTION.test(text);
    return isCaption && (isOther(blocks[i - 1]) || isOther(blocks[i + 1]))
      ? { ...block, role: 'caption' }
      : block;
  });
}
