import Papa from 'papaparse';

/**
 * A text that spreadsheets read as a formula, with any number of apostrophes before it; as in
 * service/bilingual/csv.ts.
 */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/**
 * CSV for a spreadsheet: a byte order mark, so that Excel reads UTF-8, and an apostrophe before texts that
 * look like formulas, which must not run.
 */
export function toCsv(rows: readonly (readonly string[])[]): string {
  return `\ufeff${Papa.unparse(
    rows.map((row) => row.map(guarded)),
    { newline: '\r\n' },
  )}\r\n`;
}

/** Makes a text harmless in a spreadsheet, which might read it as a formula. */
export function guarded(cell: string): string {
  return FORMULA.test(cell) ? `'${cell}` : cell;
}

/** Reverts `guarded` for one field. */
export function unguarded(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}
