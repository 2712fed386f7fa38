/**
 * The facts of each document format, for window, shell, packaging, command line, OpenAPI document and
 * refusals. `documents/formats.ts` has the readers and writers, `format-options.ts` the options of each.
 */
export interface FormatFacts {
  /** Chooses the icon; formats of one family are offered together. */
  readonly family: FormatFamily;
  /** The name in a sentence: "Use a DOCX or CSV file." */
  readonly label: string;
  /** Lower case, without the dot. The first is the one a renamed file should have. */
  readonly extensions: readonly [string, ...string[]];
  /** The first is the result's `Content-Type`; any of them identifies an upload without a usable name. */
  readonly mediaTypes: readonly [string, ...string[]];
  /** A ZIP archive with parts, such as Office files; the others are text. */
  readonly package?: true;
  /** Suggested by refusals: nearly every program can save it. */
  readonly common?: true;
  /** Counts against this quota of the account. */
  readonly quota?: 'docx';
  /** `?simple=1` builds a document of the bare text where the layout cannot be rebuilt. */
  readonly simple?: true;
  /** The format that such a file is converted to when its job is created, and that its translation has. */
  readonly result?: 'docx';
}

/** Names are in i18n/format-names.ts, icons in FileIcon.vue. */
export type FormatFamily =
  'word' | 'sheet' | 'slides' | 'table' | 'text' | 'web' | 'subtitles' | 'strings' | 'book';

const OPENXML = 'application/vnd.openxmlformats-officedocument';

/** In the order in which sentences and lists name them. */
export const FORMATS = {
  docx: {
    family: 'word',
    label: 'DOCX',
    extensions: ['docx'],
    mediaTypes: [`${OPENXML}.wordprocessingml.document`],
    package: true,
    common: true,
    quota: 'docx',
    simple: true,
  },
  xlsx: {
    family: 'sheet',
    label: 'XLSX',
    extensions: ['xlsx'],
    mediaTypes: [`${OPENXML}.spreadsheetml.sheet`],
    package: true,
    common: true,
  },
  pptx: {
    family: 'slides',
    label: 'PPTX',
    extensions: ['pptx', 'ppsx'],
    mediaTypes: [`${OPENXML}.presentationml.presentation`, `${OPENXML}.presentationml.slideshow`],
    package: true,
  },
  odt: {
    family: 'word',
    label: 'ODT',
    extensions: ['odt'],
    mediaTypes: ['application/vnd.oasis.opendocument.text'],
    package: true,
  },
  ods: {
    family: 'sheet',
    label: 'ODS',
    extensions: ['ods'],
    mediaTypes: ['application/vnd.oasis.opendocument.spreadsheet'],
    package: true,
  },
  odp: {
    family: 'slides',
    label: 'ODP',
    extensions: ['odp'],
    mediaTypes: ['application/vnd.oasis.opendocument.presentation'],
    package: true,
  },
  pdf: {
    family: 'word',
    label: 'PDF',
    extensions: ['pdf'],
    mediaTypes: ['application/pdf'],
    simple: true,
    result: 'docx',
  },
  csv: {
    family: 'table',
    label: 'CSV',
    extensions: ['csv', 'tsv', 'tab'],
    mediaTypes: [
      'text/csv',
      'application/csv',
      'text/x-csv',
      'text/comma-separated-values',
      'text/tab-separated-values',
      // Sent for .csv by browsers on Windows where Excel is installed.
      'application/vnd.ms-excel',
    ],
    common: true,
  },
  txt: {
    family: 'text',
    label: 'TXT',
    extensions: ['txt', 'text'],
    mediaTypes: ['text/plain'],
    common: true,
  },
  html: {
    family: 'web',
    label: 'HTML',
    extensions: ['html', 'htm', 'xhtml', 'xht'],
    mediaTypes: ['text/html', 'application/xhtml+xml'],
  },
  markdown: {
    family: 'text',
    label: 'Markdown',
    extensions: ['md', 'markdown', 'mdx'],
    mediaTypes: ['text/markdown', 'text/x-markdown', 'text/mdx'],
  },
  epub: {
    family: 'book',
    label: 'EPUB',
    extensions: ['epub'],
    mediaTypes: ['application/epub+zip'],
    package: true,
  },
  json: {
    family: 'strings',
    label: 'JSON',
    extensions: ['json', 'arb'],
    mediaTypes: ['application/json'],
  },
  po: {
    family: 'strings',
    label: 'PO',
    extensions: ['po', 'pot'],
    mediaTypes: ['text/x-gettext-translation', 'text/x-po', 'application/x-gettext', 'text/x-pot'],
  },
  srt: {
    family: 'subtitles',
    label: 'SRT',
    extensions: ['srt'],
    mediaTypes: ['application/x-subrip', 'text/srt', 'text/x-srt'],
  },
  vtt: { family: 'subtitles', label: 'WebVTT', extensions: ['vtt', 'webvtt'], mediaTypes: ['text/vtt'] },
  properties: {
    family: 'strings',
    label: 'Properties',
    extensions: ['properties'],
    mediaTypes: ['text/x-java-properties'],
  },
  strings: {
    family: 'strings',
    label: 'Apple strings',
    extensions: ['strings', 'stringsdict'],
    mediaTypes: ['text/x-apple-strings'],
  },
  android: {
    family: 'strings',
    label: 'Android strings',
    extensions: ['xml'],
    mediaTypes: ['text/xml'],
  },
  resx: {
    family: 'strings',
    label: 'RESX',
    extensions: ['resx', 'resw'],
    mediaTypes: ['application/x-resx', 'text/microsoft-resx'],
  },
  yaml: {
    family: 'strings',
    label: 'YAML',
    extensions: ['yaml', 'yml'],
    mediaTypes: ['application/yaml', 'application/x-yaml', 'text/yaml'],
  },
  xliff: {
    family: 'strings',
    label: 'XLIFF',
    extensions: ['xlf', 'xliff', 'sdlxliff', 'mqxliff'],
    mediaTypes: ['application/xliff+xml', 'application/x-xliff+xml'],
  },
} as const satisfies Readonly<Record<string, FormatFacts>>;

