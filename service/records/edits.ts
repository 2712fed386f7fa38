import { z } from 'zod';
import { fingerprintSchema } from './job-record.ts';
import type { JournalSegmentLine } from './journal.ts';
import { readVersioned } from './migrate.ts';
import { storedFlagSchema } from './stored-flags.ts';

const editsSchema = z.object({
  version: z.literal(1),
  /** Of the last edit, RFC 3339 UTC. */
  at: z.iso.datetime(),
  /** By index of the segment. `t`: coded text; `f`: what it is flagged for, but for being edited. */
  edits: z.array(
    z.object({ i: z.int().nonnegative(), t: z.string(), f: z.array(storedFlagSchema).exactOptional() }),
  ),
  /** Segments of the whole job that are flagged. */
  flagged: z.int().nonnegative(),
  /** Of the result with its layout that these edits make. A result that is another is of edits before or after. */
  result: fingerprintSchema.exactOptional(),
});
/**
 * A job's `edits.json`: what people made of its translations. Written whole, and put in place at once: what it says is so from then
 * on, whatever becomes of the result file.
 */
export type EditsRecord = z.infer<typeof editsSchema>;

export function encodeEdits(record: EditsRecord): string {
  return JSON.stringify(record);
}

/** Undefined where it is damaged. */
export function parseEdits(text: string): EditsRecord | undefined {
  try {
    return readVersioned(JSON.parse(text), { schema: editsSchema, migrations: [] });
  } catch {
    return undefined;
  }
}

/** The edits as lines that stand for those of the journal. */
export function editedLines(record: EditsRecord | undefined): ReadonlyMap<number, JournalSegmentLine> {
  return new Map(record?.edits.map((edit) => [edit.i, { ...edit, o: 'edited' }]));
}
