import type { Warning } from '../../contract/index.ts';
import type { IdRow } from '../shared/id-column.ts';
import { MAX_COLUMNS } from '../shared/table-columns.ts';
import { csvDialect } from './dialect.ts';
import { csvRecords, fieldValue } from './records.ts';
import type { CsvField, CsvRecord, FieldSyntax } from './records.ts';

/** Rows, and UTF-16 units per row, read to detect a first column of ids. */
const ROWS_LOOKED_AT = 1_000;
const OTHERS_LOOKED_AT = 2_000;

export interface Table {
  readonly syntax: FieldSyntax;
  /** Rows whose first field is not empty. */
  rows(): Generator<{ field: CsvField; value: string }>;
  /** All records, with all their fields. */
  records(): Generator<CsvRecord>;
  /** As `records`, without recording broken quotes. */
  look(): Generator<CsvRecord>;
  /** As `rows`, with the values of each row's other fields. */
  idRows(): IdRow[];
  /** Problems found so far; complete once `rows` has been read to its end. */
  warnings(): Warning[];
}

export function readTable(text: string, fileName: string | undefined): Table {
  const { start, ...syntax } = csvDialect(text, fileName);
  let broken = 0;
  let firstBroken = 0;
  return {
    syntax,
    *rows() {
      for (const { first, brokenAt } of csvRecords(text, syntax, start)) {
        if (brokenAt !== undefined && broken++ === 0) firstBroken = brokenAt;
        const value = fieldValue(text, first, syntax.escape);
        if (value !== '') yield { field: first, value };
      }
    },
    look: () => csvRecords(text, syntax, start, MAX_COLUMNS),
    *records() {
      for (const record of csvRecords(text, syntax, start, MAX_COLUMNS)) {
        if (record.brokenAt !== undefined && broken++ === 0) firstBroken = record.brokenAt;
        yield record;
      }
    },
    idRows() {
      const rows: IdRow[] = [];
      for (const { first, end } of csvRecords(text, syntax, start)) {
        const value = fieldValue(text, first, syntax.escape);
        if (value !== '')
          rows.push({ value, others: text.slice(first.end, Math.min(end, first.end + OTHERS_LOOKED_AT)) });
        if (rows.length === ROWS_LOOKED_AT) break;
      }
      return rows;
    },
    warnings: () => (broken === 0 ? [] : [brokenQuotesWarning(lineNumber(text, firstBroken), broken)]),
  };
}

function lineNumber(text: string, offset: number): number {
  return text.slice(0, offset).split(/\r\n|\r|\n/).length;
}

function brokenQuotesWarning(line: number, count: number): Warning {
  return {
    code: 'broken_quotes',
    message:
      `A quotation mark in line ${line} is not closed, or text follows the closing one. It was read as an ordinary character; ` +
      'if the table then looks wrong, correct that line and try again.',
    count,
    details: { line },
  };
}