/** `file_type` on the wire. */
export type FileType = keyof typeof FORMATS;

export const FILE_TYPES = Object.keys(FORMATS) as [FileType, ...FileType[]];

const PARAGRAPH_FAMILIES = ['word', 'slides', 'text', 'web', 'book'] as const;
type ParagraphFamily = (typeof PARAGRAPH_FAMILIES)[number];

/** Formats whose texts are paragraphs, which can be split into sentences. */
export type ParagraphFormat = {
  [Type in FileType]: (typeof FORMATS)[Type]['family'] extends ParagraphFamily ? Type : never;
}[FileType];

export const PARAGRAPH_FORMATS: readonly ParagraphFormat[] = FILE_TYPES.filter(hasParagraphs);

export function hasParagraphs(fileType: FileType): fileType is ParagraphFormat {
  return PARAGRAPH_FAMILIES.some((family) => family === FORMATS[fileType].family);
}

export function formatFacts(fileType: FileType): FormatFacts {
  return FORMATS[fileType];
}

/** The format of a file's translation: its own, except for formats that are converted. */
export function resultTypeOf(fileType: FileType): FileType {
  return formatFacts(fileType).result ?? fileType;
}

/** The formats whose files may have this extension (lower case, without the dot). */
export function formatsOfExtension(extension: string): FileType[] {
  return FILE_TYPES.filter((type) => formatFacts(type).extensions.includes(extension));
}

/** The first format that a part's `Content-Type` names; parameters and case do not matter. */
export function formatOfMediaType(mediaType: string | undefined): FileType | undefined {
  const type = (mediaType ?? '').split(';')[0]!.trim().toLowerCase();
  return FILE_TYPES.find((candidate) => formatFacts(candidate).mediaTypes.includes(type));
}

/** All extensions of documents, for file pickers and associations. */
export const DOCUMENT_EXTENSIONS: readonly string[] = [
  ...new Set(FILE_TYPES.flatMap((type) => formatFacts(type).extensions)),
];

/** "DOCX, XLSX, CSV or TXT" in a language: the common formats, or those that `which` accepts. */
export function formatList(
  language = 'en',
  which: (facts: FormatFacts) => boolean = ({ common }) => common === true,
): string {
  const labels = FILE_TYPES.map(formatFacts)
    .filter(which)
    .map(({ label }) => label);
  // English by hand: without the comma before "or", as in all our sentences, and without the tables of
  // `Intl`, which cost each process and thread 10 ms at its start.
  if (language === 'en') return labels.join(', ').replace(/, (?=[^,]*$)/, ' or ');
  return new Intl.ListFormat(language, { type: 'disjunction' }).format(labels);
}
