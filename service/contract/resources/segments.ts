import { z } from 'zod';
import { segmentFlagCodeSchema, segmentOriginSchema, segmentStateSchema } from '../codes.ts';
import { enginePairSchema, warningSchema } from '../job.ts';
import { specificsShape } from '../specifics.ts';
import { grammarFindingSchema } from './checkers.ts';
import { memoryIdentitySchema } from './memory.ts';

export const segmentFlagSchema = z.object({
  code: segmentFlagCodeSchema.exclude(['grammar']),
  /** For people: what to check. */
  message: z.string(),
  ...specificsShape,
});
export type SegmentFlag = z.infer<typeof segmentFlagSchema>;

/** What a checker found; see /v1/checkers. Only in a confirmed or edited segment of a done job. */
export const grammarFlagSchema = z.object({
  code: z.literal('grammar'),
  /** The rule's own words, in its server's language. */
  message: z.string(),
  details: grammarFindingSchema.extend({
    /** The finding's id among the checks of the job, where it can be ignored. */
    id: z.string(),
  }),
});
export type GrammarFlag = z.infer<typeof grammarFlagSchema>;

const doubtReasonSchema = z.enum(['changed_before', 'similar_changed', 'unlike_before', 'long']);
const becauseSchema = z.object({
  /** Confirmed segments in which the translator wrote exactly this, and those where the engine's words stayed. */
  times: z.int().nonnegative(),
  kept: z.int().nonnegative(),
  /** The latest of them. */
  segments: z.array(z.object({ job_id: z.string(), index: z.int().nonnegative() })),
});

/** A learned correction in `translated_text`. */
const learnedSchema = z.object({
  id: z.string(),
  /** In `translated_text`, in UTF-16 units. */
  at: z.int().nonnegative(),
  length: z.int().nonnegative(),
  /** The engine's words, and those in their place. */
  from: z.string(),
  to: z.string(),
  /** Absent once the correction has been deleted. */
  because: becauseSchema.optional(),
});

/** In UTF-16 units. */
const stretchSchema = z.object({ at: z.int().nonnegative(), length: z.int().nonnegative() });

/** Another translation to take with one key. */
const offerSchema = z.object({
  /**
   * `repair`: a confirmed translation of a similar source, with the words that differ replaced; `fuzzy`: the same, as it
   * is; `correction`: with corrections that one more equal edit would apply, or that are only to be offered; `second`:
   * another engine's answer, see `POST …/segments/second`.
   */
  kind: z.enum(['repair', 'fuzzy', 'correction', 'second']),
  /** In the same form as `translated_text`. */
  text: z.string(),
  /** Corrections in `text`. */
  learned: z.array(learnedSchema).optional(),
  /**
   * Words of `text` that were replaced (`repair`), that will need a change (`fuzzy`), or that `translated_text` lacks
   * (`second`), where they are known.
   */
  changes: z.array(stretchSchema).optional(),
  /** Per cent of the similar source that is the same: of its words (`repair`), or of its letters (`fuzzy`). */
  match: z.int().min(0).max(100).optional(),
  /** The memory that the unit is in. */
  memory: z.object({ id: z.string(), name: z.string() }).optional(),
  /** The unit of the memory, its source, and the words of it that the segment's source lacks. */
  unit_id: z.string().optional(),
  source: z.string().optional(),
  source_changes: z.array(stretchSchema).optional(),
  /** Of a `second`: the id of the engine that answered. */
  engine: z.string().optional(),
});
export type OfferResource = z.infer<typeof offerSchema>;

