import { z } from 'zod';
import { askedOptionsSchema } from '../format-options.ts';
import { fileTypeSchema, warningSchema } from '../job.ts';
import { detectedSchema } from './languages.ts';

/** The contents of a document, before it is sent. */
export const examinedSchema = z.object({
  file_type: fileTypeSchema,
  segment_count: z.int().nonnegative(),
  source_chars: z.int().nonnegative(),
  source_words: z.int().nonnegative(),
  /** Words of segments equal to an earlier one. */
  repeated_words: z.int().nonnegative(),
  /** Words that the translation memory knows, or knows similarly (an estimate for very long documents). */
  memory_words: z.object({ exact: z.int().nonnegative(), fuzzy: z.int().nonnegative() }).optional(),
  /**
   * All words, each counted once, as in a quote. A text that the memory knows is `match_100` wherever it
   * occurs; any other repeated text is a repetition. Without `from` and `to` there are no matches.
   */
  word_bands: z.object({
    new: z.int().nonnegative(),
    match_50: z.int().nonnegative(),
    match_75: z.int().nonnegative(),
    match_85: z.int().nonnegative(),
    match_95: z.int().nonnegative(),
    match_100: z.int().nonnegative(),
    repetitions: z.int().nonnegative(),
    /** Characters that are copied: in numbers, addresses, codes. */
    copied: z.int().nonnegative(),
    /** Only some of the document's many texts were compared with similar ones; the rest is extrapolated. */
    estimated: z.literal(true).optional(),
  }),
  /** With `texts`: each text to translate, except those that the memory knows exactly. */
  texts: z
    .array(
      z.object({
        /** The same for equal texts of all documents. */
        hash: z.string(),
        /** Words of the first segment with this text, counted in `band`; others are repetitions. */
        words: z.int().nonnegative(),
        band: z.enum(['new', 'match_50', 'match_75', 'match_85', 'match_95']),
      }),
    )
    .optional(),
  ...detectedSchema.shape,
  /** Tables only. */
  columns: z
    .array(
      z.object({
        /** From the header row. */
        name: z.string().optional(),
        letter: z.string(),
        /** Cells that are not empty, without the header row. */
        segments: z.int().nonnegative(),
        /** Those with text for a translator: no numbers, codes, formulas, keys or ids. */
        texts: z.int().nonnegative(),
        /** Up to three texts of at most 80 characters. */
        sample: z.array(z.string()),
      }),
    )
    .optional(),
  /** PDF only, as all down to `pictures`: its pages. */
  pages: z.int().positive().optional(),
  /** What the order of reading is taken from: the tags of the PDF, or the places of its letters. */
  read_by: z.enum(['tags', 'places']).optional(),
  /** Pages that are only pictures: they need text recognition. */
  pages_without_text: z.int().nonnegative().optional(),
  /** Letters for which the file does not say which characters they are. */
  unreadable_letters: z.int().nonnegative().optional(),
  tables: z.int().nonnegative().optional(),
  pictures: z.int().nonnegative().optional(),
  /** The page that was asked for, if the PDF has it. */
  shown: z
    .object({
      page: z.int().positive(),
      /** PNG, in Base64. */
      picture: z.string(),
      /** The Word document that the PDF becomes, in Base64; absent if it is larger than 4 MB. */
      document: z.string().optional(),
    })
    .optional(),
  /** Content that these options leave untranslated. */
  left_out: z.array(z.object({ what: z.string(), count: z.int().positive() })),
  warnings: z.array(warningSchema),
  /** The format's options, as applied here. */
  options: askedOptionsSchema,
});

/** Names and terms of a document, for the translator to settle before it is translated. */
export const documentTermsSchema = z.object({
  /** The engine that listed them. */
  engine: z.string(),
  /** Those in the most texts first; without those that the glossary has. */
  terms: z.array(
    z.object({
      term: z.string(),
      translation: z.string(),
      kind: z.enum(['name', 'term']),
      /** How many of the texts that were read have it. */
      times: z.int().positive(),
    }),
  ),
  /** Characters of the document's different texts, and how many of them the engine has read. */
  chars: z.int().nonnegative(),
  read_chars: z.int().nonnegative(),
});
export type DocumentTerms = z.infer<typeof documentTermsSchema>;
export type WordBands = ExaminedResource['word_bands'];
export type ExaminedResource = z.infer<typeof examinedSchema>;
