import { words } from '../../i18n/words.ts';
import { useBatch } from '../../stores/batch.ts';
import { MAX_ROWS, useBatchRows } from '../../stores/batch-rows.ts';
import { useTables } from '../../stores/tables.ts';
import { cellsOf } from './paste.ts';
import type { Column } from './paste.ts';

/**
 * Puts a pasted table into the grid's rows from `key` on. The cell holds the text until the service has read it, or
 * if it cannot, so that it is kept like any other text even if the window closes.
 */
export async function pasteTable(text: string, key: number, column: Column): Promise<void> {
  const batch = useBatch();
  const grid = useBatchRows();
  const tables = useTables();
  const wasEmpty = grid.isEmpty;
  const held = grid.hold(key, { [column]: text });
  if (!held) return;
  const pasted = await batch.reading(tables.read(text, 'texts'));
  if ('problem' in pasted) {
    batch.notice = { text: pasted.problem, bad: true };
    return;
  }
  const cells = cellsOf(pasted, column, wasEmpty);
  const left = held.fill(cells);
  const numbers = { n: words.number(cells.length), max: words.number(MAX_ROWS), left: words.number(left) };
  batch.notice = left > 0 ? { text: words.t('batch.tooMany', numbers), bad: true } : undefined;
}
