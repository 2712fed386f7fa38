import type { Warning } from '../contract/index.ts';
import type { JournalSegmentLine } from '../records/journal.ts';
import type { ResolvedLine } from '../records/resolve-lines.ts';
import type { SegmentLine } from '../records/segments.ts';
import { presentFlags } from '../records/stored-flags.ts';
import { readableText } from '../text/codes.ts';
import { countWords } from '../text/count-words.ts';

const MESSAGES: Partial<Record<Warning['code'], (segments: string) => string>> = {
  codes_repaired: (segments) =>
    `The engine displaced formatting or marks in ${segments}; they were put back where they belong.`,
  codes_fallback: (segments) =>
    `The engine lost formatting or marks in ${segments}. Marks and links were put back by position; bold and other formatting was left out. ` +
    'Check these segments.',
  glossary_term_missing: (segments) =>
    `A glossary term is missing from the translation of ${segments}. Check these segments.`,
  too_many_codes: (segments) =>
    `More tabs, breaks or changes of format than can be translated stand in ${segments}; the source text was kept.`,
  untranslated: (segments) => `The engine could not translate ${segments}; the source text was kept.`,
};

/** The warnings for the flags of all segments: equal segments share a line, and each counts. */
export function flagWarnings(lines: readonly (JournalSegmentLine | undefined)[]): Warning[] {
  const counts = new Map<Warning['code'], number>();
  for (const [{ f }, segments] of flaggedLines(lines)) {
    for (const code of new Set(f.map(({ warning }) => warning)))
      if (code !== undefined) counts.set(code, (counts.get(code) ?? 0) + segments);
  }
  return [...counts].flatMap(([code, count]) => {
    // A warning of a later version of the journal has no message here.
    const message = MESSAGES[code]?.(count === 1 ? '1 segment' : `${count} segments`);
    return message === undefined ? [] : [{ code, message, count }];
  });
}

/** Segments that are translated, and those that the engine left unanswered. */
export function countTranslated(lines: readonly (JournalSegmentLine | undefined)[]): {
  translated: number;
  unanswered: number;
} {
  const isUnanswered = ({ f = [] }: JournalSegmentLine): boolean =>
    f.some(
      ({ code, reason, warning }) => code === 'untranslated' && warning === code && reason === undefined,
    );
  let [translated, unanswered] = [0, 0];
  for (const line of lines) {
    if (line && line.o !== 'copied') translated++;
    else if (line && isUnanswered(line)) unanswered++;
  }
  return { translated, unanswered };
}

/** Segments that are confirmed, and their source words; nothing if there are none. */
export function countConfirmed(
  segments: readonly SegmentLine[],
  lines: readonly (ResolvedLine | undefined)[],
): { confirmed?: number; confirmed_words?: number } {
  const own = segments.filter((_, index) => lines[index]?.s === 'confirmed');
  if (own.length === 0) return {};
  return {
    confirmed: own.length,
    confirmed_words: own.reduce((sum, { text }) => sum + countWords(readableText(text)), 0),
  };
}

/** Segments with a flag other than `edited`. */
export function countFlagged(lines: readonly (JournalSegmentLine | undefined)[]): number {
  return [...flaggedLines(lines)]
    .filter(([{ f }]) => presentFlags(f).length > 0)
    .reduce((sum, [, segments]) => sum + segments, 0);
}

/** Segments whose source the file keeps. */
export function countKept(lines: readonly (JournalSegmentLine | undefined)[]): number {
  return lines.filter((line) => line?.f?.some(({ code }) => code === 'kept_source')).length;
}

type FlaggedLine = JournalSegmentLine & Required<Pick<JournalSegmentLine, 'f'>>;

/** The lines with flags, and how many segments share each, so that each is examined once. */
function flaggedLines(lines: readonly (JournalSegmentLine | undefined)[]): ReadonlyMap<FlaggedLine, number> {
  const counts = new Map<FlaggedLine, number>();
  for (const line of lines) if (line && isFlagged(line)) counts.set(line, (counts.get(line) ?? 0) + 1);
  return counts;
}

function isFlagged(line: JournalSegmentLine): line is FlaggedLine {
  return line.f !== undefined && line.f.length > 0;
}
