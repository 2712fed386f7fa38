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

/** The change of a segment's cell. */
export interface SegmentChange extends CellChange {
  readonly index: number;
}

export interface FoundChanges {
  readonly changes: readonly SegmentChange[];
  /** Shared strings shown by unchanged cells, in any column. */
  readonly usedElsewhere: Set<number>;
  /** Unchanged cells that show a text. */
  readonly others: CellIndex;
  readonly hasFormulas: boolean;
  /** Indexes of segments whose translation Excel could not hold, in a cell or a header of a page. */
  readonly tooLong: readonly number[];
  /** Edits of texts outside the cells. */
  readonly beside: readonly PartEdit[];
}

/** Walks the workbook as extraction did, and finds the cells whose target differs from their source. */
export function findChanges(
  workbook: Workbook,
  selection: Selection,
  targets: Targets,
  drawing: DrawingTarget,
): FoundChanges {
  const changes: SegmentChange[] = [];
  const usedElsewhere = new Set<number>();
  const others = cellIndex();
  const noteOther = (part: string, column: number, row: number): void => {
    others.add(workbook.sheetNames.get(part) ?? part, column, row);
  };
  let hasFormulas = false;
  const tooLong: number[] = [];
  const numbers = segmentNumbers(selection);
  const beside: PartEdit[] = [];
  const take = (texts: SheetTexts): void => {
    const indexes = texts.spans.map(() => numbers.next());
    const own = texts.spans.map(({ segment }, span) => {
      const target = targets[indexes[span]!] ?? null;
      return target === segment.text ? null : target;
    });
    const { edits, kept } = texts.write(own);
    tooLong.push(...kept.map((span) => indexes[span]!));
    beside.push(...edits);
  };
  eachCell(
    workbook,
    selection,
    (cell) => {
      const { index } = numbers.ofCell(cell);
      const change = changeOf(cell, index, targets[index] ?? null);
      const fits = change === undefined || plainRichText(change.text).length <= MAX_CELL_TEXT;
      if (!fits) tooLong.push(index);
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
  return { changes, usedElsewhere, others, hasFormulas, tooLong, beside };
}

/** An unchanged cell keeps its shared string from being rewritten. */
export function noteUse({ content }: SelectedCell, usedElsewhere: Set<number>): void {
  if (content.kind === 'shared') usedElsewhere.add(content.index);
}

function changeOf(cell: SelectedCell, index: number, target: string | null): SegmentChange | undefined {
  const { text: source, segment } = cell;
  if (!source || target === null || target === segment.text) return undefined;
  const coded = codeRichText(source);
  return coded && { index, cell, text: translateRichText(source, coded, target) };
}
