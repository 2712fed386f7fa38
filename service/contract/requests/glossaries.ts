import { z } from 'zod';
import {
  clientField,
  differentLanguages,
  directionFields,
  fieldCode,
  languageField,
  optional,
  optionalId,
  pageSize,
  textUpTo,
  uuidParam,
} from '../fields.ts';
import { LIMITS } from '../api-limits.ts';

function glossaryWord() {
  return textUpTo(LIMITS.glossaryWord, 'The entry')
    .refine((word) => word.trim() !== '', {
      error: 'A glossary entry needs a term and a translation, and neither may be empty.',
      params: fieldCode('bad_glossary'),
    })
    .meta({ minLength: 1, maxLength: LIMITS.glossaryWord });
}

/** A glossary within a job's request. */
export const glossarySchema = z
  .array(z.object({ term: glossaryWord(), translation: glossaryWord() }), {
    error: 'The glossary must be a JSON array such as [{"term": "invoice", "translation": "factura"}].',
  })
  .refine((entries) => entries.length <= LIMITS.glossaryEntries, {
    error: () =>
      `The glossary has more than ${LIMITS.glossaryEntries.toLocaleString('en')} entries. Shorten it.`,
    params: fieldCode('too_many', { details: { limit: LIMITS.glossaryEntries } }),
  })
  .meta({ maxItems: LIMITS.glossaryEntries });

export const glossaryParams = uuidParam(
  'There is no such glossary. GET /v1/glossaries lists those there are.',
);
const glossaryName = z.string().trim().min(1).max(LIMITS.glossaryName);
const dictionarySchema = z
  .object({
    ...directionFields,
    entries: z
      .array(z.object({ term: glossaryWord(), translation: glossaryWord() }))
      .max(LIMITS.dictionaryEntries),
  })
  .refine(differentLanguages.check, differentLanguages.options);
export const glossaryRequestSchema = z.object({
  name: glossaryName,
  dictionaries: z
    .array(dictionarySchema)
    .max(LIMITS.dictionaries)
    .refine(
      (dictionaries) =>
        new Set(dictionaries.map(({ from, to }) => `${from} ${to}`)).size === dictionaries.length,
      { error: 'A glossary has one dictionary a direction. Put the entries of each direction together.' },
    ),
});
export const newGlossarySchema = glossaryRequestSchema.extend(clientField);
export const glossaryImportSchema = z
  .object({
    ...directionFields,
    ...clientField,
    name: optional(glossaryName),
    glossary_id: optionalId('The glossary id', 'A glossary to add to, in place of a new one.'),
  })
  .refine(differentLanguages.check, differentLanguages.options);
export const glossaryExportQuerySchema = z.object({
  format: z.enum(['csv', 'tmx']).default('csv'),
  from: languageField('from', 'source').optional(),
  to: languageField('to', 'target').optional(),
});
export const glossaryListQuerySchema = z.object({
  ...clientField,
  limit: pageSize(200, 100),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'cursor is not the next_cursor of a list of glossaries. Leave it out.' })
    .optional()
    .meta({ description: 'The `next_cursor` of the page before.' }),
});
