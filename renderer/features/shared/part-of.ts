import type { Job } from '../../../service/contract/index.ts';
import { formatFacts } from '../../../service/contract/formats.ts';
import { columnLetter } from '../../lib/format-choices.ts';
import type { Words } from '../../i18n/words.ts';

/** The translated part of a file, if not all: column A by default in tables. */
export function partOf(
  { file_type: type, options }: Pick<Job, 'file_type' | 'options'>,
  { t, list }: Words,
): { name: string; why: string } | undefined {
  const family = type && formatFacts(type).family;
  if (family !== 'table' && family !== 'sheet') return undefined;
  const asked = options.format?.['columns'] ?? 'first';
  if (asked === 'all') return undefined;
  const name = Array.isArray(asked)
    ? list(asked.map((one) => (typeof one === 'number' ? columnLetter(one) : String(one))))
    : 'A';
  return { name: t('job.column', { name }), why: t('job.columnWhy', { name }) };
}
