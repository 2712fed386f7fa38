import type { FileType } from '../../contract/index.ts';

const TEXT_TYPES: Record<string, FileType> = { csv: 'csv', tsv: 'csv', tab: 'csv', txt: 'txt', text: 'txt' };

/** Extensions that promise something else than text or a plain Office document: content of another kind contradicts them. */
const OTHER_FORMATS = new Set(
  (
    'docm dotx dotm doc dot xlsm xltx xltm xlsb xlam xls xlt xla ppt pptx pptm pps ppsx pot potx odt ott ods ots odp odg rtf pdf ' +
    'htm html xhtml xml json jsonl yaml yml md markdown tex rst po pot xlf xliff sdlxliff tmx tbx srt vtt ass properties strings resx ini ' +
    'js ts css py java c h cpp cs php rb go rs sh bat ps1 sql eml mht ' +
    'png jpg jpeg gif bmp tif tiff webp svg ico heic mp3 mp4 wav avi mov zip rar 7z gz tar exe dll epub mobi pages numbers key'
  ).split(' '),
);

const MEDIA_TYPES: Record<string, FileType> = {
  'text/csv': 'csv',
  'application/csv': 'csv',
  'text/x-csv': 'csv',
  'text/comma-separated-values': 'csv',
  'text/tab-separated-values': 'csv',
  // What Windows browsers say of a .csv where Excel is installed.
  'application/vnd.ms-excel': 'csv',
  'text/plain': 'txt',
};

/** Lower case, without the dot; empty where the name has none. */
export function extensionOf(fileName: string | undefined): string {
  const name = (fileName ?? '').split(/[\\/]/).at(-1)!.trim();
  return /[^.].*\.([^.\s]+)$/.exec(name)?.[1]?.toLowerCase() ?? '';
}

/** What an extension promises; undefined where it promises nothing known. */
export function formatOfExtension(extension: string): FileType | 'other' | undefined {
  if (extension === 'docx' || extension === 'xlsx') return extension;
  return namedTextType(extension) ?? (OTHER_FORMATS.has(extension) ? 'other' : undefined);
}

export function namedTextType(extension: string): FileType | undefined {
  return Object.hasOwn(TEXT_TYPES, extension) ? TEXT_TYPES[extension] : undefined;
}

/** Of a part's `Content-Type`, parameters left out. */
export function fileTypeOfMediaType(mediaType: string | undefined): FileType | undefined {
  const type = (mediaType ?? '').split(';')[0]!.trim().toLowerCase();
  return Object.hasOwn(MEDIA_TYPES, type) ? MEDIA_TYPES[type] : undefined;
}
