import { download } from '../api/files.ts';
import { tableWorkbook } from '../api/tables.ts';
import { words } from '../i18n/words.ts';
import { toCsv } from '../lib/csv.ts';

export type TableFormat = 'csv' | 'xlsx';

/** The column names that Batch recognises, in every language. */
const HEADER = ['id', 'source', 'target'];

/** Saves rows of a batch as a table, which Batch can import again unchanged. */
export async function saveRows(
  rows: readonly { id: string; source: string; target: string }[],
  format: TableFormat,
): Promise<void> {
  const table = [HEADER, ...rows.map(({ id, source, target }) => [id, source, target])];
  const csv = toCsv(table);
  const file = format === 'xlsx' ? await tableWorkbook(csv) : new Blob([csv], { type: 'text/csv' });
  download(file, `${words.t('batch.fileName')}.${format}`);
}
