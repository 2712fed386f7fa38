/** The state of a text field that decides whether an arrow leaves it. */
export interface Caret {
  value: string;
  start: number;
  end: number;
}

/**
 * Which row a key leads to from a cell, or undefined when the key belongs to the text: Enter goes down
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
