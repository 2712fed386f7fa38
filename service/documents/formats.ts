import type { FileType } from '../contract/index.ts';
import { csvFormat } from './csv/csv-format.ts';
import { docxFormat } from './docx/docx-format.ts';
import { chooseFormat } from './detect/choose-format.ts';
import type { UploadClaims } from './detect/choose-format.ts';
import type { Format } from './format.ts';
import { epubFormat } from './epub/epub-format.ts';
import { htmlFormat } from './html/html-format.ts';
import { jsonFormat } from './json/json-format.ts';
import { pptxFormat } from './pptx/pptx-format.ts';
import { odpFormat } from './odp/odp-format.ts';
import { odsFormat } from './ods/ods-format.ts';
import { odtFormat } from './odt/odt-format.ts';
import { poFormat } from './po/po-format.ts';
import { srtFormat } from './srt/srt-format.ts';
import { markdownFormat } from './markdown/markdown-format.ts';
import { txtFormat } from './txt/txt-format.ts';
import { vttFormat } from './vtt/vtt-format.ts';
import { propertiesFormat } from './properties/properties-format.ts';
import { stringsFormat } from './strings/strings-format.ts';
import { androidFormat } from './android/android-format.ts';
import { resxFormat } from './resx/resx-format.ts';
import { yamlFormat } from './yaml/yaml-format.ts';
import { xliffFormat } from './xliff/xliff-format.ts';
import { xlsxFormat } from './xlsx/xlsx-format.ts';

/** All formats, one line each. */
// prettier-ignore
export const ALL: readonly Format[] = [
  docxFormat,
  xlsxFormat,
  pptxFormat,
  csvFormat,
  txtFormat,
  htmlFormat,
  markdownFormat,
  epubFormat,
  jsonFormat,
  propertiesFormat,
  stringsFormat,
  androidFormat,
  resxFormat,
  yamlFormat,
  xliffFormat,
  odtFormat,
  poFormat,
  odsFormat,
  srtFormat,
  vttFormat,
  odpFormat,
];

/** The format of an uploaded file. Rejects with a refusal of `file` where it is of none. */
export function detectFormat(source: Uint8Array, claims: UploadClaims): Promise<Format> {
  return chooseFormat(source, claims, ALL);
}

export function formatOf(fileType: FileType): Format {
  return ALL.find((format) => format.fileType === fileType)!;
}
