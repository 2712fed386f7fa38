import { words } from '../../i18n/words.ts';
import { useBatch } from '../../stores/batch.ts';
import { MAX_ROWS, useBatchRows } from '../../stores/batch-rows.ts';
import { textOfFile } from '../../lib/decode-text.ts';
import { unguarded } from '../../lib/csv.ts';
import { workbookRows } from '../../lib/workbook/workbook-rows.ts';
import { parsePaste, rowsOf } from './paste.ts';
import type { Cells } from './paste.ts';

const TABLE = /\.(csv|tsv|txt)$/i;

/** Whether a file's lines go into the grid; other files are documents, whatever view they are dropped on. */
export function isTable(file: File): boolean {
  return TABLE.test(file.name);
}

/** Adds the rows of tables, first sheets and texts below the grid's rows, like a paste. */
export async function importTables(files: readonly File[]): Promise<void> {
  const batch = useBatch();
  const grid = useBatchRows();
  for (const file of files) {
    const cells = await cellsOf(file);
    // A run may have begun while the file was read.
    if (batch.running) return;
    if (cells === undefined) {
      batch.notice = { text: words.t('batch.unreadable', { name: file.name }), bad: true };
      return;
    }
    const last = grid.rows.findLastIndex((row) => row.id !== '' || row.source !== '' || row.target !== '');
    const left = grid.fill(last + 1, cells);
    const numbers = { n: words.number(cells.length), max: words.number(MAX_ROWS), left: words.number(left) };
    batch.notice =
      left > 0
        ? { text: words.t('batch.tooMany', numbers), bad: true }
        : { text: words.counted('batch.imported', cells.length, { name: file.name }), bad: false };
  }
}

/** Undefined for an unreadable file. */
async function cellsOf(file: File): Promise<Cells[] | undefined> {
  try {
    if (/\.xlsx$/i.test(file.name)) return rowsOf(await workbookRows(file), 'source', true);
    const text = await textOfFile(file);
    const cells = parsePaste(text, 'source', true);
    if (cells) return /\.csv$/i.test(file.name) ? cells.map(unguardedCells) : cells;
    return text.trim() === '' ? [] : [{ source: text.trim() }];
  } catch {
    return undefined;
  }
}

/** Removes the apostrophes that the window puts before formulas. */
function unguardedCells(cells: Cells): Cells {
  return Object.fromEntries(Object.entries(cells).map(([column, text]) => [column, unguarded(text)]));
}
