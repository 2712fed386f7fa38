import type { Journal, JournalSegmentLine } from './journal.ts';
import { paragraphEnd } from './reshaped.ts';
import type { Piece, ReshapedParagraph } from './reshaped.ts';
import { resolveLines } from './resolve-lines.ts';
import type { SegmentLine } from './segments.ts';

export interface StoredJob {
  readonly segments: readonly SegmentLine[];
  readonly journal: Journal;
}

/** A job's segments after people split and joined sentences. Indexes are those of the wire. */
export function reshape(
  { segments, journal }: StoredJob,
  reshaped: readonly ReshapedParagraph[] = [],
): StoredJob {
  if (reshaped.length === 0) return { segments, journal };
  const pieces = new Map(reshaped.map((paragraph) => [paragraph.p, paragraph.pieces]));
  // Each segment gets its own line: the first of several equal ones may be gone.
  const lines = resolveLines(segments, journal);
  const present: SegmentLine[] = [];
  const presentJournal = new Map<number, JournalSegmentLine>();
  const add = (segment: SegmentLine, line: Piece['line']): void => {
    const i = present.push(segment) - 1;
    if (line) presentJournal.set(i, { ...line, i });
  };
  for (let i = 0; i < segments.length;) {
    const own = pieces.get(i);
    const end = own ? paragraphEnd(segments, i) : i + 1;
    if (own) for (const { segment, line } of own) add(segment, line);
    else add(segments[i]!, lines[i]);
    i = end;
  }
  return { segments: present, journal: presentJournal };
}
