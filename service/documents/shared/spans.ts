/** A replacement of `source[start, end)`; an insertion where both are equal. Offsets are UTF-16 units. */
export interface Edit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * The source with all edits applied. They may come in any order; insertions at the same place keep their
 * order. Overlapping edits are a bug of the caller and throw.
 */
export function applyEdits(source: string, edits: readonly Edit[]): string {
  return sliceWithEdits(source, inPlaceOrder(edits), 0, source.length);
}

export function inPlaceOrder(edits: readonly Edit[]): Edit[] {
  return [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
}

/**
 * `source[start, end)` with the edits inside it applied; others are ignored. An edit across a border throws, and so
 * does a stretch that ends before it starts, between two overlapping edits. `edits` are in order and do not overlap.
 */
export function sliceWithEdits(source: string, edits: readonly Edit[], start: number, end: number): string {
  const pieces = [...piecesWithEdits(source, edits, start, end)];
  return pieces.length === 1 ? pieces[0]! : pieces.join('');
}

/** The result of `applyEdits` in pieces, for very large texts. No piece ends within a character. */
export function editedPieces(source: string, edits: readonly Edit[]): Iterable<string> {
  return piecesWithEdits(source, inPlaceOrder(edits), 0, source.length);
}

function* piecesWithEdits(
  source: string,
  edits: readonly Edit[],
  start: number,
  end: number,
): Generator<string> {
  if (end < start) throw new Error(`Overlapping edits at ${start}`);
  let at = start;
  for (let next = firstUpTo(edits, start); next < edits.length; next++) {
    const edit = edits[next]!;
    if (edit.start > end || (edit.start === end && edit.end > end)) break;
    if (!touches(edit, start, end)) continue;
    if (edit.start < at || edit.end > end || edit.end < edit.start) {
      throw new Error(`Overlapping edits at ${edit.start}`);
    }
    yield source.slice(at, edit.start);
    yield edit.text;
    at = edit.end;
  }
  yield source.slice(at, end);
}

/** The index of the first edit that ends at or after `start`. */
function firstUpTo(edits: readonly Edit[], start: number): number {
  let low = 0;
  let high = edits.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if (edits[middle]!.end < start) low = middle + 1;
    else high = middle;
  }
  return low;
}

function touches(edit: Edit, start: number, end: number): boolean {
  if (edit.start === edit.end) return edit.start >= start && edit.start <= end;
  return edit.end > start && edit.start < end;
}
