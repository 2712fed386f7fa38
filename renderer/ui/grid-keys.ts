/** The state of a text field that decides whether an arrow key leaves it. */
export interface Caret {
  value: string;
  start: number;
  end: number;
}

/** A cell of a grid, by the indexes of its row and column. */
export interface Cell {
  row: number;
  column: number;
}

/**
 * The cell that a key leads to in a grid filled in row by row: Enter goes to the next cell and Shift+Enter
 * back; Tab after the last cell of a row goes to the first of the next one. ↑ and ↓ as in `nextRow`.
 * Undefined if the key belongs to the text or the browser.
 */
export function nextCell(
  event: Parameters<typeof nextRow>[0],
  { row, column }: Cell,
  columns: number,
  caret: Caret,
): Cell | undefined {
  const isPlain = !event.ctrlKey && !event.metaKey && !event.altKey;
  const isForward = event.key === 'Enter' || (event.key === 'Tab' && column === columns - 1);
  if (isPlain && isForward && !event.shiftKey)
    return column + 1 < columns ? { row, column: column + 1 } : { row: row + 1, column: 0 };
  if (isPlain && event.key === 'Enter')
    return column > 0 ? { row, column: column - 1 } : { row: row - 1, column: columns - 1 };
  const next = nextRow(event, row, caret);
  return next === undefined ? undefined : { row: next, column };
}

/**
 * The row that a key leads to from a cell; undefined if the key belongs to the text: Enter goes down
 * (Shift+Enter breaks the line), ↑ and ↓ leave a text only from its first and last line.
 */
export function nextRow(
  event: { key: string; shiftKey: boolean; ctrlKey: boolean; metaKey: boolean; altKey: boolean },
  row: number,
  caret: Caret,
): number | undefined {
  if (event.ctrlKey || event.metaKey || event.altKey || event.shiftKey) return undefined;
  if (event.key === 'Enter') return row + 1;
  if (event.key === 'ArrowUp' && !caret.value.slice(0, caret.start).includes('\n')) return row - 1;
  if (event.key === 'ArrowDown' && !caret.value.slice(caret.end).includes('\n')) return row + 1;
  return undefined;
}
