/** The start of a piece of a text that can be parsed by itself. */
export interface Border {
  readonly at: number;
  /** Table head to prepend so that the piece parses as a table. */
  readonly head: string;
}

/** UTF-16 units: smaller pieces are parsed together. */
const MIN_PIECE = 2_048;
const DASHES = /^\|(?:[ \t]*:?-+:?[ \t]*\|)+[ \t]*$/;

/** Finds borders, line by line: between blocks, and between the rows of a table. */
export function borderFinder() {
  const borders: Border[] = [];
  let table: { readonly columns: number; readonly head: string | undefined } | undefined;
  const add = (at: number, head = '') => {
    if (at - (borders.at(-1)?.at ?? 0) >= MIN_PIECE) borders.push({ at, head });
  };
  return {
    borders,
    /** A block begins here, whatever precedes it. */
    block: (at: number) => {
      add(at);
    },
    /** `row`: a line that begins with `|`; undefined for other lines. `isFirst`: after a blank line. */
    row(at: number, row: string | undefined, isFirst: boolean): void {
      if (row !== undefined && table?.head !== undefined) add(at, table.head);
      table = row === undefined ? undefined : tableWith(row, isFirst);
    },
  };

  /** The table of a row: the first row after a blank line has its names, the second its dashes. */
  function tableWith(row: string, isFirst: boolean): typeof table {
    if (isFirst) return { columns: cellsOf(row), head: undefined };
    if (!table || table.head !== undefined) return table;
    if (!DASHES.test(row) || cellsOf(row) !== table.columns) return undefined;
    return { ...table, head: `|${'a|'.repeat(table.columns)}\n|${'-|'.repeat(table.columns)}\n` };
  }
}

/** The number of cells in a row; a number other than that of the dashes makes no table. */
function cellsOf(row: string): number {
  return row.trimEnd().replace(/\\[^]/g, '').split('|').length - 2;
}
