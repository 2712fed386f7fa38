import type { Block, Cell, Paragraph, Picture } from './blocks.ts';
import { around, readTable } from './blocks.ts';
import { labelIn, withoutStart } from './lists.ts';
import type { Piece } from './pieces.ts';
import { joinPieces, plainOf, usualSize } from './runs.ts';
import type { Vocabulary } from './runs.ts';
import type { MarkedContent, TagElement } from './pdfium/tree.ts';

/** What tags name: texts and pictures of each page, by their mark. */
export interface MarkedParts {
  /** Pieces of a mark, in the content's order. */
  pieces(content: MarkedContent): readonly Piece[];
  pictures(content: MarkedContent): readonly Picture[];
}

export interface TaggedBlocks {
  readonly blocks: Block[];
  /** Notes, with the element that refers to them. */
  readonly hyphens: number;
  /** Bullets of items whose label is no letter. */
  readonly bullets: number;
  /** The pages where blocks end, one for each block. */
  readonly pages: number[];
}

interface Context {
  readonly parts: MarkedParts;
  readonly vocabulary: Vocabulary;
  readonly blocks: Block[];
  hyphens: number;
  bullets: number;
  /** The page of the last text. */
  page: number;
  readonly pages: number[];
}

/** How text below an element is shown. */
interface Role {
  readonly role: Paragraph['role'];
  readonly level: number;
  readonly label?: string;
}

const TEXT: Role = { role: 'text', level: 0 };
/** Elements within a paragraph (ISO 32000-1, table 338), and others that hold pieces of one. */
const INLINE = new Set([
  'Span',
  'Quote',
  'Reference',
  'BibEntry',
  'Code',
  'Link',
  'Annot',
  'Ruby',
  'Warichu',
  'RB',
  'RT',
  'RP',
  'WT',
  'WP',
  'Em',
  'Strong',
  'Sub',
  'Lbl',
]);
/** Elements that have only content, which is one paragraph. */
const HEADING = /^H([1-6])?$/;
const BULLET = /^[•●○◦▪■](?=\s*\S)/;

/** The blocks of a tag tree, in its order. */
export function blocksOfTags(root: TagElement, parts: MarkedParts, vocabulary: Vocabulary): TaggedBlocks {
  const context: Context = { parts, vocabulary, blocks: [], hyphens: 0, bullets: 0, page: 0, pages: [] };
  readChildren(context, root, TEXT, 0);
  return context;
}

function childrenOf({ children }: TagElement): (TagElement | MarkedContent[])[] {
  return [...children].sort(([a], [b]) => a - b).map(([, child]) => child);
}

/** Reads an element's children: inline ones in a row are one paragraph. */
function readChildren(context: Context, element: TagElement, role: Role, depth: number): void {
  let inline: Piece[] = [];
  let pictures: Picture[] = [];
  const close = (): void => {
    pushParagraph(context, inline, role);
    for (const picture of pictures) push(context, picture);
    [inline, pictures] = [[], []];
  };
  for (const child of childrenOf(element)) {
    if (Array.isArray(child)) {
      for (const content of child) {
        inline.push(...context.parts.pieces(content));
        pictures.push(...context.parts.pictures(content).map((picture) => withAlt(picture, element)));
      }
    } else if (INLINE.has(child.type) && !hasBlocks(child, 0)) {
      collect(context, child, inline, pictures);
    } else {
      close();
      readElement(context, child, role, depth);
    }
  }
  close();
}

/** Whether an inline element holds blocks, which some programs write. */
function hasBlocks(element: TagElement, depth: number): boolean {
  if (depth > 20) return false;
  for (const child of element.children.values())
    if (
      !Array.isArray(child) &&
      (!INLINE.has(child.type) || hasBlocks(child, depth + 1)) &&
      child.type !== 'Note' &&
      child.type !== 'Figure'
    )
      return true;
  return false;
}

function collect(context: Context, element: TagElement, inline: Piece[], pictures: Picture[]): void {
  for (const child of childrenOf(element)) {
    if (!Array.isArray(child)) collect(context, child, inline, pictures);
    else
      for (const content of child) {
        inline.push(...context.parts.pieces(content));
        pictures.push(...context.parts.pictures(content).map((picture) => withAlt(picture, element)));
      }
  }
}

function withAlt(picture: Picture, { alt }: TagElement): Picture {
  return alt === '' ? picture : { ...picture, alt };
}

function readElement(context: Context, element: TagElement, role: Role, depth: number): void {
  const { type } = element;
  const heading = HEADING.exec(type);
  if (type === 'Artifact') return;
  if (heading || type === 'Title') {
    readChildren(context, element, { role: 'heading', level: Number(heading?.[1] ?? 1) }, depth);
  } else if (type === 'L') readList(context, element, depth);
  else if (type === 'LI') readItem(context, element, depth === 0 ? 1 : depth);
  else if (type === 'Table') readTableElement(context, element, depth);
  else if (type === 'Caption') readChildren(context, element, { role: 'caption', level: 0 }, depth);
  else readChildren(context, element, role, depth);
}

function readList(context: Context, list: TagElement, depth: number): void {
  for (const child of childrenOf(list)) {
    if (Array.isArray(child))
      pushParagraph(
        context,
        child.flatMap((content) => context.parts.pieces(content)),
        TEXT,
      );
    else if (child.type === 'LI') readItem(context, child, depth + 1);
    else readElement(context, child, TEXT, depth + 1);
  }
}

