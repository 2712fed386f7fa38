import type { FileFilter } from 'electron';
import type { ShellWords } from '../language/words.ts';

const NAMES = {
  csv: 'typeCsv',
  docx: 'typeDocx',
  json: 'typeJson',
  tmx: 'typeTmx',
  txt: 'typeTxt',
  xlf: 'typeXliff',
  xlsx: 'typeXlsx',
} as const;

/** What the save dialog offers as file types: the file's own first, so that a name typed without an ending gets it. */
export function filtersFor({ t }: ShellWords, fileName: string): FileFilter[] {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const own = Object.hasOwn(NAMES, extension) ? NAMES[extension as keyof typeof NAMES] : undefined;
  return [
    ...(own === undefined ? [] : [{ name: t(own), extensions: [extension] }]),
    { name: t('typeAll'), extensions: ['*'] },
  ];
}
