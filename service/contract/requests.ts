import { z } from 'zod';
import { segmentFlagCodeSchema } from './codes.ts';
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

/** In any case: RFC 9562 §4 has those who read UUIDs take capitals, and some clients write them. */
function uuidParam(error: string) {
  return idParam(z.uuid({ error }).toLowerCase());
}

export const jobParams = uuidParam('There is no such job. GET /v1/jobs lists those there are.');
export const accountParams = idParam(
  z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: 'There is no such account. GET /v1/accounts lists those there are.' }),
);
export const keyParams = uuidParam('There is no such key. GET /v1/keys lists those there are.');

export const modelParams = idParam(
  z
    .string()
    .regex(/^[\w-]{1,100}$/, { error: 'There is no such model. GET /v1/models lists those there are.' }),
);
/** An upload without text fields. */
export const noFieldsSchema = z.object({});
export const modelStateSchema = z.enum(['available', 'installing', 'installed', 'failed']);
export const modelQuerySchema = z.object({
  from: languageField('from', 'source').optional(),
  to: languageField('to', 'target').optional(),
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
    error: () =>
      `The glossary has more than ${LIMITS.glossaryEntries.toLocaleString('en')} entries. Shorten it.`,
    params: fieldCode('too_many', { details: { limit: LIMITS.glossaryEntries } }),
  })
  .meta({ maxItems: LIMITS.glossaryEntries });

/** A direction that a route must be told. */
const directionFields = { from: languageField('from', 'source'), to: languageField('to', 'target') };
const directionSchema = z
  .object(directionFields)
  .refine(differentLanguages.check, differentLanguages.options);

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
export const glossaryImportSchema = z
  .object({
    ...directionFields,
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
  limit: pageSize(200, 100),
  cursor: z
    .string()
    .regex(/^\d{1,15}$/, { error: 'cursor is not the next_cursor of a list of glossaries. Leave it out.' })
    .optional()
    .meta({ description: 'The `next_cursor` of the page before.' }),
});

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
export const memoryImportSchema = directionSchema;

/** Fields that documents, batches and texts at once share. */
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
  memory: optional(z.enum(['on', 'off'])).meta({
    description: '`off`: earlier translations are not used for this job, and its edited ones not remembered.',
  }),
  engine: optionalId('The engine id', 'The id of one engine; without it the first that is ready is used.'),
};

function segmentsField(most: number, tooMany: string) {
  return z
    .array(
      z.object({
        text: z.string(),
        id: optional(textUpTo(LIMITS.segmentId, 'The segment id')).meta({
          description: 'Echoed with the translation. Duplicates are allowed.',
        }),
      }),
    )
    .min(1)
    .refine((segments) => segments.length <= most, {
      error: tooMany,
      params: fieldCode('too_many_segments', { details: { limit: most } }),
    })
    .meta({ maxItems: most });
}

export const batchRequestSchema = z
  .object({
    ...jobFields,
    segments: segmentsField(
      LIMITS.batchSegments,
      `A batch may have ${LIMITS.batchSegments} segments. Send the rest in another batch.`,
    ),
  })
  .refine(differentLanguages.check, differentLanguages.options);

export const textsRequestSchema = z
  .object({
    ...jobFields,
    segments: segmentsField(
      LIMITS.textsSegments,
      `At most ${LIMITS.textsSegments} segments are translated at once. Send a batch, which takes ${LIMITS.batchSegments}.`,
    ),
  })
  .refine(differentLanguages.check, differentLanguages.options);
/** As a client writes it. */
export type BatchRequest = z.input<typeof batchRequestSchema>;

/** The fields of an upload beside the file. */
export const documentFieldsSchema = z
  .object(jobFields)
  .refine(differentLanguages.check, differentLanguages.options);

export const detectRequestSchema = z.object({ text: textUpTo(LIMITS.detectText, 'The text') });

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
  flag: z
    .enum(['any', ...segmentFlagCodeSchema.options])
    .optional()
    .meta({ description: 'Only segments with this flag. `any`: with one that is not `edited`.' }),
  q: z
    .string()
    .max(200)
    .transform((text) => (text === '' ? undefined : text))
    .optional()
    .meta({ description: 'Only segments with this in source or translation; case does not matter.' }),
});

export const exportQuerySchema = z.object({
  format: z.enum(['xliff', 'xliff12', 'tmx', 'csv', 'xlsx']).meta({
    description:
      'XLIFF 2.1, XLIFF 1.2 for programs that know no other, TMX 1.4b, CSV (UTF-8 with byte order mark) or a workbook.',
  }),
});
export type ExportFormat = z.infer<typeof exportQuerySchema>['format'];

export const editRequestSchema = z.object({
  segments: z
    .array(
      z.object({
        index: z.int().nonnegative(),
        translated_text: z
          .string()
          .nullable()
          .meta({
            description:
              'As the segments show it: inline codes as `<1>…</1>` and `<2/>` in documents, plain text in batches. ' +
              "null puts the engine's answer back.",
          }),
      }),
    )
    .min(1)
    .refine((segments) => segments.length <= LIMITS.editedSegments, {
      error: () =>
        `At most ${LIMITS.editedSegments.toLocaleString('en')} segments are changed at once. Send the rest in another request.`,
      params: fieldCode('too_many_segments', { details: { limit: LIMITS.editedSegments } }),
    })
    .meta({ maxItems: LIMITS.editedSegments }),
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

export const engineParams = idParam(
  z
    .string()
    .regex(/^[\w-]{1,100}$/, { error: 'There is no such engine. GET /v1/engines lists those there are.' }),
);
const engineText = z.string().trim().min(1).max(2_000).nullable();
export const engineChangeSchema = z.object({
  enabled: optional(z.boolean()),
  order: optional(z.int().min(0).max(100)).meta({
    description: 'Its new place among the engines that serve without being named; those behind it move on.',
  }),
  settings: optional(
    z.object({
      url: engineText
        .optional()
        .meta({ description: 'The root of the server, without /v1. null takes it away.' }),
      model: engineText.optional().meta({ description: 'Of a language model. null takes it away.' }),
    }),
  ),
});
export type EngineChange = Partial<z.output<typeof engineChangeSchema>>;
const ENGINE_KEY = '^[\\x21-\\x7e]{1,1000}$';
export const engineKeySchema = z.object({
  /** Visible ASCII: a header carries nothing else. */
  key: z
    .string()
    .refine((key) => new RegExp(ENGINE_KEY).test(key), {
      error: 'A key has only visible ASCII characters, at most 1,000.',
      params: fieldCode('invalid', { reason: 'key_characters', details: { limit: 1_000 } }),
    })
    .meta({ pattern: ENGINE_KEY })
    .nullable()
    .meta({ description: 'null takes it away.' }),
});

export const draftsQuerySchema = z.object({
  names: z
    .string()
    .regex(/^[\w.-]{1,100}(?:,[\w.-]{1,100}){0,49}$/, {
      error: 'Names of up to 50 drafts, with commas between them.',
    })
    .describe('Names of up to 50 drafts, with commas between them.'),
});

export const draftParams = z.object({
  name: z
    .string()
    .regex(/^[\w.-]{1,100}$/, { error: 'A draft is called by up to 100 letters, digits, dots, dashes.' }),
});
