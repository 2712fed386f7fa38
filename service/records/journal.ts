import { z } from 'zod';
import type { SegmentOrigin } from '../contract/index.ts';
import { fingerprintSchema } from './job-record.ts';
import { learnedChangeSchema } from './learned.ts';
import { encodeLine, parseLines } from './lines.ts';
import { storedErrorSchema, storedWarningSchema } from './stored-codes.ts';
import { storedFlagSchema } from './stored-flags.ts';

const segmentSchema = z.object({
  i: z.int().nonnegative(),
  t: z.string(),
  o: z.custom<SegmentOrigin>((value) => typeof value === 'string').exactOptional(),
  f: z.array(storedFlagSchema).exactOptional(),
  m: z.int().min(0).max(101).exactOptional(),
  mem: z.object({ id: z.string(), name: z.string() }).exactOptional(),
  e: z.string().exactOptional(),
  l: z.array(learnedChangeSchema).exactOptional(),
});
/**
 * A line of `journal.ndjson`. `i`: index of the segment; `t`: its translation as coded text; `o`: its origin,
 * `engine` if absent; `f`: flags; `m`: per cent of the memory's match, 101 in the
 * same context; `mem`: that memory; `e`: the engine's own answer, where learned
 * corrections `l` changed it. Segments equal in text to an earlier one have no line and use the first
 * one's; nor do those marked `copy`, which use their source.
 */
export type JournalSegmentLine = z.infer<typeof segmentSchema>;

const endSchema = z.object({
  status: z.enum(['done', 'failed', 'cancelled']),
  /** RFC 3339 UTC. */
  at: z.iso.datetime(),
  /** Characters charged: `source_chars` when done, else 0. */
  charge: z.int().nonnegative(),
  /** Segments that were complete, if known. */
  completed: z.int().nonnegative().exactOptional(),
  /** Segments that are flagged, where the job is done. */
  flagged: z.int().nonnegative().exactOptional(),
  /** Those of them whose source the file keeps. */
  kept: z.int().nonnegative().exactOptional(),
  /** Segments that came confirmed with the file, and their source words. */
  confirmed: z.int().nonnegative().exactOptional(),
  confirmed_words: z.int().nonnegative().exactOptional(),
  warnings: z.array(storedWarningSchema),
  error: storedErrorSchema.exactOptional(),
  /** Fingerprint of the result with its layout, as it was built. */
  result: fingerprintSchema.exactOptional(),
});
/** The last line of an ended job's journal. */
export type JournalEndLine = z.infer<typeof endSchema>;

const settledSchema = z.object({ settled: z.literal(true), rev: z.int().nonnegative() });
/** The charge is in the accounts; `rev`: the revision of accounts.json that first held it. */
export type JournalSettledLine = z.infer<typeof settledSchema>;

export const encodeJournalLine: (line: JournalSegmentLine | JournalEndLine | JournalSettledLine) => string =
  encodeLine;

/** The last line of each segment that has one: an edit follows the translation that it replaces. */
export type Journal = ReadonlyMap<number, JournalSegmentLine>;

/** The translations in a journal of `segmentCount` segments. */
export function parseJournal(bytes: Uint8Array, segmentCount: number): Journal {
  const lines = new Map<number, JournalSegmentLine>();
  for (const value of parseLines(bytes)) {
    const { data: line } = segmentSchema.safeParse(value);
    if (line && line.i < segmentCount) lines.set(line.i, line);
  }
  return lines;
}

/** The lines of a journal that record the job's end and its captured charge. */
export interface JournalEnd {
  end?: JournalEndLine;
  settledRev?: number;
}

/** The end in the last lines of a journal: the first end line counts, and the last capture. */
export function parseJournalEnd(tail: Uint8Array): JournalEnd {
  const found: JournalEnd = {};
  for (const value of parseLines(tail)) {
    // Skip segments: there are thousands of their lines.
    if ('i' in value) continue;
    const end = endSchema.safeParse(value);
    if (end.success) found.end ??= end.data;
    const settled = settledSchema.safeParse(value);
    if (settled.success) found.settledRev = settled.data.rev;
  }
  return found;
}
