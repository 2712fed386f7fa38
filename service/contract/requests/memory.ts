import { z } from 'zod';
import {
  clientField,
  differentLanguages,
  directionFields,
  fieldCode,
  idParam,
  languageField,
  optional,
  optionalId,
  pageSize,
  textUpTo,
  uuidParam,
} from '../fields.ts';
import { LIMITS } from '../api-limits.ts';

const directionSchema = z
  .object({ ...directionFields, ...clientField })
  .refine(differentLanguages.check, differentLanguages.options);
export const memoryQuerySchema = directionSchema;
/** An empty text: there is none. */
const neighbour = (name: string, where: string) =>
  optional(textUpTo(LIMITS.memoryQuery, name)).meta({
    description: `The text ${where} it in its file, empty if there is none. A unit with the same neighbours matches by 101 per cent.`,
  });
export const memorySearchSchema = z
  .object({
    ...directionFields,
    ...clientField,
    q: textUpTo(LIMITS.memoryQuery, 'q').refine((text) => text.trim() !== '', {
      error: 'q is empty. Send the text to look for.',
      params: fieldCode('required'),
    }),
    pre: neighbour('pre', 'before'),
    post: neighbour('post', 'behind'),
    limit: pageSize(50, 10),
  })
  .refine(differentLanguages.check, differentLanguages.options);
const date = (name: string, which: string) =>
  optional(
    z
      .string()
      .transform((text) => (/^\d{4}-\d\d-\d\d$/.test(text) ? `${text}T00:00:00.000Z` : text))
      .pipe(
        z.iso.datetime({
          offset: true,
          error: `${name} is no date. Send one such as 2026-01-31 or 2026-01-31T08:00:00Z.`,
        }),
      )
      .transform((text) => new Date(text).toISOString()),
  ).meta({ description: `Only units changed ${which}: a day or a time (RFC 3339).` });

/** Which units are meant. All optional. */
const unitFilterFields = {
  ...clientField,
  memory_id: optionalId('memory_id', 'Only units of this memory.'),
  from: optional(languageField('from', 'source')),
  to: optional(languageField('to', 'target')),
  q: optional(textUpTo(200, 'q')).meta({
    description: 'Only units with this in source or target; case does not matter.',
  }),
  job_id: optionalId('job_id', 'Only units that this job has taught.'),
  before: date('before', 'before then'),
  after: date('after', 'from then on'),
  only: optional(z.enum(['contradictions', 'duplicates'])).meta({
    description:
      '`contradictions`: whose source another unit has with another target. `duplicates`: whose source and target another unit has, such as in another context.',
  }),
};
const cursor = z
  .string()
  .regex(/^\d{1,16}$/, { error: 'cursor is not the next_cursor of a list of units. Leave it out.' })
  .transform(Number)
  .optional()
  .meta({ description: 'The `next_cursor` of the page before.' });
export const memoryListSchema = z.object({ ...unitFilterFields, limit: pageSize(500, 100), cursor });
export const removeUnitsSchema = z
  .object({
    ...unitFilterFields,
    ids: optional(z.array(z.string().regex(/^\d{1,16}$/)).max(LIMITS.unitIds)).meta({
      description: 'Only these units.',
    }),
  })
  .refine(
    (filter) =>
      Object.entries(filter).some(
        ([name, value]) => name !== 'client_id' && value !== undefined && value !== '',
      ),
    {
      error: 'Say which units: by q, job_id, before, after, from, to, memory_id, only or ids.',
      params: fieldCode('required'),
    },
  );
export const changeUnitSchema = z
  .object({ source: optional(z.string()), target: optional(z.string()) })
  .refine(({ source, target }) => source !== undefined || target !== undefined, {
    error: 'Send the new source, the new target, or both.',
    params: fieldCode('required'),
  });
export const undoRemovalSchema = z.object({ undo: z.string().max(LIMITS.id) });
export const concordanceQuerySchema = z.object({
  q: textUpTo(200, 'q').refine((text) => text.trim() !== '', {
    error: 'q is empty. Send the words to look for.',
    params: fieldCode('required'),
  }),
  in: z.enum(['source', 'target']).default('source'),
  from: unitFilterFields.from,
  to: unitFilterFields.to,
  limit: pageSize(200, 50),
  ...clientField,
});
export const exportMemorySchema = z.object({
  ...clientField,
  memory_id: unitFilterFields.memory_id,
  from: unitFilterFields.from,
  to: unitFilterFields.to,
  before: unitFilterFields.before,
  after: unitFilterFields.after,
});
export const memoryUnitParams = idParam(
  z
    .string()
    .regex(/^\d{1,16}$/, { error: 'There is no such unit. GET /v1/memory/units lists those there are.' }),
);
export const correctionsQuerySchema = z
  .object({
    ...directionFields,
    ...clientField,
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
      .regex(/^\d{1,16}$/, { error: 'cursor is not the next_cursor of a list of corrections. Leave it out.' })
      .transform(Number)
      .optional()
      .meta({ description: 'The `next_cursor` of the page before.' }),
  })
  .refine(differentLanguages.check, differentLanguages.options);
export const correctionParams = idParam(
  z.string().regex(/^\d{1,16}$/, {
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
  z.string().regex(/^\d{1,16}$/, {
    error: 'There is no such term. GET /v1/memory/terms lists those there are.',
  }),
);
export const acceptTermSchema = z.object({
  glossary_id: z.uuid({
    error: ({ input }) =>
      input === undefined
        ? 'Send glossary_id: the glossary into which the term goes. GET /v1/glossaries lists those there are.'
        : 'There is no such glossary. GET /v1/glossaries lists those there are.',
  }),
});
export const memoryImportSchema = z
  .object({
    ...directionFields,
    ...clientField,
    name: optional(z.string().trim().min(1).max(LIMITS.glossaryName)).meta({
      description: 'The units become a memory of this name, which is used only where its id is given.',
    }),
    memory_id: optionalId('memory_id', 'The memory that they join.'),
  })
  .refine(differentLanguages.check, differentLanguages.options);
export const clientQuerySchema = z.object(clientField);
export const newMemorySchema = z.object({
  ...clientField,
  name: z.string().trim().min(1).max(LIMITS.glossaryName),
});
export const namedMemoryParams = uuidParam(
  'There is no such memory. GET /v1/memories lists those there are.',
);
