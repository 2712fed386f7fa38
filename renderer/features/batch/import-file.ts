import { words } from '../../i18n/words.ts';
import { useBatch } from '../../stores/batch.ts';
import { MAX_ROWS, useBatchRows } from '../../stores/batch-rows.ts';
import { useTables } from '../../stores/tables.ts';
import { cellsOf } from './paste.ts';

const TABLE = /\.(csv|tsv|txt)$/i;

/** Whether a file's lines go in the grid; other files are documents, whatever view they are dropped on. */
export function isTable(file: File): boolean {
  return TABLE.test(file.name);
}

/** Adds the lines of tables, first sheets and texts below the grid's rows, as a paste would. */
export async function importTables(files: readonly File[]): Promise<void> {
  const batch = useBatch();
  const grid = useBatchRows();
  for (const file of files) {
    const table = await useTables().read(file, 'texts');
    // The rows of a paste would overwrite these.
    await batch.allRead();
    // A run may have begun while the file was read.
    if (batch.running) {
      batch.notice = { text: words.t('batch.notImported', { name: file.name }), bad: true };
      return;
    }
    if ('problem' in table) {
      batch.notice = { text: table.problem, bad: true };
      return;
    }
    const cells = cellsOf(table, 'source', true);
    const last = grid.rows.findLastIndex((row) => row.id !== '' || row.source !== '' || row.target !== '');
    const left = grid.fill(last + 1, cells);
    const numbers = { n: words.number(cells.length), max: words.number(MAX_ROWS), left: words.number(left) };
    batch.notice =
      left > 0
        ? { text: words.t('batch.tooMany', numbers), bad: true }
        : { text: words.counted('batch.imported', cells.length, { name: file.name }), bad: false };
  }
}
