import type { Job } from '../../../service/contract/index.ts';
import type { Words } from '../../i18n/words.ts';

/** The part of a file that is translated where that is not all of it: of tables, column A unless others were asked for. */
export function partOf(
  { file_type: type, options }: Pick<Job, 'file_type' | 'options'>,
  { t, list }: Words,
): { name: string; why: string } | undefined {
  if (type !== 'csv' && type !== 'xlsx') return undefined;
  const asked = options.format?.['columns'] ?? 'first';
  if (asked === 'all') return undefined;
  const name = Array.isArray(asked) ? list(asked.map(String)) : 'A';
  return { name: t('job.column', { name }), why: t('job.columnWhy', { name }) };
}
