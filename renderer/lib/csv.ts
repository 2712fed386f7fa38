import Papa from 'papaparse';

/**
 * A text that a spreadsheet takes for a formula, whatever number of apostrophes is before it; as in
 * service/bilingual/csv.ts.
 */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/**
 * CSV for a spreadsheet: a byte order mark, so that Excel reads it as UTF-8, and an apostrophe before a text
 * that begins like a formula, which must do nothing there.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${Papa.unparse(
    rows.map((row) => row.map(guarded)),
    { newline: '\r\n' },
  )}\r\n`;
}

/** A text made harmless in a spreadsheet, which could take it for a formula. */
export function guarded(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}
