import { baseLanguage, languageName, parseLanguage } from './languages.ts';

/** Which columns of a table hold what, from 0. */
export interface GlossaryColumns {
  readonly term: number;
  readonly translation: number;
}

interface Direction {
  readonly from: string;
  readonly to: string;
}

/**
 * Words that name the two columns, in the window's languages. A cell names a column if all its words are in one
 * language's list and one of them names its side (`from`, `to`) or, for the source column, its content (`what`).
 */
const WORDS: readonly { readonly from: string; readonly to: string; readonly what: string }[] = [
  {
    from: 'source original from',
    to: 'target translation translated to',
    what: 'term terms text word phrase entry expression language',
  },
  {
    from: 'quelle quellbegriff quelltext quellwort ausgangsbegriff ausgangstext ausgangssprache original',
    to: 'ziel zielbegriff zieltext zielwort übersetzung zielsprache',
    what: 'begriff benennung text wort sprache',
  },
  {
    from: 'origen original fuente',
    to: 'destino traducción traducido meta',
    what: 'término texto palabra expresión idioma lengua',
  },
  {
    from: 'source origine original',
    to: 'cible traduction traduit',
    what: 'terme texte mot expression langue',
  },
  { from: 'المصدر الأصل', to: 'الهدف الترجمة', what: 'المصطلح النص الكلمة اللغة' },
];
const LISTS = WORDS.map((row) => ({
  from: new Set(row.from.split(' ')),
  to: new Set(row.to.split(' ')),
  what: new Set(row.what.split(' ')),
}));
/** Besides English and the languages' own: names of languages are written in these. */
const LOCALES = ['de', 'es', 'fr', 'ar'];
const MAX_NAME = 60;

/**
 * The columns that the first row of a table of terms names, or undefined where it is a term. Columns are named
 * by words (`term,translation`, `Source term,Target term`) or by the languages of the direction, as tags or
 * names (`EN-GB,es-ES`, `English,Spanish`), which may stand among those of other languages.
 */
export function glossaryColumns(
  table: readonly (readonly string[])[],
  direction?: Direction,
): GlossaryColumns | undefined {
  const [first = [], second] = table;
  const cells = first.map((cell) => cell.trim().toLowerCase());
  return (direction && columnsOfLanguages(cells, second, direction)) ?? columnsOfWords(cells);
}

/** The columns of an entry's other facts, from 0; -1 where the table has none. */
export interface FactColumns {
  readonly status: number;
  readonly note: number;
  readonly isName: number;
}

/** @param heading a table's first row, if it is a heading */
export function factColumns(heading: readonly string[] = []): FactColumns {
  const names = heading.map((cell) =>
    cell
      .trim()
      .toLowerCase()
      .replaceAll(/[\s-]+/g, '_'),
  );
  return {
    status: names.indexOf('status'),
    note: names.indexOf('note'),
    isName: names.indexOf('do_not_translate'),
  };
}

/** Whether a cell of `do_not_translate` says so. */
export function saysYes(cell = ''): boolean {
  return ['true', 'yes', '1', 'x'].includes(cell.trim().toLowerCase());
}

function columnsOfLanguages(
  cells: readonly string[],
  next: readonly string[] | undefined,
  { from, to }: Direction,
): GlossaryColumns | undefined {
  const term = columnOf(cells, from);
  const translation = columnOf(cells, to, term);
  if (term === -1 || translation === -1) return undefined;
  // `house,Haus,EN,DE`: each row names its own languages.
  const isEachRows = next ? isLanguageTag(next[term]) && isLanguageTag(next[translation]) : term > 1;
  return isEachRows ? undefined : { term, translation };
}

/** The column of exactly this language, else that of its base with whatever region; not `but`; -1 if none. */
function columnOf(cells: readonly string[], language: string, but = -1): number {
  const named = cells.map((cell, column) => (column === but ? undefined : languageOf(cell, language)));
  const exact = named.indexOf(language);
  if (exact !== -1) return exact;
  return named.findIndex((tag) => tag !== undefined && baseLanguage(tag) === baseLanguage(language));
}

/** The tag that a cell names: by tag, or by a name in English, its own or the window's languages. */
function languageOf(cell: string, wanted: string): string | undefined {
  if (cell === '' || cell.length > MAX_NAME) return undefined;
  const name = withoutNouns(cell);
  const tag = parseLanguage(name);
  if (tag !== undefined) return tag;
  const base = baseLanguage(wanted);
  const isOwnName = LOCALES.some((locale) => languageName(base, locale).toLowerCase() === name);
  return isOwnName ? base : undefined;
}

/** `english term` → `english`. */
function withoutNouns(cell: string): string {
  const words = cell.split(' ');
  const rest = words.filter((word) => !LISTS.some(({ what }) => what.has(word)));
  return rest.length === 0 ? cell : rest.join(' ');
}

function columnsOfWords(cells: readonly string[]): GlossaryColumns | undefined {
  for (const { from, to, what } of LISTS) {
    const isOf = (side: ReadonlySet<string>) => (cell: string) => {
      const words = cell.length > MAX_NAME ? [] : cell.split(/[\s_:-]+/).filter((word) => word !== '');
      return words.every((word) => side.has(word) || what.has(word)) && words.some((word) => side.has(word));
    };
    const translation = cells.findIndex(isOf(to));
    if (translation === -1) continue;
    const source = cells.findIndex(isOf(from));
    const term = source === -1 ? cells.findIndex((cell) => what.has(cell)) : source;
    if (term !== -1) return { term, translation };
  }
  return undefined;
}

/** Whether a cell is a language's tag, as DeepL's third and fourth columns have them: `EN`, `pt-br`. */
export function isLanguageTag(cell = ''): boolean {
  return /^[a-z]{2,3}(?:[-_][a-z\d]{2,8}){0,3}$/i.test(cell.trim()) && parseLanguage(cell) !== undefined;
}