export const segmentSchema = z.object({
  index: z.int().nonnegative(),
  /** As the client gave it; batches only. */
  id: z.string().optional(),
  /** The file's own name of the text: a JSON path, a message id. Only in formats that have one. */
  key: z.string().optional(),
  /** The file's note to the translator of this text. */
  note: z.string().optional(),
  /** For the client and other reviewers: in exports. */
  comment: z.string().optional(),
  /** The reviewer's own: in an export only on request. */
  private_note: z.string().optional(),
  /** Documents: codes as `<1>…</1>` and `<2/>`, `<`, `>` and `&` escaped as in XML. Batches: plain text. */
  text: z.string(),
  /** In the same form as `text`; null without a translation. */
  translated_text: z.string().nullable(),
  /** Absent without a translation. */
  origin: segmentOriginSchema.optional(),
  /** Per cent of the memory's match that the translation is or was from, 101 in the same context; absent without one. */
  match: z.int().min(0).max(101).optional(),
  /** The memory of that match. */
  memory: memoryIdentitySchema.optional(),
  /** Absent without a translation. */
  state: segmentStateSchema.optional(),
  /** Number of the job's other segments with equal text and codes; absent if there are none. */
  repetitions: z.int().positive().optional(),
  edited: z.boolean(),
  /** The file forbids to change it. Absent otherwise. */
  locked: z.literal(true).optional(),
  /** What the memory learned from edits and changed here. Absent if there is nothing, and once a person has edited it. */
  learned: z.array(learnedSchema).optional(),
  /**
   * How much of it the translator is expected to change, as an order of reading: 0 to 100. Absent where it means nothing:
   * before some 200 confirmed segments of the direction, and where a segment is confirmed.
   */
  doubt: z.int().min(0).max(100).optional(),
  /** The strongest first. */
  doubt_reasons: z.array(doubtReasonSchema).optional(),
  /** Best first. Absent where there are none, in a confirmed segment, and with `offers=0`. */
  offers: z.array(offerSchema).optional(),
  /** The engine's own answer, where `translated_text` is another text. In the same form. */
  engine_text: z.string().optional(),
  flags: z.array(z.union([segmentFlagSchema, grammarFlagSchema])),
});

const segmentVersionSchema = z.object({
  /** Absent for the engine's or the memory's answer. */
  at: z.string().optional(),
  /** As the segment's; null without a translation. */
  translated_text: z.string().nullable(),
  origin: segmentOriginSchema,
  state: segmentStateSchema,
  /** Who made it: a person in a window or at the command line, or a key by its name then. Absent if unknown. */
  by: z
    .object({
      via: z.enum(['window', 'key']),
      name: z.string().optional(),
      /** By importing a bilingual file. */
      imported: z.literal(true).optional(),
    })
    .optional(),
});
export type SegmentVersion = z.infer<typeof segmentVersionSchema>;

export const segmentHistorySchema = segmentSchema.extend({
  /** Newest first, at most the newest 20 edits; the last is the engine's or the memory's answer. */
  versions: z.array(segmentVersionSchema),
});
export type SegmentHistory = z.infer<typeof segmentHistorySchema>;

export const translatedTextsSchema = z.object({
  /** In the order of the request. */
  segments: z.array(
    z.object({
      /** As the client gave it. */
      id: z.string().optional(),
      text: z.string(),
      translated_text: z.string(),
      origin: segmentOriginSchema,
      /** As a job's segments have them. */
      match: segmentSchema.shape.match,
      memory: segmentSchema.shape.memory,
      flags: z.array(segmentFlagSchema),
    }),
  ),
  /** Unicode code points charged. */
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
  /** Segments that were not changed, and why. */
  refused: z.array(z.object({ index: z.int().nonnegative(), message: z.string(), ...specificsShape })),
});
export type ImportedSegments = z.infer<typeof importedSegmentsSchema>;

export const editedSegmentsSchema = z.object({
  /** The segments whose translation, state or comments changed. */
  segments: z.array(segmentSchema),
  /** The job's new revision. */
  revision: z.string(),
});
export type SegmentResource = z.infer<typeof segmentSchema>;

export const reshapedSegmentsSchema = editedSegmentsSchema.extend({
  /** `count` segments from `index` on were replaced by `by` others; later indexes shift. */
  replaced: z.object({ index: z.int(), count: z.int(), by: z.int() }),
  total_segments: z.int(),
});
export type ReshapedSegments = z.infer<typeof reshapedSegmentsSchema>;
