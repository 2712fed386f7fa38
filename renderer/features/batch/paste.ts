import Papa from 'papaparse';

export const COLUMNS = ['id', 'source', 'target'] as const;
export type Column = (typeof COLUMNS)[number];
export type Cells = Partial<Record<Column, string>>;

const HEADINGS: Record<string, Column> = {
  id: 'id',
  key: 'id',
  source: 'source',
  text: 'source',
  target: 'target',
  translation: 'target',
  translated_text: 'target',
};

/**
 * Reads text pasted into a cell as rows; undefined if it is plain text for that cell. A table (tabs, or
 * clearly CSV) keeps its columns: named by its header, else counted from the current column; in an empty grid
 * a first column of ids goes to the ids. Other text becomes one row per line.
 */
export function parsePaste(text: string, at: Column, gridIsEmpty: boolean): Cells[] | undefined {
  const table = tableOf(text);
  if (table) return rowsOf(table, at, gridIsEmpty);
  const lines = text
    .split(/\r\n|\r|\n/)
    .map((line) => line.trim())
    .filter((line) => line !== '');
  return lines.length > 1 ? lines.map((line) => ({ [at]: line })) : undefined;
}

function tableOf(text: string): string[][] | undefined {
  // Spreadsheets copy with tabs, and quote only cells that hold tabs or line breaks.
  if (text.includes('\t') || /^"[^"]*\n/.test(text)) return parse(text, '\t');
  return [',', ';'].map((delimiter) => parse(text, delimiter)).find(isCertainlyCsv);
}

function parse(text: string, delimiter: string): string[][] {
  return Papa.parse<string[]>(text.replace(/\r\n?/g, '\n').trim(), { delimiter, skipEmptyLines: 'greedy' })
    .data;
}

/**
 * Sentences contain commas too, so lines are CSV only if every line has the same two or three fields, and
 * either there is a header or the first field is an id in all lines: without a space in it or after the
 * comma, where prose has one.
 */
function isCertainlyCsv(table: string[][]): boolean {
  const width = table[0]?.length ?? 0;
  if (table.length < 2 || width < 2 || width > 3 || table.some((row) => row.length !== width)) return false;
  const areIds = table.every(
    ([first = '', ...rest]) => /^\S+$/.test(first) && !rest.some((one) => /^\s/.test(one)),
  );
  return headingOf(table[0]!) !== undefined || areIds;
}

function headingOf(row: readonly string[]): Column[] | undefined {
  const columns = row.map((cell) => HEADINGS[cell.trim().toLowerCase()]);
  return columns.every((column) => column !== undefined) && columns.includes('source') ? columns : undefined;
}

/** The rows of a table; its columns are recognised as by `parsePaste`. */
export function rowsOf(table: string[][], at: Column, gridIsEmpty: boolean): Cells[] {
  const heading = headingOf(table[0] ?? []);
  const columns = heading ?? COLUMNS.slice(gridIsEmpty ? firstColumn(table) : COLUMNS.indexOf(at));
  const body = heading ? table.slice(1) : table;
  return body.map((row) =>
    Object.fromEntries(columns.slice(0, row.length).map((column, index) => [column, row[index] ?? ''])),
  );
}

/** Three columns, or distinct words without spaces beside texts with some: the first one holds ids. */
function firstColumn(table: string[][]): number {
  const firsts = table.map((row) => row[0] ?? '');
  const width = table.reduce((most, row) => Math.max(most, row.length), 0);
  const areIds =
    firsts.every((first) => /^\S{1,256}$/.test(first)) &&
    new Set(firsts).size === firsts.length &&
    table.some((row) => /\s/.test((row[1] ?? '').trim()));
  return width >= 3 || (width === 2 && areIds) ? 0 : 1;
}

/** A cell for the clipboard in the spreadsheets' form: quoted if it contains a separator. */
export function toTsv(rows: readonly (readonly string[])[]): string {
  return Papa.unparse(rows as string[][], { delimiter: '\t', newline: '\n' });
}
