import type { ExaminedResource } from '../../service/contract/index.ts';

/** The choices of extra parts to translate that apply to all documents alike. */
export interface FormatChoices {
  columns: 'first' | 'all';
  header: 'auto' | 'names' | 'text';
  /** Values of `include` that are off by default. */
  also: string[];
}

export const NO_FORMAT_CHOICES: FormatChoices = { columns: 'first', header: 'auto', also: [] };
/** Options of single formats, chosen for a file that waits: their API names, and the value for on. */
export const SWITCHES = {
  bilingual: ['bilingual', true],
  separateCues: ['subtitles.join', false],
  refill: ['xliff.refill', 'all'],
  fuzzy: ['po.mark', 'fuzzy'],
  plurals: ['json.plurals', true],
  anchors: ['anchors', 'ids'],
  bookTitle: ['book_title', true],
} as const;
export type Switch = keyof typeof SWITCHES;
const SWITCH_NAMES = Object.keys(SWITCHES) as Switch[];

/** The switches of a file's format, by the options in its report. */
export function switchesOf(options: FormatOptions): Switch[] {
  return SWITCH_NAMES.filter((name) => Object.hasOwn(options, SWITCHES[name][0]));
}
/** Values of `include` that are off by default. */
export const OFF_BY_DEFAULT = ['comments', 'alt_text', 'properties'] as const;

export type FormatOptions = Readonly<Record<string, unknown>>;

export const HEADERS = { auto: undefined, names: true, text: false } as const;

/**
 * The options of a file's format for these choices; undefined if they are the default, or do not apply to the
 * format.
 */
export function formatOptionsOf(
  { options }: Pick<ExaminedResource, 'options'>,
  { columns, header, also }: FormatChoices,
): FormatOptions | undefined {
  const has = (name: string): boolean => Object.hasOwn(options, name);
  const chosen = {
    ...(has('columns') && columns === 'all' ? { columns } : {}),
    ...(has('header') && header !== 'auto' ? { header: HEADERS[header] } : {}),
    ...(has('include') && also.length > 0 ? { include: included(options, also) } : {}),
  };
  return Object.keys(chosen).length > 0 ? chosen : undefined;
}

/** The default of `include`, plus these values. */
export function included(options: FormatOptions, also: readonly string[]): string[] {
  const byDefault = Array.isArray(options['include']) ? options['include'].map(String) : [];
  return [...new Set([...byDefault, ...also])];
}

/** A table whose first column has nothing to translate, while others do. */
export interface ColumnsQuestion {
  /** Cells of the first column. */
  readonly cells: number;
  /** Texts of the other columns. */
  readonly texts: number;
  /** Numbers of the columns with texts. */
  readonly columns: readonly number[];
}

/** Undefined if there is nothing to ask: there is text in column A, or nowhere. */
export function columnsQuestion({ columns = [], options }: ExaminedResource): ColumnsQuestion | undefined {
  const first = columns.find(({ letter }) => letter === 'A');
  const others = columns.filter((column) => column !== first && column.texts > 0);
  if (!Object.hasOwn(options, 'columns') || (first?.texts ?? 0) > 0 || others.length === 0) return undefined;
  return {
    cells: first?.segments ?? 0,
    texts: others.reduce((sum, { texts }) => sum + texts, 0),
    columns: others.map(({ letter }) => columnNumber(letter)),
  };
}

/** Columns are sent as numbers: a letter may be the name of another column. */
export function columnNumber(letter: string): number {
  return Array.from(letter).reduce((sum, char) => sum * 26 + char.charCodeAt(0) - 64, 0);
}

export function columnLetter(number: number): string {
  let letters = '';
  for (let rest = number; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

/** The column numbers that the options choose. */
export function chosenColumns(options: FormatOptions | undefined, all: readonly number[]): readonly number[] {
  const asked = options?.['columns'];
  if (asked === 'all') return all;
  return Array.isArray(asked) ? asked.filter((one) => typeof one === 'number') : [1];
}
