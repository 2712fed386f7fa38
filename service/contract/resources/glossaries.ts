import { z } from 'zod';

export const glossaryResourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  dictionaries: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      entry_count: z.int().nonnegative(),
      /** Not in lists. */
      entries: z.array(z.object({ term: z.string(), translation: z.string() })).optional(),
    }),
  ),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

const count = z.int().nonnegative();
export const importedGlossarySchema = glossaryResourceSchema.extend({
  /** Outcome of the file's rows (CSV) or units (TMX): the other numbers add up to `read`. */
  imported: z.object({
    read: count,
    added: count,
    /** Terms that had another translation. */
    updated: count,
    /** Terms that had the same one. */
    unchanged: count,
    /** Units without a text in one of the two languages. */
    incomplete: count,
    /** Terms that appear more than once in the file: the last translation counts. */
    repeated: count,
  }),
});
export type ImportedGlossary = z.infer<typeof importedGlossarySchema>;
export const glossariesSchema = z.object({
  /** Oldest first. */
  glossaries: z.array(glossaryResourceSchema),
  /** Absent on the last page. */
  next_cursor: z.string().optional(),
});
export type GlossaryResource = z.infer<typeof glossaryResourceSchema>;
