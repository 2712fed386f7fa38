import { around, placedTable } from './blocks.ts';
import type { Box, Cell, Paragraph, Table } from './blocks.ts';
import type { Fragment } from './lines.ts';
import { rowsOf } from './lines.ts';
import { labelOf } from './lists.ts';
import type { Rule } from './pdfium/drawings.ts';

/** A grid of rules on a page. */
export interface Grid {
  readonly box: Box;
  readonly xs: readonly number[];
  readonly ys: readonly number[];
  /** Cells with the fields of the grid that they cover. */
  readonly cells: readonly GridCell[];
}

export interface GridCell {
  readonly column: number;
  readonly row: number;
  readonly columns: number;
  readonly rows: number;
  readonly box: Box;
}

/** Points by which lines that meet may miss each other. */
const NEAR = 3;
const MAX_RULES = 4_000;
const MAX_FIELDS = 20_000;

/** The grids that the rules of a page form, with at least two cells. */
export function gridsOf(rules: readonly Rule[]): Grid[] {
  const merged = mergedRules(rules.slice(0, MAX_RULES));
  return componentsOf(merged).flatMap((own) => {
    const grid = gridOf(own);
    return grid && grid.cells.length > 1 ? [grid] : [];
  });
}

/** Pieces of one line as one. */
function mergedRules(rules: readonly Rule[]): Rule[] {
  const sorted = [...rules].sort(
    (a, b) =>
      Number(a.isVertical) - Number(b.isVertical) || Math.round(a.at) - Math.round(b.at) || a.from - b.from,
  );
  const merged: Rule[] = [];
  for (const rule of sorted) {
    const last = merged.at(-1);
    if (
      last &&
      last.isVertical === rule.isVertical &&
      Math.abs(last.at - rule.at) <= 1.5 &&
      rule.from <= last.to + NEAR
    )
      merged[merged.length - 1] = { ...last, to: Math.max(last.to, rule.to) };
    else merged.push(rule);
  }
  return merged;
}

/** Rules that touch each other, directly or by others. */
function componentsOf(rules: readonly Rule[]): Rule[][] {
  const parent = rules.map((_, i) => i);
  const rootOf = (i: number): number => {
    let root = i;
    while (parent[root] !== root) root = parent[root]!;
    parent[i] = root;
    return root;
  };
  const verticals = rules.flatMap((rule, i) => (rule.isVertical ? [i] : []));
  const horizontals = rules.flatMap((rule, i) => (rule.isVertical ? [] : [i]));
  for (const v of verticals)
    for (const h of horizontals) if (meet(rules[v]!, rules[h]!)) parent[rootOf(v)] = rootOf(h);
  const groups = new Map<number, Rule[]>();
  rules.forEach((rule, i) => {
    const root = rootOf(i);
    (groups.get(root) ?? groups.set(root, []).get(root)!).push(rule);
  });
  return [...groups.values()].filter(
    (own) => own.some((r) => r.isVertical) && own.some((r) => !r.isVertical),
  );
}

function meet(vertical: Rule, horizontal: Rule): boolean {
  return (
    vertical.at >= horizontal.from - NEAR &&
    vertical.at <= horizontal.to + NEAR &&
    horizontal.at >= vertical.from - NEAR &&
    horizontal.at <= vertical.to + NEAR
  );
}

function gridOf(rules: readonly Rule[]): Grid | undefined {
  const xs = distinct([...rules.flatMap((rule) => (rule.isVertical ? [rule.at] : [])), ...openEnds(rules)]);
  const ys = distinct(rules.flatMap((rule) => (rule.isVertical ? [] : [rule.at])));
  const [columns, rows] = [xs.length - 1, ys.length - 1];
  if (columns < 1 || rows < 1 || columns * rows > MAX_FIELDS) return undefined;
  const isSeparated = (isVertical: boolean, at: number, from: number, to: number): boolean => {
    const middle = (from + to) / 2;
    return rules.some(
      (rule) =>
        rule.isVertical === isVertical &&
        Math.abs(rule.at - at) <= NEAR &&
        rule.from <= middle &&
        rule.to >= middle,
    );
  };
  // Joined fields: a field takes its neighbour's cell where no line separates them.
  const cellAt = new Int32Array(columns * rows).fill(-1);
  const cells: GridCell[] = [];
  for (let row = 0; row < rows; row++) {
    for (let column = 0; column < columns; column++) {
      if (cellAt[row * columns + column] !== -1) continue;
      let width = 1;
      while (
        column + width < columns &&
        cellAt[row * columns + column + width] === -1 &&
        !isSeparated(true, xs[column + width]!, ys[row]!, ys[row + 1]!)
      )
        width++;
      let height = 1;
      const isFree = (below: number): boolean => {
        for (let n = 0; n < width; n++) {
          if (cellAt[below * columns + column + n] !== -1) return false;
          if (isSeparated(false, ys[below]!, xs[column + n]!, xs[column + n + 1]!)) return false;
          if (n > 0 && isSeparated(true, xs[column + n]!, ys[below]!, ys[below + 1]!)) return false;
        }
        return true;
      };
      while (row + height < rows && isFree(row + height)) height++;
      for (let y = row; y < row + height; y++)
        for (let x = column; x < column + width; x++) cellAt[y * columns + x] = cells.length;
      cells.push({
        ...{ column, row, columns: width, rows: height },
        box: { left: xs[column]!, right: xs[column + width]!, top: ys[row]!, bottom: ys[row + height]! },
      });
    }
  }
  return { box: { left: xs[0]!, right: xs.at(-1)!, top: ys[0]!, bottom: ys.at(-1)! }, xs, ys, cells };
}

