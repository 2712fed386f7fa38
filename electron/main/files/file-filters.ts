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
/** Of tables and texts that keep the name they came with. */
const OTHER_ENDINGS = new Set(['tab', 'text', 'tsv']);

/** Whether a file is one of those that the service makes, by its ending. What else the page has had saved might be a program. */
export function isTranslationFile(path: string): boolean {
  const ending = endingOf(path);
  return Object.hasOwn(NAMES, ending) || OTHER_ENDINGS.has(ending);
}

/** What the save dialog offers as file types: the file's own first, so that a name typed without an ending gets it. */
export function filtersFor({ t }: ShellWords, fileName: string): FileFilter[] {
  const extension = endingOf(fileName);
  const own = Object.hasOwn(NAMES, extension) ? NAMES[extension as keyof typeof NAMES] : undefined;
  return [
    ...(own === undefined ? [] : [{ name: t(own), extensions: [extension] }]),
    { name: t('typeAll'), extensions: ['*'] },
  ];
}

function endingOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}
