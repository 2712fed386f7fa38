import type { Journal } from '../../records/journal.ts';
import { firstOccurrences } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { visibleLength } from '../../text/codes.ts';
import type { Plan } from '../document-port.ts';

/** No engine is asked for it, and no line written. */
function isDone({ copy, given, locked }: SegmentLine): boolean {
  return copy === true || given !== undefined || locked === true;
}

/** The remaining work of a job. Equal segments are translated once, as the first occurrence. */
export function makePlan(segments: readonly SegmentLine[], journal: Journal): Plan {
  const firsts = firstOccurrences(segments);
  const open = new Map<number, number>();
  let completed = 0;
  segments.forEach((segment, index) => {
    const first = firsts[index]!;
    if (isDone(segment) || journal.has(index) || journal.has(first)) completed++;
    else open.set(first, (open.get(first) ?? 0) + 1);
  });
  const pending = [...open].map(([index, weight]) => ({
    index,
    chars: visibleLength(segments[index]!.text),
    weight,
  }));
  return { segmentCount: segments.length, completed, pending };
}
