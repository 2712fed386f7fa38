import { XmlReader } from '../xml/reader.ts';
import { eachContent, processedNames } from './compatibility.ts';
import type { ProcessedNames } from './compatibility.ts';
import { readCell } from './cell.ts';
import type { CellContent } from './cell.ts';

export interface SheetVisitor {
  /** A cell of column A that is not empty, in document order. `row` counts from 1. `computed`: Excel fills it, from a formula in a row above. */
  columnA(content: CellContent, row: number, computed: boolean): void;
  /** A shared string that a cell of another column shows. */
  sharedElsewhere?: ((index: number) => void) | undefined;
  /** A cell of another column that is not empty; the column counts from 1. With it no formulas or shared strings of those are told. */
  otherCell?: (content: CellContent, row: number, column: number) => void;
  /** Any cell with a formula. */
  formula?: (() => void) | undefined;
}

/** Walks the cells of a worksheet. A cell or row without a reference stands after the one before it. */
export function scanSheet(xml: string, part: string, visitor: SheetVisitor): void {
  const reader = new XmlReader(xml, part);
  let row = 0;
  let column = 0;
  let filled: Rows | undefined;
  reader.next();
  const processed = processedNames(reader);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === 's:row') {
      row = Number(reader.attribute('r')) || row + 1;
      column = 0;
    } else if (reader.name === 's:c') {
      column = columnNumber(reader.attribute('r')) ?? column + 1;
      if (column !== 1 && visitor.otherCell) {
        const content = readCell(xml, reader, processed);
        if (content) visitor.otherCell(content, row, column);
        continue;
      }
      if (column !== 1) {
        visitOther(xml, reader, processed, visitor);
        continue;
      }
      const content = readCell(xml, reader, processed);
      if (!content) continue;
      if (content.kind === 'fixed' && content.formula) visitor.formula?.();
      if (content.kind === 'fixed') filled = rowsInColumnA(content.fills) ?? filled;
      visitor.columnA(content, row, isWithin(row, filled));
    } else if (reader.name === 's:extLst') {
      reader.skipElement();
    }
  }
}

function visitOther(xml: string, reader: XmlReader, processed: ProcessedNames, visitor: SheetVisitor): void {
  if (!visitor.formula && !visitor.sharedElsewhere) {
    reader.skipElement();
    return;
  }
  const shared = reader.attribute('t') === 's';
  eachContent(xml, reader, processed, () => {
    if (reader.name === 's:f') visitor.formula?.();
    else if (reader.name === 's:v' && shared) visitor.sharedElsewhere?.(Number(reader.elementText()));
  });
}

/** From 1, both inclusive. */
interface Rows {
  readonly first: number;
  readonly last: number;
}

function isWithin(row: number, rows: Rows | undefined): boolean {
  return rows !== undefined && row >= rows.first && row <= rows.last;
}

/** The rows of a range that begins in column A; undefined for any other. */
export function rowsInColumnA(range: string | undefined): Rows | undefined {
  const [, first, last] = /^\$?A\$?(\d+)(?::\$?[A-Z]+\$?(\d+))?$/i.exec(range ?? '') ?? [];
  return first === undefined ? undefined : { first: Number(first), last: Number(last ?? first) };
}

/** 1 for `A12`; undefined where there is no reference. */
function columnNumber(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let number = 0;
  for (let at = 0; at < reference.length; at++) {
    // Small letters too.
    const letter = (reference.charCodeAt(at) & ~0x20) - 0x40;
    if (letter < 1 || letter > 26) break;
    number = number * 26 + letter;
  }
  return number === 0 ? undefined : number;
}
