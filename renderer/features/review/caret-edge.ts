/**
 * Whether an arrow key leaves an edited text: ↑ from its first line, ↓ from its last. Counts visual lines, so
 * that a wrapped sentence is traversed line by line.
 */
export function isAtEdge(editor: HTMLElement, key: 'ArrowUp' | 'ArrowDown'): boolean {
  const selection = document.getSelection();
  if (!selection?.isCollapsed || !editor.contains(selection.anchorNode)) return false;
  const caret = selection.getRangeAt(0);
  const all = document.createRange();
  all.selectNodeContents(editor);
  const way = all.cloneRange();
  if (key === 'ArrowUp') way.setEnd(caret.startContainer, caret.startOffset);
  else way.setStart(caret.startContainer, caret.startOffset);
  // A typed line break has no height.
  if (way.toString().includes('\n')) return false;
  const between = spanOf(way);
  if (!between) return true;
  const whole = spanOf(all)!;
  const line = Number.parseFloat(getComputedStyle(editor).lineHeight);
  const lines = key === 'ArrowUp' ? between.bottom - whole.top : whole.bottom - between.top;
  return lines < line * 1.5;
}

function spanOf(range: Range): { top: number; bottom: number } | undefined {
  const boxes = [...range.getClientRects()];
  if (boxes.length === 0) return undefined;
  return {
    top: Math.min(...boxes.map(({ top }) => top)),
    bottom: Math.max(...boxes.map(({ bottom }) => bottom)),
  };
}