/** Points that rules reach beyond the outer lines across them: the outer columns of a table without lines at its sides. */
const OPEN = 20;

function openEnds(rules: readonly Rule[]): number[] {
  const verticals = rules.flatMap((rule) => (rule.isVertical ? [rule.at] : []));
  const horizontals = rules.filter(({ isVertical }) => !isVertical);
  const [left, right] = [Math.min(...verticals), Math.max(...verticals)];
  const before = horizontals.filter(({ from }) => from < left - OPEN).map(({ from }) => from);
  const after = horizontals.filter(({ to }) => to > right + OPEN).map(({ to }) => to);
  return [
    ...(before.length > 1 ? [Math.min(...before)] : []),
    ...(after.length > 1 ? [Math.max(...after)] : []),
  ];
}

function distinct(values: readonly number[]): number[] {
  const found: number[] = [];
  for (const value of [...values].sort((a, b) => a - b))
    if (value - (found.at(-1) ?? -Infinity) > NEAR) found.push(value);
  return found;
}

/** A ruled table; `blocksIn` reads the text of a cell. Undefined if fewer than two cells have text. */
export function ruledTable(
  grid: Grid,
  blocksIn: (cell: GridCell) => readonly Paragraph[],
): Table | undefined {
  const filled = grid.cells.map((cell) => ({ cell, blocks: blocksIn(cell) }));
  if (filled.filter(({ blocks }) => blocks.length > 0).length < 2) return undefined;
  const rows: Cell[][] = Array.from({ length: grid.ys.length - 1 }, () => []);
  for (const { cell, blocks } of filled)
    rows[cell.row]!.push({ column: cell.column, columns: cell.columns, rows: cell.rows, blocks });
  const width = grid.box.right - grid.box.left;
  return placedTable(
    rows.map((row) => row.sort((a, b) => a.column - b.column)),
    true,
    grid.xs.slice(1).map((x, i) => (x - grid.xs[i]!) / width),
  );
}

/** Em between two cells without a rule. */
const APART = 1.5;
const MIN_ROWS = 3;

/** Rows that are a table without rules. */
export interface LooseTable {
  readonly box: Box;
  readonly fragments: readonly Fragment[];
  /** Cells by row and column. */
  readonly cells: readonly (readonly Fragment[][])[];
  /** Left edges of the columns. */
  readonly columns: readonly { readonly left: number; readonly right: number }[];
}

/** Tables without rules among fragments that belong to no column of text. */
export function looseTablesOf(fragments: readonly Fragment[]): LooseTable[] {
  const rows = rowsOf(fragments.filter(({ block }) => !block));
  const tables: LooseTable[] = [];
  let open: Fragment[][] = [];
  const close = (): void => {
    while (open.length > 0 && !isWide(open.at(-1)!)) open.pop();
    const table = looseTable(open);
    if (table) tables.push(table);
    open = [];
  };
  for (const row of rows) {
    const last = open.at(-1);
    const isNear = !last || row[0]!.base - last[0]!.base < 3.2 * row[0]!.size;
    if (!isNear) close();
    if (isWide(row)) open.push(row);
    else if (open.length > 0 && row.length === 1 && continuesCell(open, row[0]!)) open.push(row);
    else close();
  }
  close();
  return tables;
}

/** At least two pieces far from each other, of which the first is no label. */
function isWide(row: readonly Fragment[]): boolean {
  const sorted = [...row].sort((a, b) => a.left - b.left);
  const isList =
    sorted.length === 2 &&
    labelOf({
      ...sorted[0]!,
      text: `${sorted[0]!.text} .`,
      pieces: [...sorted[0]!.pieces, ...sorted[1]!.pieces],
    });
  const isLeader = sorted.some(({ text }) => /(?:\.\s?){5,}/.test(text));
  return (
    sorted.length >= 2 &&
    !isList &&
    !isLeader &&
    sorted.some((one, i) => i > 0 && one.left - sorted[i - 1]!.right >= APART * one.size)
  );
}

/** Whether a single piece stands in one of the columns, beneath a cell. */
function continuesCell(rows: readonly (readonly Fragment[])[], piece: Fragment): boolean {
  const columns = columnsOf(rows);
  const above = rows.at(-1)![0]!;
  const isNext =
    piece.base - above.base < 1.8 * above.size && Math.abs(piece.size - above.size) < 0.1 * above.size;
  return (
    isNext &&
    columns.length > 1 &&
    columns.filter(({ left, right }) => piece.left < right && piece.right > left).length === 1 &&
    columns.some(({ left }) => Math.abs(left - piece.left) < piece.size)
  );
}

/** Bands across that hold all pieces, with white between them. */
function columnsOf(rows: readonly (readonly Fragment[])[]): { left: number; right: number }[] {
  const columns: { left: number; right: number }[] = [];
  for (const { left, right } of rows.flat().sort((a, b) => a.left - b.left)) {
    const last = columns.at(-1);
    if (last && left < last.right + 2) last.right = Math.max(last.right, right);
    else columns.push({ left, right });
  }
  return columns;
}

function looseTable(rows: readonly Fragment[][]): LooseTable | undefined {
  const wide = rows.filter(isWide);
  if (wide.length < MIN_ROWS) return undefined;
  const columns = columnsOf(rows);
  if (columns.length < 2) return undefined;
  // Two columns in which sentences run on are no table.
  const cells = rows.map((row) =>
    columns.map(({ left, right }) => row.filter((one) => one.left < right && one.right > left)),
  );
  const filled = cells.flat().filter((cell) => cell.length > 0).length;
  if (filled < 0.5 * wide.length * columns.length) return undefined;
  const fragments = rows.flat();
  return { box: around(fragments), fragments, cells, columns };
}
