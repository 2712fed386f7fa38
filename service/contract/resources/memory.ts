import { z } from 'zod';
import { memoryUseSchema } from '../requests/clients.ts';

export const memorySchema = z.object({
  units: z.int().nonnegative(),
  pairs: z.array(z.object({ from: z.string(), to: z.string(), units: z.int().nonnegative() })),
});
export type MemoryOverview = z.infer<typeof memorySchema>;
export const memoryIdentitySchema = z.object({ id: z.string(), name: z.string() });
export const memoryMatchesSchema = z.object({
  /** Most similar first. Texts with inline codes, as the segments of documents show them. */
  matches: z.array(
    z.object({
      unit_id: z.string(),
      source: z.string(),
      target: z.string(),
      /** 101 with the same neighbours, where `pre` and `post` are given. */
      match: z.int().min(0).max(101),
      memory: memoryIdentitySchema,
      updated_at: z.iso.datetime(),
    }),
  ),
});
export const memoryUnitSchema = z.object({
  id: z.string(),
  source: z.string(),
  target: z.string(),
  from: z.string(),
  to: z.string(),
  memory: memoryIdentitySchema,
  /** Plain texts of the neighbours in the file: '' where there is none, absent where it is unknown. */
  context: z.object({ pre: z.string().optional(), post: z.string().optional() }).optional(),
  origin: z.enum(['confirmed', 'imported', 'aligned']),
  created_at: z.iso.datetime(),
  created_by: z.string().optional(),
  updated_at: z.iso.datetime(),
});
export type MemoryUnitResource = z.infer<typeof memoryUnitSchema>;
export const memoryUnitsSchema = z.object({
  /** Newest first. Texts with inline codes, as the segments of documents show them. */
  units: z.array(memoryUnitSchema),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export const removedUnitsSchema = z.object({
  deleted: z.int().nonnegative(),
  /** Restores them: once, for ten minutes. */
  undo: z.string(),
});
export const restoredUnitsSchema = z.object({ restored: z.int().nonnegative() });
export const concordanceSchema = z.object({
  /** Best first. Texts with inline codes, as the segments of documents show them. */
  hits: z.array(
    z.object({
      unit_id: z.string(),
      source: z.string(),
      target: z.string(),
      memory: memoryIdentitySchema,
      /** Start and end of each word of `q`, in any inflection, in code points of the text that was searched. */
      marks: z.array(z.tuple([z.int().nonnegative(), z.int().nonnegative()])),
    }),
  ),
});
export type Concordance = z.infer<typeof concordanceSchema>;
export type MemoryUnitsPage = z.infer<typeof memoryUnitsSchema>;
export const correctionSchema = z.object({
  id: z.string(),
  /** Exact spellings; the first letter of a sentence counts as small. Coded text. */
  source: z.string(),
  /** The engine's words, and the translator's in their place; empty: taken out. */
  engine: z.string(),
  human: z.string(),
  state: z.enum(['active', 'offered', 'refused', 'always']),
  /** Confirmed segments with exactly the translator's words, with the engine's, and with others. */
  good: z.int().nonnegative(),
  kept: z.int().nonnegative(),
  other: z.int().nonnegative(),
  /** The latest segments that show it. */
  examples: z.array(
    z.object({
      job_id: z.string().optional(),
      index: z.int().nonnegative().optional(),
      source: z.string(),
      target: z.string(),
    }),
  ),
});
export type CorrectionResource = z.infer<typeof correctionSchema>;
export const correctionsSchema = z.object({
  /** Newest first. */
  corrections: z.array(correctionSchema),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export const termsSchema = z.object({
  /** The surest first, at most 100. */
  terms: z.array(
    z.object({
      id: z.string(),
      term: z.string(),
      translation: z.string(),
      /** The engine's words. */
      engine: z.string(),
      /** Confirmed segments with this translation, and with another. */
      good: z.int().nonnegative(),
      other: z.int().nonnegative(),
      examples: correctionSchema.shape.examples,
    }),
  ),
});
export type TermsResource = z.infer<typeof termsSchema>;
export const acceptedTermSchema = z.object({ term: z.string(), translation: z.string() });
export const memoryImportedSchema = z.object({
  added: z.int().nonnegative(),
  /** Units that are there already, and have a newer date now. */
  updated: z.int().nonnegative(),
  /** Units that are there already, lack one of the languages, or are too long. */
  skipped: z.int().nonnegative(),
  /** Those of the added ones whose source has another target too. */
  contradicted: z.int().nonnegative(),
  /** The new memory, if the import named one. */
  memory_id: z.string().optional(),
});
export const namedMemorySchema = z.object({
  id: z.string(),
  name: z.string(),
  client_id: z.string(),
  /** Whether the client's work reads it, or learns in it too; absent: only what names it uses it. */
  use: memoryUseSchema.shape.use.optional(),
  /** Its source language; absent if it has several, or no unit yet. */
  from: z.string().optional(),
  /** Target languages of its translations. */
  targets: z.array(z.string()),
  /** Source texts. */
  units: z.int().nonnegative(),
  /** Whether the client's confirmed segments go into it: it cannot be removed as a whole. */
  own: z.boolean(),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});
export type NamedMemoryResource = z.infer<typeof namedMemorySchema>;
export const memoriesSchema = z.object({ memories: z.array(namedMemorySchema) });

export type MemoryMatches = z.infer<typeof memoryMatchesSchema>;
export type MemoryImported = z.infer<typeof memoryImportedSchema>;
export type NamedMemories = z.infer<typeof memoriesSchema>;
export type RemovedUnits = z.infer<typeof removedUnitsSchema>;
