import type { ExtractedSegment } from '../format.ts';
import type { CellContent } from './cell.ts';
import { segmentOf, textOf } from './cell-text.ts';
import type { RichText } from './rich-text.ts';
import type { Selection } from './selection.ts';
import { scanSheet } from './sheet-scan.ts';
import type { SheetVisitor } from './sheet-scan.ts';
import { readTargetPlaces } from './target-places.ts';
import type { TargetPlace } from './target-places.ts';
import type { Workbook } from './workbook.ts';

/** A selected cell. */
export interface SelectedCell {
  readonly sheet: { readonly part: string; readonly xml: string };
  /** Both from 1. */
  readonly row: number;
  readonly column: number;
  readonly content: CellContent;
  /** The translatable text; undefined for other types, formulas, and results of array formulas. */
  readonly text: RichText | undefined;
  readonly segment: ExtractedSegment;
  /** The cell for its translation, if it does not replace the text. */
  readonly into?: TargetPlace | undefined;
}

/** Optional callbacks about a workbook's sheets. */
export interface SheetsVisitor extends Pick<SheetVisitor, 'sharedElsewhere' | 'formula'> {
  /** Called for each cell whose translation belongs in a non-empty cell. */
  kept?(): void;
  /** A cell that is not selected and shows a text. */
  otherText?(part: string, column: number, row: number): void;
  /** Called for each sheet, after its cells. */
  afterCells?(sheet: SelectedCell['sheet']): void;
}

/** Calls `visit` for each selected non-empty cell: sheets in workbook order, cells in sheet order. */
export function eachCell(
  workbook: Workbook,
  selection: Selection,
  visit: (cell: SelectedCell) => void,
  others: SheetsVisitor = {},
): void {
  for (const part of workbook.sheets) {
    const sheet = { part, xml: workbook.pkg.text(part) };
    const own = selection.ofSheet(part);
    const withHidden = selection.include.has('hidden');
    const isLeftOut = !withHidden && workbook.hiddenSheets.has(part);
    const places =
      own.into.size > 0 ? readTargetPlaces(sheet.xml, part, new Set(own.into.values())) : undefined;
    scanSheet(sheet.xml, part, {
      wants: (column, row, isHidden) =>
        !isLeftOut && (withHidden || !isHidden) && row !== own.headerRow && own.wants(column),
      spills: !selection.isFirst,
      sharedElsewhere: others.sharedElsewhere,
      formula: others.formula,
      otherText: (column, row) => others.otherText?.(part, column, row),
      cell(content, row, column, computed) {
        const text = computed ? undefined : textOf(workbook, content);
        const found = segmentOf(content, computed ? textOf(workbook, content) : text);
        if (!found || (selection.isDistinct && !text)) {
          if (content.kind === 'shared') others.sharedElsewhere?.(content.index);
          return;
        }
        const segment: ExtractedSegment =
          computed || own.isOfIds(column) ? { text: found.text, copy: true } : found;
        const cell: SelectedCell = { sheet, row, column, content, text, segment };
        const target = own.into.get(column);
        if (!places || target === undefined) {
          visit(cell);
          return;
        }
        const into = places(row, target);
        if (into) visit({ ...cell, into });
        else others.kept?.();
      },
    });
    if (!isLeftOut) others.afterCells?.(sheet);
  }
}

export interface SegmentNumbers {
  /** Consecutive numbers, or one number for equal texts. */
  ofCell(cell: SelectedCell): { readonly index: number; readonly isNew: boolean };
  /** For a text outside the cells. */
  next(): number;
}

export function segmentNumbers({ isDistinct }: Selection): SegmentNumbers {
  const known = new Map<string, number>();
  let next = 0;
  return {
    ofCell({ segment }) {
      const key = (segment.copy ? 'copied ' : '') + segment.text;
      const found = isDistinct ? known.get(key) : undefined;
      if (found !== undefined) return { index: found, isNew: false };
      if (isDistinct) known.set(key, next);
      return { index: next++, isNew: true };
    },
    next: () => next++,
  };
}
