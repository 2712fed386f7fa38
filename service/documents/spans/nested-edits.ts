import { inPlaceOrder, sliceWithEdits } from '../shared/spans.ts';
import type { Edit } from '../shared/spans.ts';

/** `text[start, end)` with the changes inside it. */
export type Slice = (start: number, end: number) => string;

/** A stretch that may contain others, `text[start, end)` in UTF-16 units. */
export interface Stretch {
  readonly start: number;
  readonly end: number;
  /** Its new characters; undefined for no change. */
  write(slice: Slice): string | undefined;
}

/**
 * The edits that write stretches, which may be nested but not overlap, in place order. The edit of a stretch
 * replaces those inside it.
 */
export function nestedEdits(text: string, stretches: readonly Stretch[]): Edit[] {
  const edits: Edit[] = [];
  // Inner stretches come before outer ones, so that their edits are the last of the list.
  for (const stretch of stretches.toSorted(byEnd)) {
    const { start, end } = stretch;
    let from = edits.length;
    while (from > 0 && edits[from - 1]!.start >= start && edits[from - 1]!.end <= end && end > start) from--;
    const inner = inPlaceOrder(edits.slice(from));
    const written = stretch.write((first, last) => sliceWithEdits(text, inner, first, last));
    if (written !== undefined) edits.splice(from, Infinity, { start, end, text: written });
  }
  return inPlaceOrder(edits);
}

function byEnd(a: Stretch, b: Stretch): number {
  return a.end - b.end || b.start - a.start;
}

/** An edit among stretches. Its text includes any changes inside it. */
export function fixed({ start, end, text }: Edit): Stretch {
  return { start, end, write: () => text };
}
