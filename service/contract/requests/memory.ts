import { z } from 'zod';
import {
  differentLanguages,
  directionFields,
  fieldCode,
  idParam,
  optional,
  pageSize,
  textUpTo,
  uuidParam,
} from '../fields.ts';
import { LIMITS } from '../api-limits.ts';

const directionSchema = z
  .object(directionFields)
  .refine(differentLanguages.check, differentLanguages.options);
export const memoryQuerySchema = directionSchema;
export const memorySearchSchema = z
  .object({
    ...directionFields,
    q: textUpTo(LIMITS.memoryQuery, 'q').refine((text) => text.trim() !== '', {
      error: 'q is empty. Send the text to look for.',
      params: fieldCode('required'),
    }),
    limit: pageSize(50, 10),
  })
  .refine(differentLanguages.check, differentLanguages.options);
export const memoryListSchema = z
  .object({
    ...directionFields,
    q: z
      .string()
      .max(200)
      .default('')
      .meta({ description: 'Only units with this in source or target; case does not matter.' }),
    limit: pageSize(500, 100),
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, { error: 'cursor is not the next_cursor of a list of units. Leave it out.' })
      .transform(Number)
      .optional()
      .meta({ description: 'The `next_cursor` of the page before.' }),
  })
  .refine(differentLanguages.check, differentLanguages.options);
export const memoryUnitParams = idParam(
  z
    .string()
    .regex(/^\d{1,15}$/, { error: 'There is no such unit. GET /v1/memory/units lists those there are.' }),
);
export const correctionsQuerySchema = z
  .object({
    ...directionFields,
    state: z.enum(['active', 'offered', 'refused', 'always']).optional().meta({
      description:
        '`active`: those applied by themselves. `offered`: those that one more equal edit makes active. `refused` and `always`: as said.',
    }),
    q: z
      .string()
      .max(200)
      .default('')
      .meta({ description: 'Only corrections with this in one of their phrases.' }),
    limit: pageSize(500, 100),
    cursor: z
      .string()
      .regex(/^\d{1,15}$/, { error: 'cursor is not the next_cursor of a list of corrections. Leave it out.' })
      .transform(Number)
      .optional()
      .meta({ description: 'The `next_cursor` of the page before.' }),
  })
  .refine(differentLanguages.check, differentLanguages.options);
export const correctionParams = idParam(
  z.string().regex(/^\d{1,15}$/, {
    error: 'There is no such correction. GET /v1/memory/corrections lists those there are.',
  }),
);
export const correctionChangeSchema = z.object({
  state: z.enum(['active', 'refused', 'always']).meta({
    description:
      '`refused`: never again, also after more equal edits. `always`: without waiting for a third one. `active`: as often as the edits say.',
  }),
});
export const termParams = idParam(
  z.string().regex(/^\d{1,15}$/, {
    error: 'There is no such term. GET /v1/memory/terms lists those there are.',
  }),
);
export const acceptTermSchema = z.object({
  glossary_id: z.uuid({ error: 'There is no such glossary. GET /v1/glossaries lists those there are.' }),
});
export const memoryImportSchema = z
  .object({
    ...directionFields,
    name: optional(z.string().trim().min(1).max(LIMITS.glossaryName)).meta({
      description: 'The units become a memory of this name, which is used only where its id is given.',
    }),
  })
  .refine(differentLanguages.check, differentLanguages.options);
export const namedMemoryParams = uuidParam(
  'There is no such memory. GET /v1/memories lists those there are.',
);
