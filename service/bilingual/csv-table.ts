import { fieldProblem } from '../contract/index.ts';
import { csvDialect } from '../documents/csv/dialect.ts';
import { csvRecords, fieldValue } from '../documents/csv/records.ts';

/** Cells of a row; none of our tables has more. */
const MAX_CELLS = 1_000;

export interface TableRow {
  /** Row of the file, from 1. */
  readonly number: number;
  /** As written between the delimiters, without quotes. */
  readonly cells: readonly string[];
}

/**
 * The non-blank rows of a CSV table (RFC 4180), at most `maxRows`, in linear time. Detects the delimiter
 * unless it is given. Throws `broken_csv` (of `field`) for an unclosed quotation mark: one cell would swallow
 * the rows up to the next one.
 */
export function readCsvTable(
  text: string,
  {
    delimiter,
    maxRows = Infinity,
    field = 'file',
  }: { readonly delimiter?: string; readonly maxRows?: number; readonly field?: string } = {},
): TableRow[] {
  const table = text.replace(/^\ufeff/, '');
  const found = delimiter === undefined ? csvDialect(table) : { delimiter, start: 0 };
  const syntax = { delimiter: found.delimiter, escape: '"' } as const;
  const rows: TableRow[] = [];
  let number = 0;
  for (const { fields, brokenAt } of csvRecords(table, syntax, found.start, MAX_CELLS)) {
    number++;
    if (brokenAt !== undefined)
      throw fieldProblem(
        field,
        'broken_csv',
        `Row ${number} of the CSV has a quotation mark without its other half. Add it.`,
      );
    const cells = fields.map((one) => fieldValue(table, one, '"'));
    if (cells.some((cell) => cell.trim() !== '')) rows.push({ number, cells });
    if (rows.length >= maxRows) break;
  }
  return rows;
}
