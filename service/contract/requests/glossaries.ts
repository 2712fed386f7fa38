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

/** How TBX calls it: `preferredTerm-admn-sts` and so on (ISO 12616, `administrativeStatus`). */
export const termStatusSchema = z.enum(['preferred', 'admitted', 'deprecated', 'forbidden']);
const entrySchema = z
  .object({
    term: glossaryWord(),
    translation: glossaryWord().optional(),
    status: termStatusSchema.optional(),
    note: textUpTo(LIMITS.glossaryWord, 'The note').optional(),
    do_not_translate: z.boolean().optional(),
  })
  .transform(({ term, translation, status, note, do_not_translate: isName }, context) => {
    const refuse = (params: ReturnType<typeof fieldCode>, message: string): never => {
      context.addIssue({ code: 'custom', path: ['translation'], message, params });
      return z.NEVER;
    };
    if (translation === undefined && !isName)
      return refuse(
        fieldCode('required'),
        'A glossary entry needs a term and a translation, and neither may be empty.',
      );
    if (isName && translation !== undefined && translation !== term)
      return refuse(
        fieldCode('bad_glossary'),
        `The entry “${term.slice(0, 60)}” is not to be translated, and has a translation. Leave one of them out.`,
      );
    return {
      term,
      translation: translation ?? term,
      ...(status === undefined ? {} : { status }),
      ...(note === undefined || note.trim() === '' ? {} : { note: note.trim() }),
      ...(isName ? { do_not_translate: true as const } : {}),
    };
  });

/** A glossary within a job's request. */
export const glossarySchema = z
  .array(entrySchema, {
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
    entries: z.array(entrySchema).max(LIMITS.dictionaryEntries),
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
  format: z.enum(['csv', 'tmx', 'tbx']).default('csv'),
  version: z.enum(['2', '3']).default('3').meta({ description: 'Of TBX: ISO 30042:2008 or :2019.' }),
  style: z
    .enum(['dca', 'dct'])
    .default('dca')
    .meta({ description: 'Of TBX 3: data categories as attributes, or as elements.' }),
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
