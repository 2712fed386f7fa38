import type { Targets } from '../format.ts';
import type { DrawingTarget } from '../ooxml/drawing/write-paragraph.ts';
import type { PartEdit } from '../packages/package-format.ts';
import { cellIndex } from '../lookups/cell-index.ts';
import type { CellIndex } from '../lookups/cell-index.ts';
import { eachCell, segmentNumbers } from './cells.ts';
import type { SelectedCell } from './cells.ts';
import type { CellChange } from './cell-edits.ts';
import { codeRichText, plainRichText, translateRichText } from './rich-text.ts';
import { sheetTexts, workbookTexts } from './sheet-texts.ts';
import type { SheetTexts } from './sheet-texts.ts';
import type { Selection } from './selection.ts';
import type { Workbook } from './workbook.ts';

/** Excel's limit for the text of a cell, in UTF-16 units. */
const MAX_CELL_TEXT = 32_767;

export interface FoundChanges {
  readonly changes: readonly CellChange[];
  /** Shared strings shown by unchanged cells, in any column. */
  readonly usedElsewhere: Set<number>;
  /** Unchanged cells that show a text. */
  readonly others: CellIndex;
  readonly hasFormulas: boolean;
  /** Cells whose translation Excel could not hold. */
  readonly tooLong: number;
  /** Edits of texts outside the cells, and how many of those had to stay. */
  readonly beside: readonly PartEdit[];
  readonly restored: number;
}

/** Walks the workbook as extraction did, and finds the cells whose target differs from their source. */
export function findChanges(
  workbook: Workbook,
  selection: Selection,
  targets: Targets,
  drawing: DrawingTarget,
): FoundChanges {
  const changes: CellChange[] = [];
  const usedElsewhere = new Set<number>();
  const others = cellIndex();
  const noteOther = (part: string, column: number, row: number): void => {
    others.add(workbook.sheetNames.get(part) ?? part, column, row);
  };
  let hasFormulas = false;
  let tooLong = 0;
  const numbers = segmentNumbers(selection);
  const beside: PartEdit[] = [];
  let restored = 0;
  const take = (texts: SheetTexts): void => {
    const own = texts.spans.map(({ segment }) => {
      const target = targets[numbers.next()] ?? null;
      return target === segment.text ? null : target;
    });
    const { edits, kept } = texts.write(own);
    restored += kept.length;
    beside.push(...edits);
  };
  eachCell(
    workbook,
    selection,
    (cell) => {
      const change = changeOf(cell, targets[numbers.ofCell(cell).index] ?? null);
      const fits = change === undefined || plainRichText(change.text).length <= MAX_CELL_TEXT;
      if (!fits) tooLong++;
      if (change && fits) changes.push(change);
      else {
        noteUse(cell, usedElsewhere);
        if (cell.text) noteOther(cell.sheet.part, cell.column, cell.row);
      }
    },
    {
      otherText: noteOther,
      sharedElsewhere: (item) => usedElsewhere.add(item),
      formula: () => (hasFormulas = true),
      afterCells(sheet) {
        for (const texts of sheetTexts(workbook, sheet, selection, drawing)) take(texts);
      },
    },
  );
  for (const texts of workbookTexts(workbook, selection)) take(texts);
  return { changes, usedElsewhere, others, hasFormulas, tooLong, beside, restored };
}

/** An unchanged cell keeps its shared string from being rewritten. */
export function noteUse({ content }: SelectedCell, usedElsewhere: Set<number>): void {
  if (content.kind === 'shared') usedElsewhere.add(content.index);
}

function changeOf(cell: SelectedCell, target: string | null): CellChange | undefined {
  const { text: source, segment } = cell;
  if (!source || target === null || target === segment.text) return undefined;
  const coded = codeRichText(source);
  return coded && { cell, text: translateRichText(source, coded, target) };
}
