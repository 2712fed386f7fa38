import { segmentFlagSchema } from '../contract/index.ts';
import type { SegmentResource } from '../contract/index.ts';
import type { Journal, JournalSegmentLine } from '../records/journal.ts';
import type { SegmentLine } from '../records/segments.ts';
import { plainText } from '../text/codes.ts';
import { resolveLines } from './plan.ts';
import type { SegmentsPage, SegmentsTask } from './port.ts';

/** A page ends here even before its limit: it crosses to the host in one message. One segment may be longer, and stands alone. */
const PAGE_BYTES = 1_048_576;

/** The page of a job's segments that starts at `task.start`, as the wire shows them. */
export function segmentsPage(
  segments: readonly SegmentLine[],
  journal: Journal,
  task: Pick<SegmentsTask, 'kind' | 'start' | 'limit'>,
): SegmentsPage {
  const lines = resolveLines(segments, journal);
  const shown: Buffer[] = [];
  let bytes = 0;
  let index = task.start;
  for (; index < segments.length && shown.length < task.limit; index++) {
    const segment = presentSegment(task.kind, segments[index]!, lines[index], index);
    const json = Buffer.from(JSON.stringify(segment));
    if (shown.length > 0 && bytes + json.length > PAGE_BYTES) break;
    shown.push(json);
    bytes += json.length;
  }
  return { json: jsonArray(shown), ...(index < segments.length ? { next: index } : {}) };
}

function presentSegment(
  kind: SegmentsTask['kind'],
  segment: SegmentLine,
  line: JournalSegmentLine | undefined,
  index: number,
): SegmentResource {
  // A batch's texts came without codes: what looks like one in them is text.
  const show = (coded: string): string => (kind === 'batch' ? plainText(coded) : coded);
  const target = segment.copy ? segment.text : line?.t;
  return {
    index,
    ...(segment.id === undefined ? {} : { id: segment.id }),
    text: show(segment.text),
    translated_text: target === undefined ? null : show(target),
    // No route of this version changes a translation.
    edited: false,
    // A later version's journal may have flags that this one's contract does not name.
    flags: (line?.f ?? []).filter((flag) => segmentFlagSchema.options.includes(flag)),
  };
}

function jsonArray(items: readonly Buffer[]): Uint8Array {
  const comma = Buffer.from(',');
  const parts = items.flatMap((item, i) => (i === 0 ? [item] : [comma, item]));
  return Buffer.concat([Buffer.from('['), ...parts, Buffer.from(']')]);
}
