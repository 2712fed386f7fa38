import { z } from 'zod';
import { termStatusSchema } from '../requests/glossaries.ts';

/** An entry as it is stored: what is not given is absent. A term may have several, one for each translation. */
export const glossaryEntrySchema = z.object({
  term: z.string(),
  translation: z.string(),
  /** Absent, it is as `preferred`; only `preferred` and `admitted` ones are written. */
  status: termStatusSchema.exactOptional(),
  note: z.string().exactOptional(),
  do_not_translate: z.boolean().exactOptional(),
});

export const glossaryResourceSchema = z.object({
  id: z.string(),
  name: z.string(),
  dictionaries: z.array(
    z.object({
      from: z.string(),
      to: z.string(),
      entry_count: z.int().nonnegative(),
      /** Not in lists. */
      entries: z.array(glossaryEntrySchema).optional(),
    }),
  ),
  created_at: z.iso.datetime(),
  updated_at: z.iso.datetime(),
});

const count = z.int().nonnegative();
export const importedGlossarySchema = glossaryResourceSchema.extend({
  /** Outcome of the file's rows (CSV), units (TMX) or pairs of terms (TBX): the other numbers add up to `read`. */
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
    /** Data categories of a TBX that a glossary has no place for, such as `definition`; absent if there are none. */
    left_out: z.array(z.string()).optional(),
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
