import { unitsOf } from './table.ts';
import { MAX_UNITS, notAnExport } from './unit.ts';
import type { ReadFile } from './unit.ts';
import { readFirstSheet } from './workbook.ts';

/** The maximum of columns read: a program may have added some. */
const MAX_COLUMNS = 64;

/** Reads the first sheet of a workbook. */
export async function readXlsx(bytes: Uint8Array): Promise<ReadFile> {
  // The head, and one unit over the limit.
  const rows = await readFirstSheet(bytes, { maxColumns: MAX_COLUMNS, maxRows: MAX_UNITS + 1 });
  if (!rows) throw notAnExport('it has no sheet');
  return { units: unitsOf(rows) };
}
