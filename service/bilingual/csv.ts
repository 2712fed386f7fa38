import Papa from 'papaparse';
import { decodeText } from '../documents/encodings/text-encoding.ts';
import { COLUMNS, rowOf, unitsOf } from './table.ts';
import { MOST_UNITS } from './unit.ts';
import type { BilingualJob, ReadFile } from './unit.ts';

/** What a spreadsheet takes for a formula, whatever number of apostrophes we have put before it. */
const FORMULA = /^'*[=+\-@\t\r]/;

/**
 * CSV in UTF-8 with a byte order mark, without which Excel reads it in the system's own encoding. A text that begins like a formula has
 * an apostrophe before it, which reading takes off again: opened in a spreadsheet it must do nothing.
 */
export function writeCsv(job: BilingualJob): Uint8Array {
  const rows = job.units.map((unit) => rowOf(unit).map(guarded));
  return new TextEncoder().encode(`\ufeff${Papa.unparse([[...COLUMNS], ...rows], { newline: '\r\n' })}\r\n`);
}

/** Reads such a file, in whatever encoding and with whatever delimiter a spreadsheet has saved it. */
export async function readCsv(bytes: Uint8Array): Promise<ReadFile> {
  const { text } = await decodeText(bytes);
  // One row more than there may be, so that too many are told.
  const { data } = Papa.parse<string[]>(text, { preview: MOST_UNITS + 2, skipEmptyLines: 'greedy' });
  return { units: unitsOf(data.map((row) => row.map(unguarded))) };
}

function guarded(field: string): string {
  return FORMULA.test(field) ? `'${field}` : field;
}

function unguarded(field: string): string {
  return field.startsWith("'") && FORMULA.test(field) ? field.slice(1) : field;
}
