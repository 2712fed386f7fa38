import type { FileFilter } from 'electron';

const NAMES: Readonly<Record<string, string>> = {
  csv: 'CSV table',
  docx: 'Word document',
  json: 'JSON',
  tmx: 'Translation memory (TMX)',
  txt: 'Text file',
  xliff: 'XLIFF',
  xlsx: 'Excel workbook',
};

/** What the save dialog offers as file types: the file's own first, so that a name typed without an ending gets it. */
export function filtersFor(fileName: string): FileFilter[] {
  const extension = /\.([^.]+)$/.exec(fileName)?.[1]?.toLowerCase() ?? '';
  const own = NAMES[extension];
  return [
    ...(own === undefined ? [] : [{ name: own, extensions: [extension] }]),
    { name: 'All files', extensions: ['*'] },
  ];
}
