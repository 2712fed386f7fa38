import type { Job } from '../../../service/contract/index.ts';
import { formatFacts } from '../../../service/contract/formats.ts';
import { columnLetter } from '../../lib/format-choices.ts';
import type { Words } from '../../i18n/words.ts';

/** More columns are counted: the name of the file needs the room. */
const MAX_LETTERS = 2;

/** The translated part of a file, if not all: column A by default in tables. */
export function partOf(
  { file_type: type, options }: Pick<Job, 'file_type' | 'options'>,
  { counted, list }: Words,
): { name: string; why: string } | undefined {
  const family = type && formatFacts(type).family;
  if (family !== 'table' && family !== 'sheet') return undefined;
  const asked = options.format?.['columns'] ?? 'first';
  if (asked === 'all') return undefined;
  const letters = Array.isArray(asked)
    ? asked.map((one) => (typeof one === 'number' ? columnLetter(one) : String(one)))
    : ['A'];
  const name = list(letters);
  const isShort = letters.length <= MAX_LETTERS;
  return {
    name: isShort ? counted('job.column', letters.length, { name }) : counted('job.columns', letters.length),
    why: counted('job.columnWhy', letters.length, { name }),
  };
}
