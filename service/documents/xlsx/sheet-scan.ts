import { XmlReader } from '../ooxml/xml-reader.ts';
import { eachContent, processedNames } from './compatibility.ts';
import type { ProcessedNames } from './compatibility.ts';
import { readCell } from './cell.ts';
import type { CellContent } from './cell.ts';

export interface SheetVisitor {
  /** A cell of column A that is not empty, in document order. `row` counts from 1. */
  columnA(content: CellContent, row: number): void;
  /** A shared string that a cell of another column shows. */
  sharedElsewhere?(index: number): void;
  /** Any cell with a formula. */
  formula?(): void;
}

/** Walks the cells of a worksheet. A cell or row without a reference stands after the one before it. */
export function scanSheet(xml: string, part: string, visitor: SheetVisitor): void {
  const reader = new XmlReader(xml, part);
  let row = 0;
  let column = 0;
  reader.next();
  const processed = processedNames(reader);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    if (reader.name === 's:row') {
      row = Number(reader.attribute('r')) || row + 1;
      column = 0;
    } else if (reader.name === 's:c') {
      column = columnNumber(reader.attribute('r')) ?? column + 1;
      if (column === 1) visitColumnA(xml, reader, processed, row, visitor);
      else visitOther(xml, reader, processed, visitor);
    } else if (reader.name === 's:extLst') {
      reader.skipElement();
    }
  }
}

function visitColumnA(
  xml: string,
  reader: XmlReader,
  processed: ProcessedNames,
  row: number,
  visitor: SheetVisitor,
): void {
  const content = readCell(xml, reader, processed);
  if (content?.kind === 'fixed' && content.formula) visitor.formula?.();
  if (content) visitor.columnA(content, row);
}

function visitOther(xml: string, reader: XmlReader, processed: ProcessedNames, visitor: SheetVisitor): void {
  const shared = reader.attribute('t') === 's';
  eachContent(xml, reader, processed, () => {
    if (reader.name === 's:f') visitor.formula?.();
    else if (reader.name === 's:v' && shared) visitor.sharedElsewhere?.(Number(reader.elementText()));
  });
}

/** 1 for `A12`; undefined where there is no reference. */
function columnNumber(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let number = 0;
  for (const char of reference.toUpperCase()) {
    if (char < 'A' || char > 'Z') break;
    number = number * 26 + char.charCodeAt(0) - 64;
  }
  return number === 0 ? undefined : number;
}
