import type { OptionsOf } from '../../contract/index.ts';
import { readableText } from '../../text/codes.ts';
import { isIdColumn, isKeyColumn } from '../shared/id-column.ts';
import type { IdRow } from '../shared/id-column.ts';
import { chooseSheetColumns, looksLikeHeader, MAX_COLUMNS } from '../shared/table-columns.ts';
import { segmentOf, textOf } from './cell-text.ts';
import { scanSheet } from './sheet-scan.ts';
import type { Workbook } from './workbook.ts';

/** The cells of a workbook that are segments, by the options of its job. */
export interface Selection {
  /** Column A of every sheet, whatever is in it: no option says otherwise. */
  readonly isFirst: boolean;
  /** One segment for all cells with the same text; only of cells that hold text. */
  readonly isDistinct: boolean;
  ofSheet(part: string): SheetSelection;
}

/** Columns and rows count from 1. */
export interface SheetSelection {
  wants(column: number): boolean;
  /** The row of names, which are not translated. */
  readonly headerRow: number | undefined;
  /** Whether a column is of ids, which are copied. */
  isOfIds(column: number): boolean;
  /** Where the translations of a column go; empty where they replace its texts. */
  readonly into: ReadonlyMap<number, number>;
  /** The last column that is not empty. */
  readonly width: number;
}

const FIRST: SheetSelection = {
  wants: (column) => column === 1,
  headerRow: undefined,
  isOfIds: () => false,
  into: new Map(),
  width: 1,
};

const NOTHING: SheetSelection = { ...FIRST, wants: () => false };

/** Throws `invalid_request` for a column that the workbook does not have. */
export function selectCells(workbook: Workbook, options: OptionsOf<'xlsx'>): Selection {
  const { columns, into } = options;
  if (columns === 'first' && into === null) return { isFirst: true, isDistinct: false, ofSheet: () => FIRST };
  const heads = workbook.sheets.map((part) => readHead(workbook, part));
  const chosen = chooseSheetColumns(
    options,
    heads.map(({ rows, width }) => ({ first: rows[0] ?? [], width, looksNamed: looksLikeHeader(rows) })),
  );
  const sheets = new Map<string, SheetSelection>();
  for (const [index, part] of workbook.sheets.entries()) {
    const { sources, hasHeader, into: targets } = chosen[index]!;
    const { firstRow, ids, width } = heads[index]!;
    sheets.set(part, {
      wants: (column) => column <= MAX_COLUMNS && (sources?.has(column - 1) ?? true),
      headerRow: hasHeader ? firstRow : undefined,
      isOfIds: (column) => ids.has(column),
      into: new Map([...targets].map(([source, target]) => [source + 1, target + 1])),
      width,
    });
  }
  return {
    isFirst: false,
    isDistinct: columns === 'all',
    ofSheet: (part) => sheets.get(part) ?? NOTHING,
  };
}

/** Rows, and characters of each, that tell a header and columns of ids. */
const SAMPLE_ROWS = 1_000;
const ROW_CHARS = 2_000;
const MAX_SAMPLE_COLUMNS = 200;

export interface SheetHead {
  /** Of the first row that is not empty, from 1. */
  readonly firstRow: number | undefined;
  /** What its first rows show, without empty ones. */
  readonly rows: readonly (readonly string[])[];
  readonly width: number;
  readonly ids: ReadonlySet<number>;
  /** Of which `examine` says that no texts are in them. */
  readonly keys: ReadonlySet<number>;
}

export function readHead(workbook: Workbook, part: string): SheetHead {
  const sample = new Map<number, Map<number, string>>();
  let width = 0;
  scanSheet(workbook.pkg.text(part), part, {
    wants(column, row) {
      if (column > MAX_COLUMNS) return false;
      return sample.has(row) || sample.size < SAMPLE_ROWS || column > width;
    },
    cell(content, row, column) {
      width = Math.max(width, column);
      const cells = sample.get(row) ?? new Map<number, string>();
      if (cells.size >= MAX_SAMPLE_COLUMNS && row !== sample.keys().next().value) return;
      const segment = segmentOf(content, textOf(workbook, content));
      if (!segment || (!sample.has(row) && sample.size >= SAMPLE_ROWS)) return;
      sample.set(row, cells);
      cells.set(column, readableText(segment.text));
    },
  });
  const rows = [...sample].sort(([a], [b]) => a - b);
  return {
    firstRow: rows[0]?.[0],
    rows: rows.map(([, cells]) => {
      const last = Math.max(...cells.keys());
      return Array.from({ length: last }, (_, at) => cells.get(at + 1) ?? '');
    }),
    width,
    ...idColumns(rows.map(([, cells]) => cells)),
  };
}

function idColumns(rows: readonly ReadonlyMap<number, string>[]): Pick<SheetHead, 'ids' | 'keys'> {
  const byColumn = new Map<number, IdRow[]>();
  for (const cells of rows) {
    const joined = [...cells.values()].join('\n');
    let start = 0;
    for (const [column, value] of cells) {
      const end = start + value.length;
      const others = joined.slice(Math.max(0, start - ROW_CHARS), start) + joined.slice(end, end + ROW_CHARS);
      start = end + 1;
      const known = byColumn.get(column) ?? [];
      byColumn.set(column, known);
      known.push({ value, others });
    }
  }
  const columnsThat = (test: (known: readonly IdRow[]) => boolean): Set<number> =>
    new Set([...byColumn].filter(([, known]) => test(known)).map(([column]) => column));
  return { ids: columnsThat(isIdColumn), keys: columnsThat(isKeyColumn) };
}
