import { isTextsHeading, LIMITS } from '../contract/index.ts';
import { decodeText } from '../documents/encodings/text-encoding.ts';
import { refuse } from '../documents/shared/refusals.ts';
import { unguarded } from './csv.ts';
import { encodedCell, newWorkbook, readFirstSheet, unreadableWorkbook } from './workbook.ts';

/** What the cells hold decides which signs part them: a sentence holds commas too, a term hardly. */
export type TableContents = 'texts' | 'terms';

export interface ReadTable {
  readonly rows: readonly (readonly string[])[];
  /** Whether there are columns; else each row is a line of text. */
  readonly has_columns: boolean;
}

/**
 * Reads a table that someone has pasted or dropped: the first sheet of a workbook, or text with tabs, commas,
 * semicolons or bars between its columns; any other text is a row a line. Empty rows are left out. Throws
 * `too_many` and `too_long` for more than the limits of the contract.
 */
export async function readTable(
  bytes: Uint8Array,
  { contents, fileName = '' }: { contents: TableContents; fileName?: string | undefined },
): Promise<ReadTable> {
  if (bytes[0] === 0x50 && bytes[1] === 0x4b) {
    const sheet = await readFirstSheet(bytes, { maxColumns: LIMITS.tableColumns, maxRows: LIMITS.tableRows });
    return withinLimits({ rows: (sheet ?? []).filter(hasText), has_columns: true });
  }
  if (/\.xls[xm]?$/i.test(fileName)) throw unreadableWorkbook();
  const { text } = await decodeText(bytes);
  const whole = text.replace(/^\ufeff/, '').replace(/\r\n?/g, '\n');
  checkLength(whole.length);
  const rows = contents === 'terms' ? likeliest(whole) : certain(whole.trim());
  if (rows) return withinLimits({ rows, has_columns: true });
  const lines = whole.split('\n').map((line) => line.trim());
  return withinLimits({
    rows: lines.filter((line) => line !== '').map((line) => [line]),
    has_columns: false,
  });
}

/** A workbook of one sheet with these texts. */
export async function writeTable(rows: readonly (readonly string[])[]): Promise<Uint8Array> {
  const workbook = await newWorkbook();
  const sheet = workbook.addWorksheet('Interlinear');
  for (const row of rows) sheet.addRow(row.map(encodedCell));
  return new Uint8Array(await workbook.xlsx.writeBuffer());
}

function withinLimits(table: ReadTable): ReadTable {
  const { tableRows, tableColumns } = LIMITS;
  if (table.rows.length > tableRows)
    throw refuse(
      'too_many',
      `The table has more than ${tableRows.toLocaleString('en')} rows. Split it, or send it as a document.`,
      { details: { limit: tableRows } },
    );
  checkLength(
    table.rows.reduce((sum, row) => sum + row.reduce((length, cell) => length + cell.length, 0), 0),
  );
  return { ...table, rows: table.rows.map((row) => row.slice(0, tableColumns)) };
}

function checkLength(length: number): void {
  const limit = LIMITS.tableChars;
  if (length <= limit) return;
  throw refuse(
    'too_long',
    `The table has more than ${limit.toLocaleString('en')} characters. Split it, or send it as a document.`,
    { details: { limit } },
  );
}

function hasText(row: readonly string[]): boolean {
  return row.some((cell) => cell.trim() !== '');
}

/** Told by the number of rows that a sign parts: in a cell it may be any of them. Tabs come first. */
function likeliest(text: string): string[][] {
  const tables = ['\t', ',', ';', '|'].map((delimiter) => parse(text, delimiter));
  const parted = (table: string[][]): number => table.filter(({ length }) => length > 1).length;
  return tables.sort((a, b) => parted(b) - parted(a))[0]!;
}

/** A table of texts, where that is certain. */
function certain(text: string): string[][] | undefined {
  // Spreadsheets copy with tabs, and quote only cells that hold tabs or line breaks.
  if (text.includes('\t') || /^"[^"]*\n/.test(text)) return parse(text, '\t');
  return [',', ';'].map((delimiter) => parse(text, delimiter)).find(isCertainlyCsv);
}

/**
 * Sentences hold commas too, so lines are CSV only when every line has the same two or three fields, and
 * either a heading says so or the first field is an id in all of them: no space in it, and none after the
 * comma, where prose has one.
 */
function isCertainlyCsv(table: string[][]): boolean {
  const width = table[0]?.length ?? 0;
  if (table.length < 2 || width < 2 || width > 3 || table.some((row) => row.length !== width)) return false;
  const areIds = table.every(
    ([first = '', ...rest]) => /^\S+$/.test(first) && !rest.some((one) => /^\s/.test(one)),
  );
  return isTextsHeading(table[0]!) || areIds;
}

/**
 * The fields of delimited text (RFC 4180). A quotation mark that is not closed before a delimiter or the end
 * of its line is an ordinary character, as people type them. Takes linear time.
 */
export function parse(text: string, delimiter: string): string[][] {
  const table: string[][] = [];
  let row: string[] = [];
  for (let at = 0; at <= text.length;) {
    const { value, end } = quotedField(text, at, delimiter) ?? plainField(text, at, delimiter);
    row.push(value);
    if (text[end] !== delimiter) {
      if (hasText(row)) table.push(row);
      row = [];
    }
    at = end + 1;
  }
  // Spreadsheets copy tabs, and texts as they are; files have an apostrophe before what looks like a formula.
  return delimiter === '\t' ? table : table.map((cells) => cells.map(unguarded));
}

interface Field {
  readonly value: string;
  readonly end: number;
}

function quotedField(text: string, start: number, delimiter: string): Field | undefined {
  if (text[start] !== '"') return undefined;
  for (let at = text.indexOf('"', start + 1); at !== -1; at = text.indexOf('"', at + 2)) {
    const after = text[at + 1];
    if (after === '"') continue;
    if (after !== undefined && after !== delimiter && after !== '\n') return undefined;
    return { value: text.slice(start + 1, at).replaceAll('""', '"'), end: at + 1 };
  }
  return undefined;
}

function plainField(text: string, start: number, delimiter: string): Field {
  let end = start;
  while (end < text.length && text[end] !== delimiter && text[end] !== '\n') end++;
  return { value: text.slice(start, end), end };
}
