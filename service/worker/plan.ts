import { visibleLength } from '../text/codes.ts';
import type { JournalSegmentLine, Plan, SegmentLine } from './port.ts';

/** A journal as far as it can be believed. */
export interface Journal {
  /** The last line of each segment that has one: an edit comes after the translation it replaces. */
  readonly lines: ReadonlyMap<number, JournalSegmentLine>;
  /** Length in bytes of the valid prefix. */
  readonly validBytes: number;
}

const NEWLINE = 0x0a;

/** The segments of `segments.ndjson`. Throws a SyntaxError on a damaged file: it is written once and whole. */
export function parseSegments(bytes: Uint8Array): SegmentLine[] {
  const text = new TextDecoder('utf-8', { fatal: true }).decode(bytes);
  return text
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const segment = JSON.parse(line) as SegmentLine | null;
      if (typeof segment?.text !== 'string')
        throw new SyntaxError('A line of the segments file has no text.');
      return segment;
    });
}

/**
 * Reads a journal up to its first line that cannot be believed: one torn by a crash while it was appended (no newline), or
 * one that is not what was written (a disk's leftover bytes). Lines of other kinds, such as the end state, are passed over.
 */
export function parseJournal(bytes: Uint8Array, segmentCount: number): Journal {
  const decoder = new TextDecoder('utf-8', { fatal: true });
  const lines = new Map<number, JournalSegmentLine>();
  let validBytes = 0;
  for (;;) {
    const end = bytes.indexOf(NEWLINE, validBytes);
    if (end === -1) return { lines, validBytes };
    const line = parseLine(bytes.subarray(validBytes, end), decoder);
    if (!line || !isBelievable(line, segmentCount)) return { lines, validBytes };
    if (isSegmentLine(line)) lines.set(line.i, line);
    validBytes = end + 1;
  }
}

/** What a job has still to do. `first occurrence`: equal segments are translated once, and take the first one's line. */
export function makePlan(segments: readonly SegmentLine[], journal: Journal): Plan {
  const firsts = firstOccurrences(segments);
  const open = new Map<number, number>();
  let completed = 0;
  segments.forEach((segment, index) => {
    const first = firsts[index]!;
    if (segment.copy || journal.lines.has(index) || journal.lines.has(first)) completed++;
    else open.set(first, (open.get(first) ?? 0) + 1);
  });
  const pending = [...open].map(([index, weight]) => ({
    index,
    chars: visibleLength(segments[index]!.text),
    weight,
  }));
  return { segmentCount: segments.length, completed, pending, journalBytes: journal.validBytes };
}

/** The journal line that each segment takes its target from: its own, or that of the first segment equal to it. */
export function resolveLines(
  segments: readonly SegmentLine[],
  journal: Journal,
): (JournalSegmentLine | undefined)[] {
  const firsts = firstOccurrences(segments);
  return segments.map((segment, index) =>
    segment.copy ? undefined : (journal.lines.get(index) ?? journal.lines.get(firsts[index]!)),
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

function parseLine(bytes: Uint8Array, decoder: TextDecoder): Record<string, unknown> | undefined {
  try {
    const value: unknown = JSON.parse(decoder.decode(bytes));
    return typeof value === 'object' && value !== null && !Array.isArray(value)
      ? (value as Record<string, unknown>)
      : undefined;
  } catch {
    return undefined;
  }
}

function isBelievable(line: Record<string, unknown>, segmentCount: number): boolean {
  if (!('i' in line)) return true;
  const { i, t, f } = line;
  const known = typeof i === 'number' && Number.isInteger(i) && i >= 0 && i < segmentCount;
  return known && typeof t === 'string' && (f === undefined || Array.isArray(f));
}

function isSegmentLine(line: object): line is JournalSegmentLine {
  return 'i' in line;
}
