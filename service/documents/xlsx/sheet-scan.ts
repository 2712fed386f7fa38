import type { Span } from './fragment.ts';
import { damaged } from '../ooxml/refusals.ts';
import { scanXml } from '../ooxml/xml.ts';
import { TagReader } from './tag-reader.ts';

export interface SheetVisitor {
  /**
   * A cell of column A that is more than an empty tag, in document order. `row` counts from 1; `around` are the start tags of the elements
   * between the root and the cell.
   */
  columnA(span: Span, row: number, around: readonly Span[]): void;
  /** A shared string that a cell of another column shows. */
  sharedElsewhere?(index: number): void;
  /** Any cell with a formula. */
  formula?(): void;
}

/** Walks the cells of a worksheet. A cell or row without a reference stands after the one before it. */
export function scanSheet(xml: string, part: string, visitor: SheetVisitor): void {
  const tags = new TagReader(xml, part);
  let data: Span = NOWHERE;
  let rowTag: Span = NOWHERE;
  let row = 0;
  let column = 0;
  while (tags.next()) {
    if (tags.closing) continue;
    if (tags.name === 'sheetData') {
      data = { start: tags.start, end: tags.end };
    } else if (tags.name === 'row') {
      rowTag = { start: tags.start, end: tags.end };
      row = Number(tags.attribute('r')) || row + 1;
      column = 0;
    } else if (tags.name === 'c') {
      column = columnNumber(tags.attribute('r')) ?? column + 1;
      if (tags.selfClosing) continue;
      if (column === 1) visitColumnA(tags, row, [data, rowTag], visitor);
      else visitOther(xml, tags, part, visitor);
    } else if (tags.name === 'extLst') {
      tags.skipElement();
    }
  }
}

const NOWHERE: Span = { start: 0, end: 0 };

function visitColumnA(tags: TagReader, row: number, around: readonly Span[], visitor: SheetVisitor): void {
  const { start } = tags;
  let hasContent = false;
  while (tags.next() && !(tags.closing && tags.name === 'c')) {
    if (tags.closing) continue;
    if (tags.name === 'extLst') {
      tags.skipElement();
    } else {
      hasContent = true;
      if (tags.name === 'f') visitor.formula?.();
    }
  }
  if (hasContent) visitor.columnA({ start, end: tags.end }, row, around);
}

/** Walked whether anyone asks or not: both walks of a sheet must see the same cells, or translations would land in others. */
function visitOther(xml: string, tags: TagReader, part: string, visitor: SheetVisitor): void {
  const shared = tags.attribute('t') === 's';
  while (tags.next() && !(tags.closing && tags.name === 'c')) {
    if (tags.closing) continue;
    if (tags.name === 'extLst') tags.skipElement();
    if (tags.name === 'c') throw damaged(`in its part “${part}” a cell stands within a cell`);
    if (tags.name === 'f') visitor.formula?.();
    if (tags.name !== 'v' || tags.selfClosing || !shared) continue;
    const valueStart = tags.end;
    tags.next();
    visitor.sharedElsewhere?.(indexIn(xml.slice(valueStart, tags.start), part));
  }
}

/** A string that a comment, CDATA or entity hides from us here would change under a cell that must stay. */
function indexIn(content: string, part: string): number {
  if (!/[<&]/.test(content)) return Number(content);
  let value = '';
  scanXml(`<v>${content}</v>`, part, { text: (piece) => (value += piece) });
  return Number(value);
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
