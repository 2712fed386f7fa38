import { INCLUDED } from '../../contract/index.ts';
import type { Included, OptionsOf } from '../../contract/index.ts';
import { readableText } from '../../text/codes.ts';
import type { Examination, LeftOut } from '../format.ts';
import { unlessRefused } from '../shared/refusals.ts';
import { sheetTally } from '../shared/sheet-tally.ts';
import { MAX_COLUMNS } from '../shared/table-columns.ts';
import { segmentOf, textOf } from './cell-text.ts';
import { readHead, selectCells } from './selection.ts';
import type { Selection } from './selection.ts';
import { drawingTarget, sheetTexts, workbookTexts } from './sheet-texts.ts';
import type { SheetTexts } from './sheet-texts.ts';
import { scanSheet } from './sheet-scan.ts';
import type { Workbook } from './workbook.ts';

/** All worksheets' columns, and untranslated texts: of other columns, and of formulas. */
export function examineWorkbook(workbook: Workbook, options: OptionsOf<'xlsx'>): Examination {
  const selection = selectCells(workbook, options);
  const tally = sheetTally(options.header);
  for (const part of workbook.sheets) {
    const count = tally.sheet(selection.ofSheet(part), readHead(workbook, part));
    scanSheet(workbook.pkg.text(part), part, {
      wants: (column) => column <= MAX_COLUMNS,
      cell(content, row, column) {
        const segment = segmentOf(content, textOf(workbook, content));
        if (!segment) return;
        count({
          column,
          row,
          text: readableText(segment.text),
          isFixed: content.kind === 'fixed',
          isFormula: content.kind === 'fixed' && content.formula,
          isCopy: segment.copy === true,
        });
      },
    });
  }
  const { columns = [], leftOut = [] } = tally.examination();
  return { columns, leftOut: [...leftOut, ...countBeside(workbook, selection)] };
}

/** Counts texts that only `include` adds. Damage there only affects users who include them. */
function countBeside(workbook: Workbook, { isDistinct, include }: Selection): LeftOut[] {
  const missing = new Set(INCLUDED.filter((name) => !include.has(name)));
  const options = { isDistinct, include: missing };
  const counts = new Map<Included, number>();
  const add = (all: Iterable<SheetTexts>): void => {
    for (const { needs, spans } of all) if (needs) counts.set(needs, (counts.get(needs) ?? 0) + spans.length);
  };
  const target = drawingTarget(undefined, undefined);
  for (const part of workbook.sheets)
    unlessRefused(() => add(sheetTexts(workbook, { part, xml: workbook.pkg.text(part) }, options, target)));
  unlessRefused(() => add(workbookTexts(workbook, options)));
  return Array.from(counts, ([what, count]) => ({ what, count }));
}
