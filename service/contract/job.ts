import { z } from 'zod';
import { checkProfileSchema } from './checks.ts';
import { specificsShape } from './specifics.ts';
import { jobErrorCodeSchema, warningCodeSchema } from './codes.ts';
import { askedOptionsSchema } from './format-options.ts';
import { FILE_TYPES, FORMATS } from './formats.ts';

export const jobStatusSchema = z.enum(['running', 'done', 'failed', 'cancelled']);
export type JobStatus = z.infer<typeof jobStatusSchema>;

export const jobKindSchema = z.enum(['document', 'batch']);
export type JobKind = z.infer<typeof jobKindSchema>;

export const jobStageSchema = z.enum(['translating', 'assembling']);
export type JobStage = z.infer<typeof jobStageSchema>;

export const fileTypeSchema = z.enum(FILE_TYPES);

/** `Content-Type` of each kind of bilingual file. */
export const EXPORT_MEDIA_TYPES = {
  xliff: 'application/xliff+xml',
  xliff12: 'application/xliff+xml',
  tmx: 'application/x-tmx+xml',
  csv: FORMATS.csv.mediaTypes[0],
  xlsx: FORMATS.xlsx.mediaTypes[0],
  docx: FORMATS.docx.mediaTypes[0],
} as const;

export const warningSchema = z.object({
  code: warningCodeSchema,
  message: z.string(),
  ...specificsShape,
  /** How many segments, cells or parts are concerned, where countable. */
  count: z.int().nonnegative().optional(),
});
export type Warning = z.infer<typeof warningSchema>;

export const jobErrorSchema = z.object({ code: jobErrorCodeSchema, message: z.string(), ...specificsShape });
export type JobError = z.infer<typeof jobErrorSchema>;

export const enginePairSchema = z.object({ from: z.string(), to: z.string() });
export type EnginePair = z.infer<typeof enginePairSchema>;

/** One segment of a finished batch, as its status shows it. `id` only where the client gave one. */
const batchResultSegmentSchema = z.object({
  id: z.string().optional(),
  text: z.string(),
  translated_text: z.string(),
});

/** Why a team's job waits: for a worker that offers its engine, or for the queue to come back. */
export const jobWaitingSchema = z.object({ for: z.enum(['worker', 'queue']), since: z.iso.datetime() });
export type JobWaiting = z.infer<typeof jobWaitingSchema>;

/** The job as status and list show it. Fields that do not apply are absent, never null. */
export const jobSchema = z.object({
  id: z.uuid(),
  /** Whose work it is. */
  client_id: z.string(),
  kind: jobKindSchema,
  /** The package that the document belongs to. */
  group_id: z.uuid().optional(),
  status: jobStatusSchema,
  stage: jobStageSchema.optional(),
  /** Only while it waits. */
  waiting: jobWaitingSchema.optional(),
  file_type: fileTypeSchema.optional(),
  file_name: z.string().optional(),
  segment_count: z.int().nonnegative(),
  /** Unicode code points of the segments' visible text. */
  source_chars: z.int().nonnegative(),
  /** Words of the segments, as `Intl.Segmenter` tells them. Absent where the job's record is damaged. */
  source_words: z.int().nonnegative().optional(),
  /** Size of the uploaded file; documents only. */
  source_bytes: z.int().nonnegative().optional(),
  /** Absent if there are none. */
  edited_segments: z.int().positive().optional(),
  /** In an event, and only there: untouched segments that follow what was learned just now, the first 1,000. */
  followed_segments: z.array(z.int().nonnegative()).optional(),
  /** In an event, and only there: segments in which the checker of grammar has found something, or nothing any more; the first 1,000. */
  checked_segments: z.array(z.int().nonnegative()).optional(),
  /** Segments of a done job with a flag other than `edited`. Absent if there are none. */
  flagged_segments: z.int().positive().optional(),
  /** Flagged segments whose source the translated file keeps, as it was last built. Absent if there are none. */
  kept_segments: z.int().positive().optional(),
  /** Segments that a person has confirmed. Absent if there are none. */
  confirmed_segments: z.int().positive().optional(),
  /** Their source words, of `source_words`. */
  confirmed_words: z.int().nonnegative().optional(),
  /** Differs after each change of the translations; for `If-Match`. */
  revision: z.string(),
  /** Absent until known, also after a restart. */
  completed_segments: z.int().nonnegative().optional(),
  total_segments: z.int().nonnegative(),
  from: z.string(),
  to: z.string(),
  engine: z.string(),
  engine_pair: enginePairSchema,
  options: z.object({
    tone: z.string().optional(),
    context: z.string().optional(),
    glossary_id: z.string().optional(),
    memory_id: z.string().optional(),
    min_match: z.int().optional(),
    /** Present only if the request said so. */
    memory: z.literal('off').optional(),
    learning: z.literal('off').optional(),
    /** The profile of checks that the request named. */
    checks: checkProfileSchema.optional(),
    /** The `format_options` of the request. */
    format: askedOptionsSchema.optional(),
  }),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
  finished_at: z.iso.datetime().optional(),
  warnings: z.array(warningSchema),
  error: jobErrorSchema.optional(),
  segments: z.array(batchResultSegmentSchema).optional(),
});
export type Job = z.infer<typeof jobSchema>;

/** The 202 to a new document job. */
export const createdDocumentSchema = z.object({
  id: z.uuid(),
  status: z.literal('running'),
  file_type: fileTypeSchema,
  segment_count: z.int().nonnegative(),
  source_chars: z.int().nonnegative(),
});

/** The 202 to a new batch job. */
export const createdBatchSchema = z.object({
  id: z.uuid(),
  status: z.literal('running'),
  segment_count: z.int().nonnegative(),
  source_chars: z.int().nonnegative(),
});
