import type { Included, OptionsOf } from '../../contract/index.ts';
import { readableText } from '../../text/codes.ts';
import { FIRST_COLUMN, headSampler, selectOfSheets } from '../shared/sheet-head.ts';
import type { SheetHead, SheetSelection } from '../shared/sheet-head.ts';
import { segmentOf, textOf } from './cell-text.ts';
import { scanSheet } from './sheet-scan.ts';
import type { Workbook } from './workbook.ts';

/** The cells of a workbook that are segments, by the options of its job. */
export interface Selection {
  /** Column A of every sheet, whatever is in it: no option says otherwise. */
  readonly isFirst: boolean;
  /** One segment for all cells with the same text; only of cells that hold text. */
  readonly isDistinct: boolean;
  /** What beside the cells' own texts. */
  readonly include: ReadonlySet<Included>;
  ofSheet(part: string): SheetSelection;
}

const NOTHING: SheetSelection = { ...FIRST_COLUMN, wants: () => false };

/** Throws `invalid_request` for a column that the workbook does not have. */
export function selectCells(workbook: Workbook, options: OptionsOf<'xlsx'>): Selection {
  const { columns, into } = options;
  const include = new Set(options.include);
  if (columns === 'first' && into === null)
    return { isFirst: true, isDistinct: false, include, ofSheet: () => FIRST_COLUMN };
  const heads = workbook.sheets.map((part) => readHead(workbook, part));
  const chosen = selectOfSheets(options, heads);
  const sheets = new Map(workbook.sheets.map((part, index) => [part, chosen[index]!]));
  return {
    isFirst: false,
    isDistinct: columns === 'all',
    include,
    ofSheet: (part) => sheets.get(part) ?? NOTHING,
  };
}

export function readHead(workbook: Workbook, part: string): SheetHead {
  const sampler = headSampler();
  scanSheet(workbook.pkg.text(part), part, {
    wants: (column, row) => sampler.wants(column, row),
    cell(content, row, column) {
      sampler.add(column, row, () => {
        const segment = segmentOf(content, textOf(workbook, content));
        return segment && readableText(segment.text);
      });
    },
  });
  return sampler.head();
}
