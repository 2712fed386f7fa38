export const LAST = Number.MAX_SAFE_INTEGER;

/** Cells of a sheet, from 1, both ends inclusive. Sheets by their name in small letters. */
export interface Area {
  readonly sheet: string;
  readonly left: number;
  readonly top: number;
  readonly right: number;
  readonly bottom: number;
}

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
  const [from = '', to, more] = text.split(':', 3);
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

export function isWithin(
  area: Area,
  { sheet, column, row }: { sheet: string; column: number; row: number },
): boolean {
  return (
    area.sheet === sheet &&
    column >= area.left &&
    column <= area.right &&
    row >= area.top &&
    row <= area.bottom
  );
}
