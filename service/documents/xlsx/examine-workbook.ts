import type { OptionsOf } from '../../contract/index.ts';
import { readableText } from '../../text/codes.ts';
import type { Examination } from '../format.ts';
import { sheetTally } from '../shared/sheet-tally.ts';
import { MAX_COLUMNS } from '../shared/table-columns.ts';
import { segmentOf, textOf } from './cell-text.ts';
import { readHead, selectCells } from './selection.ts';
import { scanSheet } from './sheet-scan.ts';
import type { Workbook } from './workbook.ts';

/** The columns of all worksheets together, and the texts that are not translated: of other columns, and of formulas. */
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
  return tally.examination();
}
