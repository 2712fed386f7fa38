import type { Area } from './references.ts';

/** Comparisons for a workbook of a million formulas; beyond them no area has a cell. */
const MAX_STEPS = 20_000_000;

/** A set of cells that tells whether one of them is in an area. All numbers count from 1. */
export interface CellIndex {
  /** `sheet`: its name in any letters. */
  add(sheet: string, column: number, row: number): void;
  has(area: Area): boolean;
}

export function cellIndex(): CellIndex {
  const sheets = new Map<string, Map<number, { rows: number[]; isSorted: boolean }>>();
  let [last, lastKey] = ['', ''];
  let steps = 0;
  return {
    add(sheet, column, row) {
      if (sheet !== last) [last, lastKey] = [sheet, sheet.toLowerCase()];
      const columns = sheets.get(lastKey) ?? new Map<number, { rows: number[]; isSorted: boolean }>();
      sheets.set(lastKey, columns);
      const known = columns.get(column);
      if (!known) columns.set(column, { rows: [row], isSorted: true });
      else {
        known.isSorted &&= known.rows.at(-1)! <= row;
        known.rows.push(row);
      }
    },
    has({ sheet, left, right, top, bottom }) {
      for (const [column, own] of sheets.get(sheet) ?? []) {
        if (++steps > MAX_STEPS) return false;
        if (column < left || column > right) continue;
        if (!own.isSorted) own.rows.sort((a, b) => a - b);
        own.isSorted = true;
        if (hasWithin(own.rows, top, bottom)) return true;
      }
      return false;
    },
  };
}

/** Whether an ordered list has a number between two, both inclusive. */
function hasWithin(numbers: readonly number[], from: number, to: number): boolean {
  let [low, high] = [0, numbers.length];
  while (low < high) {
    const middle = (low + high) >> 1;
    if (numbers[middle]! < from) low = middle + 1;
    else high = middle;
  }
  return low < numbers.length && numbers[low]! <= to;
}
