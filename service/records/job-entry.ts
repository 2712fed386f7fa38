import { z } from 'zod';
import { enginePairSchema, fileTypeSchema, jobKindSchema, jobStatusSchema } from '../contract/index.ts';
import { shownOptionsSchema } from './job-record.ts';
import { asObject } from './lines.ts';
import { readVersioned } from './migrate.ts';
import type { Migration } from './migrate.ts';
import { storedErrorSchema, storedWarningSchema } from './stored-codes.ts';

const jobEntrySchema = z.object({
  id: z.uuid(),
  account_id: z.string(),
  kind: jobKindSchema,
  status: jobStatusSchema,
  file_type: fileTypeSchema.exactOptional(),
  file_name: z.string().exactOptional(),
  segment_count: z.int().nonnegative(),
  source_chars: z.int().nonnegative(),
  source_words: z.int().nonnegative().exactOptional(),
  /** Size of the uploaded file. */
  source_bytes: z.int().nonnegative().exactOptional(),
  /** Segments edited, flagged and confirmed. `edited` exists, if only as 0, once a job was edited. */
  edited: z.int().nonnegative().exactOptional(),
  flagged: z.int().nonnegative().exactOptional(),
  confirmed: z.int().nonnegative().exactOptional(),
  confirmed_words: z.int().nonnegative().exactOptional(),
  /** Segments, once some were split or joined: `segment_count` is of the upload. */
  segments: z.int().nonnegative().exactOptional(),
  /** Segments that were complete at the end, where that was known. */
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
  /** Size of all files in its folder, as last counted. */
  bytes: z.int().nonnegative().exactOptional(),
});
/** A job's row in the index: what can be told of it without opening its folder. */
export type JobEntry = z.infer<typeof jobEntrySchema>;

const indexSchema = z.object({ version: z.literal(2), entries: z.record(z.string(), jobEntrySchema) });
/** The contents of `jobs.json`. */
export type IndexRecord = z.infer<typeof indexSchema>;

export const EMPTY_INDEX: IndexRecord = { version: 2, entries: {} };

/** Version 1 kept the job as status showed it, beside its owner. */
const fromVersion1: Migration = (record) => ({
  ...record,
  entries: Object.fromEntries(
    Object.entries(asObject(record['entries']) ?? {}).map(([id, row]) => [id, fromRow1(row)]),
  ),
});

export function parseIndex(value: unknown): IndexRecord | undefined {
  return readVersioned(value, { schema: indexSchema, migrations: [fromVersion1] });
}

/** A line of the index's monthly files: a row, or the mark of a removed job; else undefined. */
export function parseArchiveLine(value: Record<string, unknown>): JobEntry | { removed: string } | undefined {
  if (typeof value['removed'] === 'string') return { removed: value['removed'] };
  // Lines have no version of their own: those of version 1 are recognised by their shape.
  const row = jobEntrySchema.safeParse('job' in value ? fromRow1(value) : value);
  return row.success ? row.data : undefined;
}

function fromRow1(value: unknown): unknown {
  const row = asObject(value);
  const job = asObject(row?.['job']);
  if (!row || !job) return value;
  // Members that the schema does not name, such as the stage, are dropped by it.
  return {
    ...job,
    account_id: row['account_id'],
    ...(job['status'] === 'running' ? {} : { completed: job['completed_segments'] }),
    ...(row['settled'] === true ? { settled: true } : {}),
  };
}
