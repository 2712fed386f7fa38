import { z } from 'zod';
import {
  enginePairSchema,
  fileTypeSchema,
  jobKindSchema,
  jobSchema,
  warningSchema,
} from '../contract/index.ts';

/** What a readable `job.json` holds (JobRecord). */
export const jobRecordSchema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  account_id: z.string().min(1),
  kind: jobKindSchema,
  file_type: fileTypeSchema.exactOptional(),
  file_name: z.string().exactOptional(),
  segment_count: z.int().nonnegative(),
  source_chars: z.int().nonnegative(),
  from: z.string(),
  to: z.string(),
  asked_engine: z.string().exactOptional(),
  engine: z.string(),
  engine_pair: enginePairSchema,
  options: z.object({
    tone: z.string().exactOptional(),
    context: z.string().exactOptional(),
    glossary: z.array(z.object({ term: z.string(), translation: z.string() })).exactOptional(),
    glossary_id: z.string().exactOptional(),
  }),
  created_at: z.iso.datetime(),
  warnings: z.array(warningSchema),
  idempotency: z.object({ key: z.string(), payload: z.string() }).exactOptional(),
});

/** What a line of `segments.ndjson` says of a batch's segment. */
export const segmentLineSchema = z.object({ text: z.string(), id: z.string().exactOptional() });

/** A line of the index's monthly files (JobEntry), or the mark that a job of it is gone. */
export const archiveLineSchema = z.union([
  z.object({ removed: z.uuid() }),
  z.object({ account_id: z.string(), job: jobSchema, settled: z.literal(true).exactOptional() }),
]);
