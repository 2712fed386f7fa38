import type { Warning } from '../../contract/index.ts';

/** Warns of cells named by the option `into` that already contain text. */
export function targetKeptWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    'Some cells that translations were to go into hold text already. It was kept, and their sources were not translated.';
  return [{ code: 'target_kept', message, count }];
}
