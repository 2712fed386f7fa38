import type { FileFilter } from 'electron';
import { formatName } from '../../../i18n/format-names.ts';
import { formatsOfExtension } from '../../../service/contract/index.ts';
import type { ShellWords } from '../language/words.ts';

/** Files that the service creates besides documents. */
const NAMES = {
  json: 'typeJson',
  tmx: 'typeTmx',
  xlf: 'typeXliff',
} as const;

/** Whether the service creates files with this extension. Any other file from the page might be a program. */
export function isTranslationFile(path: string): boolean {
  const ending = endingOf(path);
  return Object.hasOwn(NAMES, ending) || formatsOfExtension(ending).length > 0;
}

/**
 * File types for the save dialog: the file's own first, so that a name typed without an extension gets it.
 */
export function filtersFor(words: ShellWords, fileName: string): FileFilter[] {
  const extension = endingOf(fileName);
  const own = nameOf(words, extension);
  return [
    ...(own === undefined ? [] : [{ name: own, extensions: [extension] }]),
    { name: words.t('typeAll'), extensions: ['*'] },
  ];
}

function nameOf({ t, code }: ShellWords, extension: string): string | undefined {
  if (Object.hasOwn(NAMES, extension)) return t(NAMES[extension as keyof typeof NAMES]);
  const [format] = formatsOfExtension(extension);
  return format && formatName(code, format);
}

function endingOf(fileName: string): string {
  return /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
}
