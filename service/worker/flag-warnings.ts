import type { SegmentFlag, Warning } from '../contract/index.ts';
import type { JournalSegmentLine } from '../records/journal.ts';

const MESSAGES: Record<SegmentFlag, (segments: string) => string> = {
  codes_repaired: (segments) =>
    `The engine displaced formatting or marks in ${segments}; they were put back where they belong.`,
  codes_fallback: (segments) =>
    `The engine lost formatting or marks in ${segments}; they were put back by position. Check these segments.`,
  glossary_term_missing: (segments) =>
    `A glossary term is missing from the translation of ${segments}. Check these segments.`,
  too_many_codes: (segments) =>
    `More tabs, breaks or changes of format than can be translated stand in ${segments}; the source text was kept.`,
  untranslated: (segments) => `The engine could not translate ${segments}; the source text was kept.`,
};

/** A warning for each flag, counted over all segments of the document: equal segments share a line, and each counts. */
export function flagWarnings(lines: readonly (JournalSegmentLine | undefined)[]): Warning[] {
  const counts = new Map<SegmentFlag, number>();
  for (const line of lines) {
    // A flag of a later version of the journal has no words here.
    for (const flag of new Set(line?.f)) {
      if (Object.hasOwn(MESSAGES, flag)) counts.set(flag, (counts.get(flag) ?? 0) + 1);
    }
  }
  return [...counts].map(([code, count]) => ({
    code,
    message: MESSAGES[code](count === 1 ? '1 segment' : `${count} segments`),
    count,
  }));
}
