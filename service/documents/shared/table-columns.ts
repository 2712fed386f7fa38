import { fieldProblem } from '../../contract/index.ts';
import type { OptionsOf, ProblemError } from '../../contract/index.ts';
import { isTranslatable } from '../../text/translatable.ts';

/** Excel's maximum of columns; other formats have no wider tables in practice. */
export const MAX_COLUMNS = 16_384;

export type ColumnOptions = Pick<OptionsOf<'csv'>, 'columns' | 'header' | 'into'>;

/** The parts of a table that decide which columns are chosen. */
export interface TableHead {
  /** The cells of its first row. */
  readonly first: readonly string[];
  /** Cells of its longest row. */
  readonly width: number;
  /** Whether the first row looks like names. */
  readonly looksNamed: boolean;
}

/** Columns count from 0. */
export interface ChosenColumns {
  /** Undefined: all. */
  readonly sources: ReadonlySet<number> | undefined;
  /** Whether the first row is a header, which is not translated. */
  readonly hasHeader: boolean;
  /** The target columns of each column; empty if translations replace the texts. */
  readonly into: ReadonlyMap<number, number>;
}

/** Applies the options to this table. Throws `invalid_request` for a missing column. */
export function chooseColumns(options: ColumnOptions, head: TableHead): ChosenColumns {
  return chooseSheetColumns(options, [head])[0]!;
}

/**
 * Applies the options to each table of a file. Names are looked up in every table; a column that none of them
 * has is refused. A letter or number means the same column in all.
 */
export function chooseSheetColumns(
  { columns, header, into }: ColumnOptions,
  heads: readonly TableHead[],
): ChosenColumns[] {
  const width = Math.max(0, ...heads.map((head) => head.width));
  const names = heads.map(({ first }) => (header === false ? [] : first.map((name) => name.trim())));
  const byName = heads.map(() => false);
  /** The places of one requested column in each table. */
  const find = (option: 'columns' | 'into', column: string | number, upTo: number): number[][] => {
    const name = String(column).trim();
    const position = /^[1-9]\d{0,5}$/.test(name) ? Number(name) - 1 : columnPosition(name);
    const found = heads.map((_, sheet) => {
      const matches = typeof column === 'number' ? [] : positionsOf(names[sheet]!, name);
      if (matches.length > 0) byName[sheet] = true;
      else if (position !== undefined && position < upTo) return [position];
      return matches;
    });
    if (found.some((matches) => matches.length > 0)) return found;
    const isName = heads.some(({ first }) => positionsOf(first, name).length > 0);
    if (header === false && (position === undefined || isName)) throw namedWithoutHeader();
    throw unknownColumn(option, name, [...new Set(names.flat())], width);
  };
  const sources =
    columns === 'all'
      ? undefined
      : columns === 'first'
        ? [heads.map(() => [0])]
        : columns.map((column) => find('columns', column, width));
  const targets = into?.map((column) => find('into', column, width + into.length));
  return heads.map((head, sheet) => {
    // A table that lacks a name has neither that column nor its target.
    const isHere = (at: number): boolean =>
      (sources?.[at]?.[sheet]?.length ?? 1) > 0 && (targets?.[at]?.[sheet]?.length ?? 1) > 0;
    const own = sources && new Set(sources.flatMap((found, at) => (isHere(at) ? found[sheet]! : [])));
    const places = targets?.flatMap((found, at) => (isHere(at) ? found[sheet]! : [])) ?? [];
    if (into) checkTargets(own, places, width);
    const hasHeader = byName[sheet]! || header === true || (header === 'auto' && head.looksNamed);
    return {
      sources: own,
      hasHeader: hasHeader && (columns !== 'first' || into !== null),
      into: new Map(into ? [...(own ?? [])].map((source, index) => [source, places[index]!]) : []),
    };
  });
}

function positionsOf(names: readonly string[], name: string): number[] {
  return name === '' ? [] : names.flatMap((one, index) => (one === name ? [index] : []));
}

