import { z } from 'zod';
import { segmentFlagCodeSchema, segmentOriginSchema, segmentStateSchema } from '../codes.ts';
import { enginePairSchema, warningSchema } from '../job.ts';
import { specificsShape } from '../specifics.ts';

export const segmentFlagSchema = z.object({
  code: segmentFlagCodeSchema,
  /** For people: what to look at. */
  message: z.string(),
  ...specificsShape,
});
export type SegmentFlag = z.infer<typeof segmentFlagSchema>;

export const segmentSchema = z.object({
  index: z.int().nonnegative(),
  /** As the client gave it; batches only. */
  id: z.string().optional(),
  /** The file's own name for the text: a JSON path, a message id. Only of formats that have one. */
  key: z.string().optional(),
  /** The file's note to the translator of this text. */
  note: z.string().optional(),
  /** The reviewers' comments from a Word table. */
  comment: z.string().optional(),
  /** Documents: codes as `<1>…</1>` and `<2/>`, `<`, `>` and `&` escaped as in XML. Batches: plain text. */
  text: z.string(),
  /** In the same form as `text`; null if there is none yet. */
  translated_text: z.string().nullable(),
  /** Absent where there is no translation yet. */
  origin: segmentOriginSchema.optional(),
  /** Absent where there is no translation yet. */
  state: segmentStateSchema.optional(),
  /** Other segments of the job that are equal in text and codes; absent if there are none. */
  repetitions: z.int().positive().optional(),
  edited: z.boolean(),
  flags: z.array(segmentFlagSchema),
});

export const translatedTextsSchema = z.object({
  /** In the order of the request. */
  segments: z.array(
    z.object({
      /** As the client gave it. */
      id: z.string().optional(),
      text: z.string(),
      translated_text: z.string(),
      origin: segmentOriginSchema,
      flags: z.array(segmentFlagSchema),
    }),
  ),
  /** Unicode code points, which were charged. */
  source_chars: z.int().nonnegative(),
  engine: z.string(),
  engine_pair: enginePairSchema,
  warnings: z.array(warningSchema),
});
export type TranslatedTexts = z.infer<typeof translatedTextsSchema>;

export const segmentsSchema = z.object({
  segments: z.array(segmentSchema),
  /** Revision of the job, for `If-Match` on a change. */
  revision: z.string(),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export const importedSegmentsSchema = z.object({
  changed: z.int().nonnegative(),
  unchanged: z.int().nonnegative(),
  /** Segments that were left as they are, and why. */
  refused: z.array(z.object({ index: z.int().nonnegative(), message: z.string(), ...specificsShape })),
});
export type ImportedSegments = z.infer<typeof importedSegmentsSchema>;

export const editedSegmentsSchema = z.object({
  /** Those whose translation or state is another now. */
  segments: z.array(segmentSchema),
  /** The job's new revision. */
  revision: z.string(),
});
export type SegmentResource = z.infer<typeof segmentSchema>;

export const reshapedSegmentsSchema = editedSegmentsSchema.extend({
  /** So many segments from `index` on gave way to `by` others; those behind have other indexes. */
  replaced: z.object({ index: z.int(), count: z.int(), by: z.int() }),
  total_segments: z.int(),
});
export type ReshapedSegments = z.infer<typeof reshapedSegmentsSchema>;
