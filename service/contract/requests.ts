import { z } from 'zod';
import {
  differentLanguages,
  fieldCode,
  languageField,
  optional,
  optionalId,
  optionalText,
  textUpTo,
} from './fields.ts';
import { jobKindSchema, jobStatusSchema } from './job.ts';
import { LIMITS } from './limits.ts';

/**
 * What clients send, route by route; handlers get what these schemas make of it. Unknown fields pass, as the contract says, and
 * are not seen.
 */

/** What is called by no such id is not there: a malformed id is 404 as an unknown one is. */
function idParam(schema: z.ZodType<string>) {
  return z.object({ id: schema });
}

export const jobParams = idParam(
  z.uuid({ error: 'There is no such job. GET /v1/jobs lists those there are.' }),
);
export const accountParams = idParam(
  z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: 'There is no such account. GET /v1/accounts lists those there are.' }),
);
export const keyParams = idParam(
  z.uuid({ error: 'There is no such key. GET /v1/keys lists those there are.' }),
);

export const modelParams = idParam(
  z
    .string()
    .regex(/^[\w-]{1,100}$/, { error: 'There is no such model. GET /v1/models lists those there are.' }),
);
/** An upload without text fields. */
export const noFieldsSchema = z.object({});
export const modelStateSchema = z.enum(['available', 'installing', 'installed', 'failed']);
export const modelQuerySchema = z.object({
  from: textUpTo(LIMITS.id, 'from').optional(),
  to: textUpTo(LIMITS.id, 'to').optional(),
  state: modelStateSchema.optional(),
});

function glossaryWord() {
  return textUpTo(LIMITS.glossaryWord, 'The entry')
    .refine((word) => word.trim() !== '', {
      error: 'A glossary entry needs a term and a translation, and neither may be empty.',
      params: fieldCode('bad_glossary'),
    })
    .meta({ minLength: 1, maxLength: LIMITS.glossaryWord });
}

const glossarySchema = z
  .array(z.object({ term: glossaryWord(), translation: glossaryWord() }), {
    error: 'The glossary must be a JSON array such as [{"term": "invoice", "translation": "factura"}].',
  })
  .refine((entries) => entries.length <= LIMITS.glossaryEntries, {
    error: `The glossary has more than ${LIMITS.glossaryEntries.toLocaleString('en')} entries. Shorten it.`,
    params: fieldCode('too_many'),
  })
  .meta({ maxItems: LIMITS.glossaryEntries });

/** Fields that documents and batches share. */
const jobFields = {
  from: languageField('from', 'source'),
  to: languageField('to', 'target'),
  tone: optionalText(
    LIMITS.tone,
    'The tone',
    'A hint. `formal`, `informal` and `default` are known to engines that have a formality.',
  ),
  context: optionalText(
    LIMITS.context,
    'The context',
    'Hints about domain and terminology, for engines that can use them.',
  ),
  glossary: optional(glossarySchema),
  glossary_id: optionalId('The glossary id', 'A named glossary, instead of `glossary`.'),
  engine: optionalId('The engine id', 'The id of one engine; without it the first that is ready is used.'),
};

export const batchRequestSchema = z
  .object({
    ...jobFields,
    segments: z
      .array(
        z.object({
          text: z.string(),
          id: optional(textUpTo(LIMITS.segmentId, 'The segment id')).meta({
            description: 'Echoed with the translation. Duplicates are allowed.',
          }),
        }),
      )
      .min(1)
      .refine((segments) => segments.length <= LIMITS.batchSegments, {
        error: `A batch may have ${LIMITS.batchSegments} segments. Send the rest in another batch.`,
        params: fieldCode('too_many_segments'),
      })
      .meta({ maxItems: LIMITS.batchSegments }),
  })
  .refine(differentLanguages.check, differentLanguages.options);
/** As a client writes it. */
export type BatchRequest = z.input<typeof batchRequestSchema>;

/** The fields of an upload beside the file. */
export const documentFieldsSchema = z
  .object(jobFields)
  .refine(differentLanguages.check, differentLanguages.options);

export const jobListQuerySchema = z.object({
  kind: jobKindSchema.optional(),
  status: jobStatusSchema.optional(),
  q: z
    .string()
    .max(200)
    .transform((text) => (text.trim() === '' ? undefined : text.trim()))
    .optional()
    .meta({ description: 'Only jobs with this in the name of their file; case does not matter.' }),
  limit: pageSize(200, 50),
  cursor: z
    .uuid({
      error: 'cursor is not the next_cursor of a list of jobs. Leave it out to begin with the newest job.',
    })
    .optional()
    .meta({ description: 'The `next_cursor` of the page before.' }),
});

export const segmentsQuerySchema = z.object({
  limit: pageSize(500, 100).meta({
    description: 'At most so many. A page may have fewer and still not be the last: `next_cursor` tells.',
  }),
  cursor: z
    .string()
    .regex(/^\d{1,9}$/, {
      error:
        'cursor is not the next_cursor of a page of segments. Leave it out to begin with the first segment.',
    })
    .transform(Number)
    .optional()
    .meta({ description: '`next_cursor` of the page before.' }),
});

function pageSize(most: number, usual: number) {
  return z.coerce.number().int().min(1).max(most).default(usual);
}

export const contentQuerySchema = z.object({
  simple: z
    .enum(['0', '1', 'true', 'false'])
    .default('0')
    .transform((simple) => simple === '1' || simple === 'true')
    .meta({ description: '`1` asks for a simplified DOCX rebuild. Changes nothing for other formats.' }),
});

export const sessionRequestSchema = z.object({ token: z.string().min(1).max(200) });

export const sessionProofSchema = z.object({
  nonce: z.string().min(22).max(100).meta({ description: 'Random, and never used before.' }),
  proof: z.string().max(100).meta({
    description:
      'HMAC-SHA-256 with the session key, base64url, of the four lines `interlinear session`, `client`, the port and the nonce.',
  }),
});

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
  name: optional(accountName),
  credit_balance: creditBalance.optional(),
  docx_quota: docxQuota.optional(),
});

export const scopeSchema = z.enum(['translate', 'admin']);

export const newKeySchema = z.object({
  account_id: z.string().min(1).max(LIMITS.id),
  name: accountName,
  scopes: z.array(scopeSchema).min(1).max(2),
});
