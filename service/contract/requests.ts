import { z } from 'zod';
import { LIMITS } from './limits.ts';
import { jobKindSchema, jobStatusSchema } from './job.ts';
import type { FieldErrorCode } from './codes.ts';

/**
 * What clients send. Objects let unknown fields pass, as the contract says. Refinements carry the field error code they
 * stand for in `params.code`; what JSON Schema can say of them is repeated in `meta`.
 */

/** Characters are Unicode code points, as JSON Schema counts them; `length` would count an emoji twice. */
function isLongerThan(limit: number, text: string): boolean {
  return text.length > limit && (text.length > limit * 2 || Array.from(text).length > limit);
}

function textUpTo(limit: number, name: string) {
  return z
    .string()
    .refine((text) => !isLongerThan(limit, text), {
      error: `${name} is longer than ${limit.toLocaleString('en')} characters. Shorten it.`,
      params: code('too_long'),
    })
    .meta({ maxLength: limit });
}

function code(value: FieldErrorCode): { code: FieldErrorCode } {
  return { code: value };
}

const languageField = z.string().meta({
  description:
    'A BCP 47 tag in any case (`es`, `pt-BR`), an English name ("German") or an endonym ("Deutsch").',
  examples: ['en'],
});

const glossaryWord = z
  .string()
  .refine((word) => word.trim() !== '', {
    error: 'A glossary entry needs a term and a translation, and neither may be empty.',
    params: code('bad_glossary'),
  })
  .meta({ minLength: 1 });

export const glossarySchema = z
  .array(z.object({ term: glossaryWord, translation: glossaryWord }))
  .refine((entries) => entries.length <= LIMITS.glossaryEntries, {
    error: `The glossary has more than ${LIMITS.glossaryEntries.toLocaleString('en')} entries. Shorten it.`,
    params: code('too_many'),
  })
  .meta({ maxItems: LIMITS.glossaryEntries });

/** Fields that documents and batches share. */
const sharedFields = {
  from: languageField,
  to: languageField,
  tone: textUpTo(LIMITS.tone, 'The tone').optional().meta({
    description: 'A hint. `formal`, `informal` and `default` are known to engines that have a formality.',
  }),
  context: textUpTo(LIMITS.context, 'The context')
    .optional()
    .meta({ description: 'Hints about domain and terminology, for engines that can use them.' }),
  glossary_id: z.string().optional().meta({ description: 'A named glossary, instead of `glossary`.' }),
  engine: z
    .string()
    .optional()
    .meta({ description: 'The id of one engine; without it the first that is ready is used.' }),
};

export const batchRequestSchema = z.object({
  ...sharedFields,
  glossary: glossarySchema.optional(),
  segments: z
    .array(
      z.object({
        text: z.string(),
        id: textUpTo(LIMITS.segmentId, 'The segment id')
          .optional()
          .meta({ description: 'Echoed with the translation. Duplicates are allowed.' }),
      }),
    )
    .min(1)
    .refine((segments) => segments.length <= LIMITS.batchSegments, {
      error: `A batch may have ${LIMITS.batchSegments} segments. Send the rest in another batch.`,
      params: code('too_many_segments'),
    })
    .meta({ maxItems: LIMITS.batchSegments }),
});
export type BatchRequest = z.infer<typeof batchRequestSchema>;

/** The text fields of an upload. `glossary` is JSON text here, checked against `glossarySchema` once parsed. */
export const documentFieldsSchema = z.object({
  ...sharedFields,
  glossary: z
    .string()
    .optional()
    .meta({ contentMediaType: 'application/json', description: 'A JSON array of `{term, translation}`.' }),
});
export type DocumentFields = z.infer<typeof documentFieldsSchema>;

/** The whole form of an upload, for the OpenAPI document: the file itself never passes through a schema. */
export const documentFormSchema = documentFieldsSchema.extend({
  file: z.string().meta({
    format: 'binary',
    description: `A DOCX, TXT, CSV or XLSX file of at most ${LIMITS.fileBytes} bytes.`,
  }),
});

export const jobListQuerySchema = z.object({
  kind: jobKindSchema.optional(),
  status: jobStatusSchema.optional(),
  limit: z.coerce.number().int().min(1).max(200).default(50),
  cursor: z
    .uuid({ error: 'it is not the next_cursor of a list' })
    .optional()
    .meta({ description: 'The `next_cursor` of the page before.' }),
});

export const segmentsQuerySchema = z.object({
  limit: z.coerce.number().int().min(1).max(500).default(100).meta({
    description: 'At most so many. A page may have fewer and still not be the last: `next_cursor` tells.',
  }),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/)
    .optional()
    .meta({ description: '`next_cursor` of the page before.' }),
});

export const contentQuerySchema = z.object({
  simple: z.enum(['0', '1', 'true', 'false']).optional().meta({
    description: '`1` asks for a simplified DOCX rebuild. Changes nothing for other formats.',
  }),
});

export const sessionRequestSchema = z.object({ token: z.string().min(1) });

const accountName = z.string().trim().min(1).max(200);
const creditBalance = z
  .int()
  .nonnegative()
  .nullable()
  .meta({ description: 'Characters left; null is unmetered.' });
const docxQuota = z
  .int()
  .nonnegative()
  .nullable()
  .meta({ description: "DOCX jobs in any rolling 24 hours; 0 is unlimited, null the service's default." });

export const newAccountSchema = z.object({
  name: accountName,
  credit_balance: creditBalance.optional(),
  docx_quota: docxQuota.optional(),
});

export const accountChangeSchema = z.object({
  name: accountName.optional(),
  credit_balance: creditBalance.optional(),
  docx_quota: docxQuota.optional(),
});

export const scopeSchema = z.enum(['translate', 'admin']);

export const newKeySchema = z.object({
  account_id: z.string().min(1),
  name: accountName,
  scopes: z.array(scopeSchema).min(1).max(2),
});
