import Papa from 'papaparse';
import { decodeText } from '../documents/encodings/text-encoding.ts';
import { readCsvTable } from './csv-table.ts';
import { COLUMNS, rowOf, unitsOf } from './table.ts';
import { MAX_UNITS } from './unit.ts';
import type { BilingualJob, ReadFile } from './unit.ts';

/** Spreadsheets read this as a formula, with any number of our apostrophes before it. */
const FORMULA = /^'*(?:[\t\r\n]|\s*[=+\-@＝＋－＠])/;

/**
 * CSV in UTF-8 with a byte order mark, without which Excel assumes the system's encoding. A text that begins
 * like a formula gets an apostrophe, which reading removes: opened in a spreadsheet it must not run.
 */
export function writeCsv(job: BilingualJob): Uint8Array {
  const rows = job.units.map((unit) => rowOf(unit).map(guarded));
  return new TextEncoder().encode(`\ufeff${Papa.unparse([[...COLUMNS], ...rows], { newline: '\r\n' })}\r\n`);
}

/** Reads such a file, in any encoding and with any delimiter that a spreadsheet has saved. */
export async function readCsv(bytes: Uint8Array): Promise<ReadFile> {
  const { text } = await decodeText(bytes);
  // One row over the limit, to detect an excess.
  const rows = readCsvTable(text, { maxRows: MAX_UNITS + 2 });
  return { units: unitsOf(rows.map(({ cells }) => cells.map(unguarded))) };
}

/** A text that begins like a formula, with an apostrophe before it. */
export function guarded(field: string): string {
  return FORMULA.test(field) ? `'${field}` : field;
}

/** A field without the apostrophe that keeps a text from being a formula. */
export function unguarded(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}
