/** A cell of a chart's workbook. */
export interface CellAddress {
  readonly sheet: string;
  /** From 1. */
  readonly row: number;
  readonly column: number;
}

interface Area {
  readonly sheet: string;
  readonly top: number;
  readonly left: number;
  readonly rows: number;
  readonly columns: number;
}

/** Excel's limits of both. */
const MAX_ROWS = 1_048_576;
const MAX_COLUMNS = 16_384;

const AREA =
  /\s*(?:'((?:[^']|'')*)'|([^\s'!,()[\]:][^'!,()[\]:]*))!\$?([A-Z]{1,3})\$?(\d{1,7})(?::\$?([A-Z]{1,3})\$?(\d{1,7}))?\s*(?:,|$)/iy;

/**
 * The areas that a chart's formula names: `Sheet1!$A$2:$A$5`, or several in parentheses. Undefined for any
 * other formula, such as a name or a cell of another workbook.
 */
export function areasOf(formula: string): readonly Area[] | undefined {
  const list = formula.trim().replace(/^=?\s*\((.*)\)$/s, '$1');
  const areas: Area[] = [];
  AREA.lastIndex = 0;
  while (AREA.lastIndex < list.length) {
    const match = AREA.exec(list);
    if (!match) return undefined;
    const [, quoted, plain, left, top, right = left, bottom = top] = match;
    const [x1, x2] = [columnNumber(left!), columnNumber(right!)].sort((a, b) => a - b);
    const [y1, y2] = [Number(top), Number(bottom)].sort((a, b) => a - b);
    if (y1! < 1 || y2! > MAX_ROWS || x2! > MAX_COLUMNS) return undefined;
    areas.push({
      sheet: quoted?.replaceAll("''", "'") ?? plain!,
      top: y1!,
      left: x1!,
      rows: y2! - y1! + 1,
      columns: x2! - x1! + 1,
    });
  }
  return areas.length === 0 ? undefined : areas;
}

/** The cell behind a point of a cache, by index. */
export function cellAt(areas: readonly Area[], index: number): CellAddress | undefined {
  let before = 0;
  for (const { sheet, top, left, rows, columns } of areas) {
    const at = index - before;
    if (at < rows * columns)
      return { sheet, row: top + Math.floor(at / columns), column: left + (at % columns) };
    before += rows * columns;
  }
  return undefined;
}

/**
 * The cell of a point in multi-level labels, innermost level first: levels are columns from right to left, or
 * rows from bottom to top if the area has as many rows.
 */
export function cellOfLevel(
  areas: readonly Area[],
  index: number,
  level: number,
  levels: number,
): CellAddress | undefined {
  const [area] = areas;
  if (!area || areas.length > 1) return undefined;
  const { sheet, top, left, rows, columns } = area;
  if (columns === levels && index < rows)
    return { sheet, row: top + index, column: left + columns - 1 - level };
  if (rows === levels && index < columns) return { sheet, row: top + rows - 1 - level, column: left + index };
  return undefined;
}

/** 1 for `A`. */
export function columnNumber(letters: string): number {
  let number = 0;
  for (const letter of letters.toUpperCase()) number = number * 26 + letter.charCodeAt(0) - 64;
  return number;
}
