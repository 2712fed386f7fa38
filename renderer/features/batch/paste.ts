import Papa from 'papaparse';
import { columnNamed, isTextsHeading } from '../../../service/contract/table-heading.ts';
import type { TableResource } from '../../api/tables.ts';

export const COLUMNS = ['id', 'source', 'target'] as const;
export type Column = (typeof COLUMNS)[number];
export type Cells = Partial<Record<Column, string>>;

/**
 * Whether pasted text is more than the text of one cell. Into what rows and cells it goes, the service says.
 */
export function isTable(text: string): boolean {
  return /[\t\r\n]/.test(text.trim());
}

/** What a table that the service has read puts into the grid, pasted into a column. */
export function cellsOf(
  { rows, has_columns: hasColumns }: TableResource,
  at: Column,
  gridIsEmpty: boolean,
): Cells[] {
  return hasColumns ? rowsOf(rows, at, gridIsEmpty) : rows.map(([line = '']) => ({ [at]: line }));
}

function headingOf(row: readonly string[]): Column[] | undefined {
  return isTextsHeading(row) ? row.flatMap((cell) => columnNamed(cell) ?? []) : undefined;
}

/**
 * The rows of a table. Its columns are named by its heading, else counted from the column pasted into, except
 * that into an empty grid a first column of ids goes where ids belong.
 */
function rowsOf(table: string[][], at: Column, gridIsEmpty: boolean): Cells[] {
  const heading = headingOf(table[0] ?? []);
  const columns = heading ?? COLUMNS.slice(gridIsEmpty ? firstColumn(table) : COLUMNS.indexOf(at));
  const body = heading ? table.slice(1) : table;
  return body.map((row) =>
    Object.fromEntries(columns.slice(0, row.length).map((column, index) => [column, row[index] ?? ''])),
  );
}

/** Three columns, or distinct words without spaces beside texts with some: the first holds ids. */
function firstColumn(table: string[][]): number {
  const firsts = table.map((row) => row[0] ?? '');
  const width = table.reduce((most, row) => Math.max(most, row.length), 0);
  const areIds =
    firsts.every((first) => /^\S{1,256}$/.test(first)) &&
    new Set(firsts).size === firsts.length &&
    table.some((row) => /\s/.test((row[1] ?? '').trim()));
  return width >= 3 || (width === 2 && areIds) ? 0 : 1;
}

/** A cell for the clipboard as spreadsheets read it: quoted when it holds what separates cells. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return Papa.unparse(rows as string[][], { delimiter: '\t', newline: '\n' });
}
