import type { FileType } from '../contract/index.ts';
import { convertedFormat } from './converted-format.ts';
import { chooseFormat } from './detect/choose-format.ts';
import type { UploadClaims } from './detect/choose-format.ts';
import type { Format } from './format.ts';

/**
 * All formats, one line each. A document has one of them, and its thread loads no other: together they are
 * over a megabyte of code.
 */
// prettier-ignore
const FORMATS: Readonly<Record<FileType, () => Promise<Format>>> = {
  docx: async () => (await import('./docx/docx-format.ts')).docxFormat,
  xlsx: async () => (await import('./xlsx/xlsx-format.ts')).xlsxFormat,
  pptx: async () => (await import('./pptx/pptx-format.ts')).pptxFormat,
  csv: async () => (await import('./csv/csv-format.ts')).csvFormat,
  txt: async () => (await import('./txt/txt-format.ts')).txtFormat,
  html: async () => (await import('./html/html-format.ts')).htmlFormat,
  markdown: async () => (await import('./markdown/markdown-format.ts')).markdownFormat,
  epub: async () => (await import('./epub/epub-format.ts')).epubFormat,
  json: async () => (await import('./json/json-format.ts')).jsonFormat,
  properties: async () => (await import('./properties/properties-format.ts')).propertiesFormat,
  strings: async () => (await import('./strings/strings-format.ts')).stringsFormat,
  android: async () => (await import('./android/android-format.ts')).androidFormat,
  resx: async () => (await import('./resx/resx-format.ts')).resxFormat,
  yaml: async () => (await import('./yaml/yaml-format.ts')).yamlFormat,
  xliff: async () => (await import('./xliff/xliff-format.ts')).xliffFormat,
  odt: async () => (await import('./odt/odt-format.ts')).odtFormat,
  po: async () => (await import('./po/po-format.ts')).poFormat,
  ods: async () => (await import('./ods/ods-format.ts')).odsFormat,
  srt: async () => (await import('./srt/srt-format.ts')).srtFormat,
  vtt: async () => (await import('./vtt/vtt-format.ts')).vttFormat,
  pdf: async () => convertedFormat((await import('./pdf/pdf-converter.ts')).pdfConverter, await FORMATS.docx()),
  odp: async () => (await import('./odp/odp-format.ts')).odpFormat,
};

/** The format of an uploaded file. Rejects with a refusal of `file` if there is none. */
export function detectFormat(source: Uint8Array, claims: UploadClaims): Promise<Format> {
  return chooseFormat(source, claims, FORMATS);
}

export function formatOf(fileType: FileType): Promise<Format> {
  return FORMATS[fileType]();
}
