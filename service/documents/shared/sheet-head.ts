import { isIdColumn, isKeyColumn } from './id-column.ts';
import type { IdRow } from './id-column.ts';
import { chooseSheetColumns, looksLikeHeader, MAX_COLUMNS } from './table-columns.ts';
import type { ColumnOptions } from './table-columns.ts';

/** The evidence for the header and the kinds of columns of a sheet. Rows and columns count from 1. */
export interface SheetHead {
  /** Index of the first row that is not empty. */
  readonly firstRow: number | undefined;
  /** Its first rows, without empty ones. */
  readonly rows: readonly (readonly string[])[];
  readonly width: number;
  readonly ids: ReadonlySet<number>;
  /** The columns in which `examine` finds no texts. */
  readonly keys: ReadonlySet<number>;
}

/** The cells of a sheet that are segments. Columns and rows count from 1. */
export interface SheetSelection {
  wants(column: number): boolean;
  /** The header row, which is not translated. */
  readonly headerRow: number | undefined;
  /** Whether a column contains ids, which are copied. */
  isOfIds(column: number): boolean;
  /** The target columns of each column; empty if translations replace the texts. */
  readonly into: ReadonlyMap<number, number>;
  /** The last column that is not empty. */
  readonly width: number;
}

/** Column A, whatever its content: no option says otherwise. */
export const FIRST_COLUMN: SheetSelection = {
  wants: (column) => column === 1,
  headerRow: undefined,
  isOfIds: () => false,
  into: new Map(),
  width: 1,
};

/** The cells of each sheet by the options. Throws `invalid_request` for a column that no sheet has. */
export function selectOfSheets(options: ColumnOptions, heads: readonly SheetHead[]): SheetSelection[] {
  const chosen = chooseSheetColumns(
    options,
    heads.map(({ rows, width }) => ({ first: rows[0] ?? [], width, looksNamed: looksLikeHeader(rows) })),
  );
  return chosen.map(({ sources, hasHeader, into }, index) => {
    const { firstRow, ids, width } = heads[index]!;
    return {
      wants: (column) => column <= MAX_COLUMNS && (sources?.has(column - 1) ?? true),
      headerRow: hasHeader ? firstRow : undefined,
      isOfIds: (column) => ids.has(column),
      into: new Map([...into].map(([source, target]) => [source + 1, target + 1])),
      width,
    };
  });
}

/** Rows and characters per row read to detect a header and columns of ids. */
const SAMPLE_ROWS = 1_000;
const ROW_CHARS = 2_000;
const MAX_SAMPLE_COLUMNS = 200;

/** Collects a sheet's head from its cells as they are read. */
export function headSampler() {
  const sample = new Map<number, Map<number, string>>();
  let width = 0;
  return {
    /** Whether a cell can still add evidence. */
    wants(column: number, row: number): boolean {
      if (column > MAX_COLUMNS) return false;
      return sample.has(row) || sample.size < SAMPLE_ROWS || column > width;
    },
    /** A non-empty cell. `text`: its visible text; undefined without any. */
    add(column: number, row: number, text: () => string | undefined): void {
      width = Math.max(width, column);
      const cells = sample.get(row) ?? new Map<number, string>();
      if (cells.size >= MAX_SAMPLE_COLUMNS && row !== sample.keys().next().value) return;
      const shown = text();
      if (shown === undefined || (!sample.has(row) && sample.size >= SAMPLE_ROWS)) return;
      sample.set(row, cells);
      cells.set(column, shown);
    },
    head(): SheetHead {
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
    },
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
