import type { Included, OptionsOf } from '../../contract/index.ts';
import { readableText } from '../../text/codes.ts';
import { FIRST_COLUMN, headSampler, selectOfSheets } from '../shared/sheet-head.ts';
import type { SheetHead, SheetSelection } from '../shared/sheet-head.ts';
import { mayBeIdColumn } from '../shared/id-column.ts';
import { segmentOf, textOf } from './cell-text.ts';
import { scanSheet } from './sheet-scan.ts';
import type { Workbook } from './workbook.ts';

/** The cells of a workbook that are segments, by the options of its job. */
export interface Selection {
  /** Column A of every sheet, whatever its content: no option says otherwise. */
  readonly isFirst: boolean;
  /** One segment for all cells with the same text; only of cells that hold text. */
  readonly isDistinct: boolean;
  /** The texts to translate besides the cells'. */
  readonly include: ReadonlySet<Included>;
  ofSheet(part: string): SheetSelection;
}

const NOTHING: SheetSelection = { ...FIRST_COLUMN, wants: () => false };

/** Throws `invalid_request` for a missing column. */
export function selectCells(workbook: Workbook, options: OptionsOf<'xlsx'>): Selection {
  const { columns, into } = options;
  const include = new Set(options.include);
  if (columns === 'first' && into === null) {
    const known = new Map<string, SheetSelection>();
    const ofSheet = (part: string): SheetSelection => {
      const own = known.get(part) ?? firstColumn(workbook, part);
      known.set(part, own);
      return own;
    };
    return { isFirst: true, isDistinct: false, include, ofSheet };
  }
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

/** Column A of a sheet; reads the whole sheet only if the column may contain ids. */
function firstColumn(workbook: Workbook, part: string): SheetSelection {
  if (!mayBeOfIds(workbook, part)) return FIRST_COLUMN;
  const { ids } = readHead(workbook, part);
  return ids.has(1) ? { ...FIRST_COLUMN, isOfIds: (column) => column === 1 } : FIRST_COLUMN;
}

/** By the first cells of column A. */
function mayBeOfIds(workbook: Workbook, part: string): boolean {
  const values: string[] = [];
  scanSheet(workbook.pkg.text(part), part, {
    wants: (column) => column === 1,
    cell(content) {
      const segment = segmentOf(content, textOf(workbook, content));
      if (segment) values.push(readableText(segment.text));
    },
    isDone: () => values.length >= CELLS_LOOKED_AT,
  });
  return mayBeIdColumn(values);
}

const CELLS_LOOKED_AT = 10;

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
