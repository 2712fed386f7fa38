import { z } from 'zod';
import { enginePairSchema, fileTypeSchema, jobKindSchema, jobStatusSchema } from '../contract/index.ts';
import { shownOptionsSchema } from './job-record.ts';
import { storedErrorSchema, storedWarningSchema } from './stored-codes.ts';

const jobEntrySchema = z.object({
  id: z.uuid(),
  account_id: z.string(),
  /** Absent: General. */
  client_id: z.string().exactOptional(),
  kind: jobKindSchema,
  status: jobStatusSchema,
  file_type: fileTypeSchema.exactOptional(),
  file_name: z.string().exactOptional(),
  group_id: z.uuid().exactOptional(),
  segment_count: z.int().nonnegative(),
  source_chars: z.int().nonnegative(),
  source_words: z.int().nonnegative().exactOptional(),
  /** Size of the uploaded file. */
  source_bytes: z.int().nonnegative().exactOptional(),
  /** Segments edited, flagged and confirmed. `edited` is present, possibly 0, once a job was edited. */
  edited: z.int().nonnegative().exactOptional(),
  flagged: z.int().nonnegative().exactOptional(),
  /** Of `flagged`, those whose source the file keeps, as last built. */
  kept: z.int().nonnegative().exactOptional(),
  confirmed: z.int().nonnegative().exactOptional(),
  confirmed_words: z.int().nonnegative().exactOptional(),
  /** Segments, once some were split or joined: `segment_count` is the upload's. */
  segments: z.int().nonnegative().exactOptional(),
  /** Segments that were complete at the end, if known. */
  completed: z.int().nonnegative().exactOptional(),
  from: z.string(),
  to: z.string(),
  engine: z.string(),
  engine_pair: enginePairSchema,
  options: shownOptionsSchema,
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  finished_at: z.iso.datetime().exactOptional(),
  warnings: z.array(storedWarningSchema),
  error: storedErrorSchema.exactOptional(),
  /** The charge is in the accounts and in the journal: the start need not read the folder. */
  settled: z.literal(true).exactOptional(),
  /** Created with a session key. */
  session: z.literal(true).exactOptional(),
  /** Size of all files in its folder at the last count. */
  bytes: z.int().nonnegative().exactOptional(),
});
/** A job's row in the index: everything shown without opening its folder. */
export type JobEntry = z.infer<typeof jobEntrySchema>;

const indexSchema = z.object({ version: z.literal(1), entries: z.record(z.string(), jobEntrySchema) });
/** The contents of `jobs.json`. */
export type IndexRecord = z.infer<typeof indexSchema>;

export const EMPTY_INDEX: IndexRecord = { version: 1, entries: {} };

export function parseIndex(value: unknown): IndexRecord | undefined {
  return indexSchema.safeParse(value).data;
}

/** A line of the index's monthly files: a row, or the mark of a removed job; else undefined. */
export function parseArchiveLine(value: Record<string, unknown>): JobEntry | { removed: string } | undefined {
  if (typeof value['removed'] === 'string') return { removed: value['removed'] };
  return jobEntrySchema.safeParse(value).data;
}
