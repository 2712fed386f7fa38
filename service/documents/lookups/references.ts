import type { Area, Names } from './model.ts';

export const LAST = Number.MAX_SAFE_INTEGER;
/** Depth of names that refer to names: deeper than anyone nests them. */
const MAX_DEPTH = 5;

/** The cells of a rule: its formulas are written for the first, and move along for the others. */
export interface Extent {
  readonly rows: number;
  readonly columns: number;
}

export const ONE_CELL: Extent = { rows: 1, columns: 1 };

const CELL = /^(\$?)([A-Z]{1,3})(\$?)(\d{1,7})$/i;
const COLUMN = /^(\$?)([A-Z]{1,3})$/i;
const ROW = /^(\$?)(\d{1,7})$/;

interface Corner {
  readonly column?: number;
  readonly row?: number;
  readonly movesColumn: boolean;
  readonly movesRow: boolean;
}

function cornerOf(text: string): Corner | undefined {
  const [, fixedColumn, column, fixedRow, row] = CELL.exec(text) ?? [];
  if (column !== undefined)
    return {
      column: columnNumber(column),
      row: Number(row),
      movesColumn: fixedColumn === '',
      movesRow: fixedRow === '',
    };
  const [, fixed, letters] = COLUMN.exec(text) ?? [];
  if (letters !== undefined)
    return { column: columnNumber(letters), movesColumn: fixed === '', movesRow: false };
  const [, fixedOne, digits] = ROW.exec(text) ?? [];
  return digits === undefined
    ? undefined
    : { row: Number(digits), movesColumn: false, movesRow: fixedOne === '' };
}

export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 0x40;
  return number;
}

/** `A1`, `$A$1:B9`, `A:A`, `1:5`; else undefined. For a moving formula, all that it covers. */
export function rangeOf(text: string, sheet: string, { rows, columns }: Extent = ONE_CELL): Area | undefined {
  const [from = '', to, more] = text.split(':');
  if (more !== undefined) return undefined;
  const [start, end] = [cornerOf(from), cornerOf(to ?? from)];
  if (!start || !end || (to === undefined && (start.row === undefined || start.column === undefined)))
    return undefined;
  const [one, other] = [start.column ?? 1, end.column ?? LAST];
  const [first, last] = [start.row ?? 1, end.row ?? LAST];
  return {
    sheet: sheet.toLowerCase(),
    left: Math.min(one, other),
    top: Math.min(first, last),
    right: Math.max(one, other) + (end.movesColumn ? columns - 1 : 0),
    bottom: Math.max(first, last) + (end.movesRow ? rows - 1 : 0),
  };
}

/** The areas of a list of ranges, as `sqref` has it. */
export function rangesOf(list: string, sheet: string): Area[] {
  return list.split(/\s+/).flatMap((text) => rangeOf(text, sheet) ?? []);
}

export function extentOf({ left, top, right, bottom }: Area): Extent {
  return { rows: bottom - top + 1, columns: right - left + 1 };
}

const STRUCTURED = /^([^[\]]*)\[(.*)\]$/s;
const COLUMN_NAME = /\[?@?\[?([^[\]#@][^[\]]*)\]?\]?\s*$/;
const REFERENCE_NAME =
  /(?:'(?:[^']|'')+'!|[\p{L}\p{N}_.]+!)?\$?[\p{L}\p{N}_.\\$:]+(?:\[[^\n]{0,200}?\]{1,2})?/gu;

/** Areas that a formula's word names: cells, a name, a table's column; else empty. */
export function areasOf(
  word: string,
  sheet: string,
  names: Names,
  extent: Extent,
  depth = 0,
): readonly Area[] {
  if (depth > MAX_DEPTH || (!word.startsWith('[') && word.includes('].'))) return [];
  const structured = word.includes('[') ? STRUCTURED.exec(word) : null;
  if (structured && !word.includes('!')) return columnOf(structured[1]!, structured[2]!, sheet, names);
  const mark = word.lastIndexOf('!');
  const own = mark === -1 ? sheet : sheetName(word.slice(0, mark));
  // Another workbook.
  if (own.includes('[')) return [];
  const bare = word.slice(mark + 1);
  const range = rangeOf(bare, own, extent);
  if (range) return [range];
  const table = names.tables.get(bare.toLowerCase());
  if (table) return [table.area];
  const formulas = names.defined.get(bare.toLowerCase()) ?? [];
  return formulas.flatMap((formula) =>
    Array.from(formula.matchAll(REFERENCE_NAME)).flatMap(([each]) =>
      areasOf(each, own, names, ONE_CELL, depth + 1),
    ),
  );
}

/** The texts of a name that has no cells: `="Open"`. */
export function textNamed(word: string, { defined }: Names): string[] {
  const formulas = defined.get(word.toLowerCase()) ?? [];
  return formulas.flatMap((formula) => {
    const text = /^=?"((?:[^"]|"")*)"$/.exec(formula);
    return text ? [text[1]!.replaceAll('""', '"')] : [];
  });
}

function sheetName(written: string): string {
  const bare = written.startsWith("'") ? written.slice(1, -1).replaceAll("''", "'") : written;
  return bare.toLowerCase();
}

/** `Table[Column]`, `Table[@Column]`, `Table[[#All],[Column]]`; unnamed: a table of the sheet. */
function columnOf(name: string, inside: string, sheet: string, { tables }: Names): Area[] {
  const named = tables.get(name.toLowerCase());
  const own =
    name === '' ? [...tables.values()].filter(({ area }) => area.sheet === sheet) : named ? [named] : [];
  const column = COLUMN_NAME.exec(inside)?.[1]?.replace(/'(.)/g, '$1').trim().toLowerCase();
  return own.flatMap(({ area, columns }) => {
    if (column === undefined) return [area];
    const at = columns.findIndex((each) => each.toLowerCase() === column);
    return at === -1 ? [] : [{ ...area, left: area.left + at, right: area.left + at }];
  });
}
