import type { Warning } from '../../contract/index.ts';

/** For cells that the option `into` names and that hold text. */
export function targetKeptWarning(count: number): Warning[] {
  if (count === 0) return [];
  const message =
    'Some cells that translations were to go into hold text already. It was kept, and their sources were not translated.';
  return [{ code: 'target_kept', message, count }];
}
