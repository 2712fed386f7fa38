import { z } from 'zod';
import {
  askedOptionsSchema,
  checkProfileSchema,
  enginePairSchema,
  fileTypeSchema,
  glossaryEntrySchema,
  jobKindSchema,
} from '../contract/index.ts';
import { storedWarningSchema } from './stored-codes.ts';

/** SHA-256, hexadecimal, of the Idempotency-Key that created the job, and of the request's payload. */
const idempotencySchema = z.object({
  key: z.string(),
  payload: z.string(),
  /** Keys belong to a route; `create` where absent. */
  route: z.literal('retry').exactOptional(),
});
export type IdempotencyMark = z.infer<typeof idempotencySchema>;

/** Tells whether a file still has the content that was written. */
export const fingerprintSchema = z.object({
  bytes: z.int().nonnegative(),
  crc32: z.int().nonnegative(),
});
export type Fingerprint = z.infer<typeof fingerprintSchema>;

/** Text that is not translated. `what`: as `left_out` of the API, such as `columns`. */
const leftOutSchema = z.object({ what: z.string(), count: z.int().positive() });
export type LeftOut = z.infer<typeof leftOutSchema>;

/** The request's options other than languages and engine. */
const jobOptionsSchema = z.object({
  tone: z.string().exactOptional(),
  context: z.string().exactOptional(),
  glossary: z.array(glossaryEntrySchema).exactOptional(),
  /** A named glossary. `glossary` beside it holds a copy of its entries. */
  glossary_id: z.string().exactOptional(),
  /** A named memory, and the least match that is used, in percent. */
  memory_id: z.string().exactOptional(),
  /** All memories of the job's package, the named one among them. */
  memory_ids: z.array(z.string()).exactOptional(),
  min_match: z.int().exactOptional(),
  /** Earlier translations are not used, edits not remembered. */
  memory: z.literal('off').exactOptional(),
  /** Edits teach no corrections, and none are applied. */
  learning: z.literal('off').exactOptional(),
  /** Checks before delivery, before the client's own profile. */
  checks: checkProfileSchema.exactOptional(),
  /** The requested `format_options`, validated against the file's format. */
  format: askedOptionsSchema.exactOptional(),
});
export type JobOptions = z.infer<typeof jobOptionsSchema>;

/** The options in the index's row: all but the glossary's entries, of which there may be a thousand. */
export const shownOptionsSchema = jobOptionsSchema.omit({ glossary: true });

const jobRecordSchema = z.object({
  version: z.literal(1),
  id: z.uuid(),
  account_id: z.string().min(1),
  /** Whose work it is; absent: General's. */
  client_id: z.string().exactOptional(),
  kind: jobKindSchema,
  file_type: fileTypeSchema.exactOptional(),
  file_name: z.string().exactOptional(),
  /** The package that it belongs to. */
  group_id: z.uuid().exactOptional(),
  /** Fingerprint of a document's source file; absent for batches. */
  source: fingerprintSchema.exactOptional(),
  /** Fingerprint of the file that the source was converted to: segments and results are that file's. */
  converted: fingerprintSchema.exactOptional(),
  segment_count: z.int().nonnegative(),
  source_chars: z.int().nonnegative(),
  source_words: z.int().nonnegative(),
  from: z.string(),
  to: z.string(),
  /** The engine that the client named, if any. */
  asked_engine: z.string().exactOptional(),
  engine: z.string(),
  engine_pair: enginePairSchema,
  options: jobOptionsSchema,
  created_at: z.iso.datetime(),
  /** Text of the document that is in no segment. */
  left_out: z.array(leftOutSchema).exactOptional(),
  /** Warnings known at creation: unused options, parts that do not survive. */
  warnings: z.array(storedWarningSchema),
  idempotency: idempotencySchema.exactOptional(),
  /** Created with a session key: a DOCX counts toward no quota. */
  session: z.literal(true).exactOptional(),
});
/** A job's `job.json`: the request and its account. Written once, before the request is answered. */
export type JobRecord = z.infer<typeof jobRecordSchema>;

export function encodeJobRecord(record: JobRecord): string {
  return JSON.stringify(record);
}

/** Parses a `job.json`; undefined if it is damaged. */
export function parseJobRecord(text: string): JobRecord | undefined {
  try {
    return jobRecordSchema.safeParse(JSON.parse(text)).data;
  } catch {
    return undefined;
  }
}
