import { z } from 'zod';

/**
 * A learned correction in a translation. `at` and `length`: UTF-16 units of the coded text; `from`: the engine's words
 * there, `to`: those that replace them.
 */
export const learnedChangeSchema = z.object({
  id: z.int(),
  at: z.int().nonnegative(),
  length: z.int().nonnegative(),
  from: z.string(),
  to: z.string(),
});
export type LearnedChange = z.infer<typeof learnedChangeSchema>;