function checkTargets(
  sources: ReadonlySet<number> | undefined,
  targets: readonly number[],
  width: number,
): void {
  const isOnce = new Set(targets).size === targets.length;
  const fits = sources?.size === targets.length && targets.every((target) => !sources.has(target));
  const added = targets.filter((target) => target >= width);
  // New columns follow the last one without a gap.
  const isClose = added.every((target) => target < width + added.length);
  if (isOnce && fits && isClose) return;
  throw fieldProblem(
    'format_options.into',
    'invalid',
    'The option into must name one column for each of those in columns: each once, none that is translated itself, new ones right after the last.',
    { reason: 'into_columns' },
  );
}

function namedWithoutHeader(): ProblemError {
  return fieldProblem(
    'format_options.header',
    'invalid',
    'Columns are chosen by name, but header is false. Choose them by letter or number, or leave header out.',
    { reason: 'column_names_without_header' },
  );
}

const MAX_SHOWN = 20;
const MAX_SHOWN_CHARS = 40;

function unknownColumn(
  option: 'columns' | 'into',
  column: string,
  names: readonly string[],
  width: number,
): ProblemError {
  const last = width === 0 ? '–' : `A–${columnLetter(width - 1)}`;
  const found = names.filter((name) => name !== '').map((name) => short(name));
  const shown = [last, ...found.slice(0, MAX_SHOWN)].join(', ') + (found.length > MAX_SHOWN ? ' …' : '');
  return fieldProblem(
    `format_options.${option}`,
    'invalid',
    `The table has no column ${short(column)}. It has: ${shown}.`,
    { reason: 'column_unknown', details: { column: short(column), columns: shown } },
  );
}

function short(text: string): string {
  return text.length <= MAX_SHOWN_CHARS ? text : `${text.slice(0, MAX_SHOWN_CHARS - 1)}…`;
}

/** 0 for `A`, 26 for `AA`; undefined unless it is letters. */
function columnPosition(letters: string): number | undefined {
  if (!/^[A-Z]{1,3}$/i.test(letters)) return undefined;
  const number = Array.from(letters.toUpperCase()).reduce(
    (sum, letter) => sum * 26 + letter.charCodeAt(0) - 64,
    0,
  );
  return number - 1;
}

export function columnLetter(position: number): string {
  let letters = '';
  for (let rest = position + 1; rest > 0; rest = Math.floor((rest - 1) / 26))
    letters = String.fromCharCode(65 + ((rest - 1) % 26)) + letters;
  return letters;
}

const COMMON_NAME =
  /^(?:id|key|sku|code|handle|slug|name|title|label|text|value|description|notes?|comments?|status|category|type|price|quantity|date|source|target|translation|context|english|german|french|spanish|arabic|[a-z]{2}(?:[-_][a-z]{2})?)$/i;
const MAX_NAME_CHARS = 60;

/**
 * Whether the first of these rows looks like a header: short, distinct words, and either common column names,
 * or words above numbers or above much longer texts.
 */
export function looksLikeHeader([first = [], ...rows]: readonly (readonly string[])[]): boolean {
  const names = first.map((name) => name.trim());
  while (names.at(-1) === '') names.pop();
  if (rows.length === 0 || names.length === 0) return false;
  if (new Set(names.map((name) => name.toLowerCase())).size < names.length) return false;
  if (
    !names.every(
      (name) => name.length <= MAX_NAME_CHARS && /\p{L}/u.test(name) && !/[\r\n]|[.!?]$/.test(name),
    )
  )
    return false;
  return names.some((name, index) => {
    const below = rows.map((row) => row[index]?.trim() ?? '').filter((value) => value !== '');
    if (below.length === 0) return false;
    if (COMMON_NAME.test(name) && names.length > 1) return true;
    const numbers = below.filter((value) => !isTranslatable(value)).length;
    const chars = below.reduce((sum, value) => sum + value.length, 0) / below.length;
    return numbers >= below.length * 0.8 || (chars >= 20 && chars >= name.length * 3);
  });
}

const MAX_SAMPLE_CHARS = 80;
/** A surrogate that was cut from its pair. */
const HALF_CHAR = /[\uD800-\uDBFF]$/;

/** A cell's text as `examine` shows it. */
export function sampleText(text: string): string {
  return text.trim().slice(0, MAX_SAMPLE_CHARS).replace(HALF_CHAR, '');
}
