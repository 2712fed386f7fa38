import { isWithin, rangeOf } from '../lookups/references.ts';
import type { Area } from '../lookups/references.ts';
import { XmlReader } from '../xml/reader.ts';
import { eachContent, processedNames } from './compatibility.ts';
import type { ProcessedNames } from './compatibility.ts';
import { filledBy, readCell } from './cell.ts';
import type { CellContent } from './cell.ts';

export interface SheetVisitor {
  /** Whether to report a cell; both numbers count from 1. `isHidden`: its row is hidden. */
  wants(column: number, row: number, isHidden: boolean): boolean;
  /** A wanted non-empty cell, in document order. `computed`: filled by a formula elsewhere. */
  cell(content: CellContent, row: number, column: number, computed: boolean): void;
  /** Whether formulas in unwanted cells may fill wanted ones. */
  readonly spills?: boolean;
  /** A shared string that an unwanted cell shows. */
  sharedElsewhere?: ((index: number) => void) | undefined;
  /** An unwanted cell with a text. */
  otherText?(column: number, row: number): void;
  /** Any cell with a formula. */
  formula?: (() => void) | undefined;
  /** Whether the rest of the sheet can be skipped. */
  isDone?(): boolean;
}

/** Values of `c/@t`: the string table, a formula's result, an inline text. */
const TEXT_TYPES: ReadonlySet<string> = new Set(['s', 'str', 'inlineStr']);

/** Walks the cells of a worksheet. A cell or row without a reference follows the previous one. */
export function scanSheet(xml: string, part: string, visitor: SheetVisitor): void {
  const reader = new XmlReader(xml, part);
  const filled = filledCells();
  let row = 0;
  let column = 0;
  let isHidden = false;
  reader.next();
  const processed = processedNames(reader);
  for (let event = reader.next(); event; event = reader.next()) {
    if (event !== 'open') continue;
    if (visitor.isDone?.()) return;
    if (reader.name === 's:row') {
      row = Number(reader.attribute('r')) || row + 1;
      column = 0;
      isHidden = /^(?:1|true)$/.test(reader.attribute('hidden') ?? '');
    } else if (reader.name === 's:c') {
      column = columnOf(reader.attribute('r')) ?? column + 1;
      if (!visitor.wants(column, row, isHidden)) {
        if (TEXT_TYPES.has(reader.attribute('t') ?? '')) visitor.otherText?.(column, row);
        visitOther(xml, reader, processed, visitor, filled);
        continue;
      }
      const content = readCell(xml, reader, processed);
      if (!content) continue;
      if (content.kind === 'fixed' && content.formula) visitor.formula?.();
      if (content.kind === 'fixed') filled.add(content.fills);
      visitor.cell(content, row, column, filled.has(column, row));
    } else if (reader.name === 's:extLst') {
      reader.skipElement();
    }
  }
}

function visitOther(
  xml: string,
  reader: XmlReader,
  processed: ProcessedNames,
  visitor: SheetVisitor,
  filled: ReturnType<typeof filledCells>,
): void {
  if (!visitor.formula && !visitor.sharedElsewhere && !visitor.spills) {
    reader.skipElement();
    return;
  }
  const shared = reader.attribute('t') === 's';
  eachContent(xml, reader, processed, () => {
    if (reader.name === 's:f') {
      visitor.formula?.();
      if (visitor.spills) filled.add(filledBy(reader));
    } else if (reader.name === 's:v' && shared) visitor.sharedElsewhere?.(Number(reader.elementText()));
  });
}

/** Wider ranges are few, and compared one by one. */
const NARROW = 64;
const MAX_WIDE = 50;

/** Cells filled by array formulas and data tables, row by row without overlap: the last one per column. */
function filledCells() {
  const byColumn = new Map<number, Area>();
  const wide: Area[] = [];
  return {
    add(range: string | undefined): void {
      const area = range === undefined ? undefined : rangeOf(range, '');
      if (!area) return;
      if (area.right - area.left < NARROW)
        for (let column = area.left; column <= area.right; column++) byColumn.set(column, area);
      else if (wide.push(area) > MAX_WIDE) wide.shift();
    },
    has(column: number, row: number): boolean {
      const isIn = (area: Area | undefined): boolean =>
        area !== undefined && isWithin(area, { sheet: '', column, row });
      return isIn(byColumn.get(column)) || wide.some(isIn);
    },
  };
}

/** 1 for `A12`; undefined without a reference. */
export function columnOf(reference: string | undefined): number | undefined {
  if (reference === undefined) return undefined;
  let number = 0;
  for (let at = 0; at < reference.length; at++) {
    // Also lower case.
    const letter = (reference.charCodeAt(at) & ~0x20) - 0x40;
    if (letter < 1 || letter > 26) break;
    number = number * 26 + letter;
  }
  return number === 0 ? undefined : number;
}
