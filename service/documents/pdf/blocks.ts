/** A box on a page, in points, from its top left corner downwards. */
export interface Box {
  readonly left: number;
  readonly right: number;
  readonly top: number;
  readonly bottom: number;
}

/** Where a text stands in the PDF. */
export interface Place {
  /** Counted from 0. */
  readonly page: number;
  readonly box: Box;
}

/** A text of one look. */
export interface Run {
  readonly text: string;
  readonly isBold?: boolean;
  readonly isItalic?: boolean;
  readonly raised?: 'superscript' | 'subscript';
  /** An address on the web. */
  readonly link?: string;
  /** The mark of a footnote: its index in `PdfContent.notes`. */
  readonly note?: number;
  /** The number of the page that it is on. */
  readonly isPageNumber?: true;
}

export interface Paragraph {
  readonly kind: 'paragraph';
  readonly role: 'text' | 'heading' | 'item' | 'caption';
  readonly runs: readonly Run[];
  /** Of a heading 1 to 6; of an item its depth from 0. */
  readonly level: number;
  /** Of an item, as printed: "•", "1.", "a)". Empty for further paragraphs of an item. */
  readonly label?: string;
  /** Points; undefined if unknown. */
  readonly size?: number | undefined;
  readonly isCentred?: boolean;
  readonly isRightToLeft?: boolean;
  readonly place: Place;
}

export interface Cell {
  readonly column: number;
  readonly columns: number;
  readonly rows: number;
  readonly blocks: readonly Block[];
}

export interface Table {
  readonly kind: 'table';
  /** Cells that begin in each row. */
  readonly rows: readonly (readonly Cell[])[];
  /** Shares of the width. */
  readonly widths: readonly number[];
  readonly isRuled: boolean;
  readonly isRightToLeft?: boolean;
}

export interface Picture {
  readonly kind: 'picture';
  readonly bytes: Uint8Array;
  readonly type: 'jpeg' | 'png';
  /** Points. */
  readonly width: number;
  readonly height: number;
  readonly alt: string;
}

export type Block = Paragraph | Table | Picture;

/** A PDF as a document in reading order. */
export interface PdfContent {
  readonly blocks: readonly Block[];
  /** Footnotes, which runs refer to. */
  readonly notes: readonly (readonly Paragraph[])[];
  readonly headers: readonly Paragraph[];
  readonly footers: readonly Paragraph[];
  /** Points. */
  readonly page: { readonly width: number; readonly height: number };
  readonly language: string;
  readonly title: string;
  readonly bodySize: number;
}

export function around(boxes: readonly Box[]): Box {
  const box = { left: Infinity, right: -Infinity, top: Infinity, bottom: -Infinity };
  for (const { left, right, top, bottom } of boxes) {
    if (left < box.left) box.left = left;
    if (right > box.right) box.right = right;
    if (top < box.top) box.top = top;
    if (bottom > box.bottom) box.bottom = bottom;
  }
  return box;
}

/** Whether the middle of `inner` is in `outer`. */
export function holds(outer: Box, inner: Box): boolean {
  const [x, y] = [(inner.left + inner.right) / 2, (inner.top + inner.bottom) / 2];
  return x >= outer.left && x <= outer.right && y >= outer.top && y <= outer.bottom;
}

/** `widths`: shares of the columns; equal ones if absent. */
function tableOf(rows: readonly (readonly Cell[])[], isRuled = true, widths?: readonly number[]): Table {
  const columns = Math.max(1, ...rows.flat().map(({ column, columns: span }) => column + span));
  return {
    kind: 'table',
    rows,
    isRuled,
    widths: widths ?? Array.from({ length: columns }, () => 1 / columns),
  };
}

/** A table whose cells are in the order of reading. */
export function readTable(rows: readonly (readonly Cell[])[]): Table {
  return { ...tableOf(rows), ...(isReversed(rows) ? { isRightToLeft: true } : {}) };
}

/** Whether most texts of a table run to the left. */
function isReversed(rows: readonly (readonly Cell[])[]): boolean {
  const texts = rows.flat().flatMap(({ blocks }) => blocks.filter((block) => block.kind === 'paragraph'));
  return texts.filter(({ isRightToLeft }) => isRightToLeft).length * 2 > texts.length;
}

/** A table from the places of its cells: where most of its texts run to the left, its first column is at the right. */
export function placedTable(
  rows: readonly (readonly Cell[])[],
  isRuled: boolean,
  widths: readonly number[],
): Table {
  if (!isReversed(rows)) return tableOf(rows, isRuled, widths);
  const mirrored = rows.map((row) =>
    row.map((cell) => ({ ...cell, column: widths.length - cell.column - cell.columns })).reverse(),
  );
  return { ...tableOf(mirrored, isRuled, [...widths].reverse()), isRightToLeft: true };
}
