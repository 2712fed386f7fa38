/** A replacement of `source[start, end)`; an insertion where both are equal. Offsets are UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The source with all edits applied. They may come in any order; insertions at one place keep the order they came in.
 * Edits that overlap are a bug of the caller and throw.
 */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  return sliceWithEdits(source, edits, 0, source.length);
}

/** `source[start, end)` with the edits that lie within applied; others are ignored, one that crosses a border throws. */
export function sliceWithEdits(source: string, edits: readonly Edit[], start: number, end: number): string {
  if (edits.length === 0) return source.slice(start, end);
  const inside = edits
    .filter((edit) => touches(edit, start, end))
    .sort((a, b) => a.start - b.start || a.end - b.end);
  const pieces: string[] = [];
  let at = start;
  for (const edit of inside) {
    if (edit.start < at || edit.end > end || edit.end < edit.start) {
      throw new Error(`Overlapping edits at ${edit.start}`);
    }
    pieces.push(source.slice(at, edit.start), edit.text);
    at = edit.end;
  }
  pieces.push(source.slice(at, end));
  return pieces.join('');
}

function touches(edit: Edit, start: number, end: number): boolean {
  if (edit.start === edit.end) return edit.start >= start && edit.start <= end;
  return edit.end > start && edit.start < end;
}
