import type { Journal, JournalSegmentLine } from '../records/journal.ts';
import type { SegmentLine } from '../records/segments.ts';
import { visibleLength } from '../text/codes.ts';
import type { Plan } from './port.ts';

/** What a job has still to do. `first occurrence`: equal segments are translated once, and take the first one's line. */
export function makePlan(segments: readonly SegmentLine[], journal: Journal): Plan {
  const firsts = firstOccurrences(segments);
  const open = new Map<number, number>();
  let completed = 0;
  segments.forEach((segment, index) => {
    const first = firsts[index]!;
    if (segment.copy || journal.has(index) || journal.has(first)) completed++;
    else open.set(first, (open.get(first) ?? 0) + 1);
  });
  const pending = [...open].map(([index, weight]) => ({
    index,
    chars: visibleLength(segments[index]!.text),
    weight,
  }));
  return { segmentCount: segments.length, completed, pending };
}

/** The line that each segment takes its target from: its edit, its own of the journal, or that of the first segment equal to it. */
export function resolveLines(
  segments: readonly SegmentLine[],
  journal: Journal,
  edits?: Journal,
): (JournalSegmentLine | undefined)[] {
  const firsts = firstOccurrences(segments);
  return segments.map((segment, index) =>
    segment.copy ? undefined : (edits?.get(index) ?? journal.get(index) ?? journal.get(firsts[index]!)),
  );
}

/** For each segment the index of the first translatable one with the same text and the same rules for its codes. */
function firstOccurrences(segments: readonly SegmentLine[]): number[] {
  const seen = new Map<string, number>();
  return segments.map((segment, index) => {
    if (segment.copy) return index;
    const key = segment.rules ? JSON.stringify([segment.text, segment.rules]) : segment.text;
    const first = seen.get(key) ?? index;
    seen.set(key, first);
    return first;
  });
}
