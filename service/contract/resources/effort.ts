import { z } from 'zod';
import { MATCH_BANDS } from '../match-bands.ts';
import { segmentOriginSchema } from '../codes.ts';

const count = z.int().nonnegative();
const effortRow = {
  /** Those with something to translate. */
  segments: count,
  /** The rest counts these only. */
  confirmed: count,
  /** Confirmed as the engine or the memory gave them. */
  unchanged: count,
  /** Of the sources. */
  words: count,
  /** Put in, left out or replaced between the first draft and the confirmed text (Levenshtein), without codes. */
  words_changed: count,
  characters_changed: count,
  /** Of typing, as the edits said it (`active_ms`). */
  active_seconds: count,
};

const effortRowSchema = z.object(effortRow);
export type EffortRow = z.infer<typeof effortRowSchema>;

export const effortSchema = effortRowSchema.extend({
  /** By where the first draft came from, and for a memory's by its match. */
  by_origin: z.array(
    z.object({ origin: segmentOriginSchema, band: z.enum(MATCH_BANDS).optional(), ...effortRow }),
  ),
});
export type Effort = z.infer<typeof effortSchema>;