/** An item: its label, its text, and the lists in it. */
function readItem(context: Context, item: TagElement, depth: number): void {
  const label: Piece[] = [];
  const start = context.blocks.length;
  const role: Role = { role: 'item', level: depth - 1, label: '' };
  for (const child of childrenOf(item)) {
    if (!Array.isArray(child) && child.type === 'Lbl') collect(context, child, label, []);
    else if (!Array.isArray(child) && child.type === 'L') readList(context, child, depth);
    else if (Array.isArray(child))
      pushParagraph(
        context,
        child.flatMap((content) => context.parts.pieces(content)),
        role,
      );
    else readElement(context, child, role, depth);
  }
  const joined = plainOf(joinPieces(label, context.vocabulary).runs).trim();
  const first = context.blocks[start];
  if (first?.kind === 'paragraph' && first.role === 'item' && first.level === depth - 1)
    context.blocks[start] = joined === '' ? withOwnLabel(context, first) : { ...first, label: joined };
  else if (label.length > 0) {
    // A label without a text of its own: its letters stay.
    pushParagraph(context, label, { ...role, label: '' });
    const own = context.blocks.pop();
    const page = context.pages.pop();
    if (own) context.blocks.splice(start, 0, own);
    if (page !== undefined) context.pages.splice(start, 0, page);
  }
}

/** An item whose label is tagged as a part of its text, or is drawn. */
function withOwnLabel(context: Context, item: Paragraph): Paragraph {
  const label = labelIn(plainOf(item.runs));
  if (label !== undefined) return { ...item, label, runs: withoutStart(item.runs, label.length) };
  context.bullets++;
  return { ...item, label: '•' };
}

function readTableElement(context: Context, table: TagElement, depth: number): void {
  const rows: Cell[][] = [];
  /** Rows that a cell of an earlier row still covers, by column. */
  const covered: number[] = [];
  const rest: TagElement[] = [];
  const caption: TagElement[] = [];
  const addRow = (row: TagElement): void => {
    const cells: Cell[] = [];
    let column = 0;
    let next = 0;
    for (const [place, cell] of [...row.children].sort(([one], [other]) => one - other)) {
      if (Array.isArray(cell)) continue;
      // A cell without content is in no page's tree: only its place among the others is known.
      column += Math.max(0, place - next);
      next = place + 1;
      if (cell.type !== 'TD' && cell.type !== 'TH') {
        rest.push(cell);
        continue;
      }
      while ((covered[column] ?? 0) > 0) column++;
      const inner: Context = { ...context, blocks: [], pages: [], hyphens: 0, bullets: 0 };
      readChildren(inner, cell, TEXT, depth);
      context.hyphens += inner.hyphens;
      context.bullets += inner.bullets;
      context.page = inner.page;
      cells.push({ column, columns: cell.columns, rows: cell.rows, blocks: inner.blocks });
      for (let n = 0; n < cell.columns; n++)
        covered[column + n] = Math.max(covered[column + n] ?? 0, cell.rows);
      column += cell.columns;
    }
    for (let n = 0; n < covered.length; n++) covered[n] = Math.max(0, (covered[n] ?? 0) - 1);
    rows.push(cells);
  };
  const addRows = (element: TagElement): void => {
    for (const child of childrenOf(element)) {
      if (Array.isArray(child)) continue;
      if (child.type === 'TR') addRow(child);
      else if (/^T(?:Head|Body|Foot)$/.test(child.type)) addRows(child);
      else if (child.type === 'Caption') caption.push(child);
      else rest.push(child);
    }
  };
  addRows(table);
  for (const element of caption) readElement(context, element, TEXT, depth);
  const filled = rows.filter((cells) => cells.length > 0);
  if (filled.length > 0) push(context, readTable(filled));
  // Content that is in no cell is not lost.
  for (const element of rest) readElement(context, element, TEXT, depth);
}

/** Whether most of the letters run to the left. */
function runToLeft(pieces: readonly Piece[]): boolean {
  let balance = 0;
  for (const { text, isRightToLeft } of pieces) balance += isRightToLeft ? text.length : -text.length;
  return balance > 0;
}

function push(context: Context, block: Block): void {
  context.blocks.push(block);
  context.pages.push(context.page);
}

function pushParagraph(context: Context, pieces: readonly Piece[], role: Role): void {
  if (pieces.length === 0) return;
  const joined = joinPieces(pieces, context.vocabulary);
  context.hyphens += joined.hyphens;
  // A heading that is an item of a list looks like one.
  const bullet = role.role === 'heading' ? BULLET.exec(plainOf(joined.runs)) : null;
  context.bullets -= bullet ? 1 : 0;
  const runs = bullet ? withoutStart(joined.runs, 1) : joined.runs;
  const [first] = pieces;
  context.page = pieces.at(-1)!.page;
  push(context, {
    kind: 'paragraph',
    ...role,
    runs,
    size: usualSize(pieces),
    ...(runToLeft(pieces) ? { isRightToLeft: true } : {}),
    place: { page: first!.page, box: around(pieces.filter(({ page }) => page === first!.page)) },
  });
}
