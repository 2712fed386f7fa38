import { z } from 'zod';
import { segmentFlagCodeSchema, segmentStateSchema } from '../codes.ts';
import {
  clientField,
  differentLanguages,
  directionFields,
  fieldCode,
  optional,
  optionalId,
  optionalText,
  pageSize,
  textUpTo,
  uuidParam,
} from '../fields.ts';
import { askedOptionsSchema, describeFormatOptions } from '../format-options.ts';
import { jobKindSchema, jobStatusSchema } from '../job.ts';
import { LIMITS } from '../api-limits.ts';
import { checkProfileSchema } from '../checks.ts';
import { MATCH_BANDS } from '../match-bands.ts';
import { glossarySchema } from './glossaries.ts';

export const jobParams = uuidParam('There is no such job. GET /v1/jobs lists those there are.');

export const segmentParams = jobParams.extend({
  index: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'A segment is named by its index, from 0.' })
    .transform(Number),
});

/** Fields that documents, batches and texts at once share. */
const jobFields = {
  ...directionFields,
  ...clientField,
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
  terms: optional(glossarySchema).meta({
    description:
      'Names and terms settled for these texts, as `glossary`; they count before the glossary, whichever it is.',
  }),
  memory_id: optionalId('The memory id', 'A named memory, whose best match is used in place of the engine.'),
  min_match: optional(z.coerce.number().int().min(0).max(100)).meta({
    description:
      'How similar a text of that memory must be, in percent; 75 unless given. Below 100, numbers, codes and placeholders must agree.',
  }),
  memory: optional(z.enum(['on', 'off'])).meta({
    description: '`off`: earlier translations are not used for this job, and its edited ones not remembered.',
  }),
  learning: optional(z.enum(['on', 'off'])).meta({
    description:
      '`off`: edits of this job teach no corrections, and it gets none. So it is with `memory: off`.',
  }),
  engine: optionalId('The engine id', 'The id of one engine; without it the first that is ready is used.'),
};

const checksField = optional(checkProfileSchema).meta({
  description:
    "Which checks are made before delivery, before the client's own profile: `{code: bool}`, `too_long: {percent}`.",
});

const formatOptionsField = optional(askedOptionsSchema).meta({
  description: describeFormatOptions(),
});

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
    checks: checksField,
    segments: segmentsField(
      LIMITS.batchSegments,
      `A batch may have ${LIMITS.batchSegments} segments. Send the rest in another batch.`,
    ),
  })
  .refine(differentLanguages.check, differentLanguages.options);

export const textsRequestSchema = z
  .object({
    ...jobFields,
    markup: optional(z.enum(['html', 'xml'])).meta({
      description:
        'The texts are fragments of HTML or XML: their tags come back around the words that they are around now.',
    }),
    segments: segmentsField(
      LIMITS.textsSegments,
      `At most ${LIMITS.textsSegments} segments are translated at once. Send a batch, which takes ${LIMITS.batchSegments}.`,
    ),
  })
  .refine(differentLanguages.check, differentLanguages.options);
/** As a client writes it. */

/** The text fields of an upload. */
export const documentFieldsSchema = z
  .object({ ...jobFields, format_options: formatOptionsField, checks: checksField })
  .refine(differentLanguages.check, differentLanguages.options);

/** The fields of an upload whose names and terms are listed. */
export const termsFieldsSchema = z
  .object({ ...jobFields, format_options: formatOptionsField })
  .refine(differentLanguages.check, differentLanguages.options);

/** The fields of an upload that is only examined. */
export const examineFieldsSchema = z
  .object({
    ...jobFields,
    from: optional(directionFields.from),
    to: optional(directionFields.to),
    format_options: formatOptionsField,
    page: optional(z.coerce.number().int().min(1).max(9_999)).meta({
      description:
        'PDF only: a page, counted from 1, whose picture is answered as `shown`, with the Word document that the file becomes. With this page in `pdf.pages` the two can be compared.',
    }),
    texts: optional(z.enum(['0', '1', 'true', 'false']))
      .transform((texts) => texts === '1' || texts === 'true')
      .meta({
        description:
          'List the texts by hash, words and band: who counts several documents sees which texts they share.',
      }),
  })
  .refine(({ from, to }) => from === undefined || from !== to, differentLanguages.options);

export const detectRequestSchema = z.object({ text: textUpTo(LIMITS.detectText, 'The text') });

export const jobListQuerySchema = z.object({
  client_id: clientField.client_id.meta({
    description: 'Whose jobs; without it those of General. `all`: of every client.',
  }),
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

const partOfText = (side: string) =>
  z
    .string()
    .max(200)
    .transform((text) => (text === '' ? undefined : text))
    .optional()
    .meta({ description: `Only segments with this in their ${side}; case does not matter.` });

const lengthField = (bound: string) =>
  z
    .string()
    .regex(/^\d{1,7}$/, { error: 'A length is a whole number of characters.' })
    .transform(Number)
    .optional()
    .meta({
      description: `Only segments whose source has ${bound} this many characters, not counting codes.`,
    });

const segmentOrderSchema = z.enum(['document', 'shortest', 'longest', 'doubt']);

export const segmentsQuerySchema = z.object({
  limit: pageSize(500, 100).meta({
    description: 'The maximum of a page. A page may have fewer and still not be the last: see `next_cursor`.',
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
  state: segmentStateSchema.optional().meta({ description: 'Only segments in this state.' }),
  q: z
    .string()
    .max(200)
    .transform((text) => (text === '' ? undefined : text))
    .optional()
    .meta({ description: 'Only segments with this in source or translation; case does not matter.' }),
  source: partOfText('source'),
  target: partOfText('translation'),
  match: z.enum(MATCH_BANDS).optional().meta({
    description:
      'Only segments whose translation is from a match of this band in a memory; `new`: from none. It stays when the translation is edited.',
  }),
  repeated: z
    .enum(['any', 'first', 'later'])
    .optional()
    .meta({ description: 'Only segments that others equal: all, the first of each, or all but the first.' }),
  min_length: lengthField('at least'),
  max_length: lengthField('at most'),
  term: textUpTo(LIMITS.glossaryWord, 'The term').optional().meta({
    description:
      'With `translation`: only segments with this term and without its translation, in any form, as `glossary_missed` tells it.',
  }),
  translation: textUpTo(LIMITS.glossaryWord, 'The translation').optional().meta({
    description: 'Goes with `term`.',
  }),
  offers: z
    .enum(['0', '1', 'true', 'false'])
    .optional()
    .transform((wanted) =>
      wanted === undefined
        ? ('some' as const)
        : wanted === '1' || wanted === 'true'
          ? ('all' as const)
          : ('none' as const),
    )
    .meta({
      description:
        '`1`: all `offers` of the page are waited for; `0`: none. Left out: those of a done job that are found within 0.1 s.',
    }),
  order: segmentOrderSchema.optional().meta({ description: 'Another name of `sort`, and before it.' }),
  sort: segmentOrderSchema.default('document').meta({
    description:
      'Order of the segments: that of the document, by the length of their sources, or the most doubtful first, where segments have a `doubt`.',
  }),
});

export const exportQuerySchema = z.object({
  format: z.enum(['xliff', 'xliff12', 'tmx', 'csv', 'xlsx', 'docx']).meta({
    description:
      'XLIFF 2.1, XLIFF 1.2 for programs that know no other, TMX 1.4b, CSV (UTF-8 with byte order mark), a workbook, or a Word document with a table for reviewers.',
  }),
  private_notes: z
    .enum(['0', '1', 'true', 'false'])
    .default('0')
    .transform((wanted) => wanted === '1' || wanted === 'true')
    .meta({
      description: '`1` exports private notes too: XLIFF and the Word table have a place for them.',
    }),
});
export type ExportFormat = z.infer<typeof exportQuerySchema>['format'];

export const secondRequestSchema = z.object({
  engine: z.string().min(1).max(100).meta({ description: 'The id of another engine than the job’s.' }),
  indexes: optional(z.array(z.int().nonnegative()).min(1).max(LIMITS.batchSegments)).meta({
    description: 'The segments. Left out: the doubtful ones.',
  }),
  order: optional(z.literal('doubt')).meta({ description: 'The most doubtful segments; goes with `share`.' }),
  share: optional(z.number().gt(0).max(1)).meta({
    description:
      'The share of the segments with a `doubt` that is translated again: 0.1, if left out, is a tenth.',
  }),
});

export const editQuerySchema = z.object({
  repetitions: z
    .enum(['0', '1', 'true', 'false'])
    .default('0')
    .transform((repetitions) => repetitions === '1' || repetitions === 'true')
    .meta({ description: '`1` carries text and state to all equal segments that are not confirmed.' }),
});

/** A comment on a segment. null removes it, as an empty one does. */
const commentField = (name: string, whereTo: string) =>
  textUpTo(LIMITS.comment, name)
    .nullable()
    .optional()
    .meta({ description: `${whereTo} Left out, it stays as it is; null removes it.` });

export const editRequestSchema = z.object({
  segments: z
    .array(
      z
        .object({
          index: z.int().nonnegative(),
          text: optional(z.string()).meta({
            description:
              'The source that is meant. Where the segment has another one by now, as after a split, the change is refused (`other_source`).',
          }),
          translated_text: z
            .string()
            .nullable()
            .optional()
            .meta({
              description:
                'As the segments show it: inline codes as `<1>…</1>` and `<2/>` in documents, plain text in batches. ' +
                "null puts the engine's answer back. Left out, it stays as it is.",
            }),
          state: optional(segmentStateSchema).meta({
            description:
              'Left out, another text makes it `draft`, and null `translated`. The translation memory learns what is `confirmed` and has no flag but `edited`.',
          }),
          comment: commentField('The comment', 'For the client and other reviewers: in exports.'),
          private_note: commentField('The private note', 'In an export only on request.'),
          active_ms: optional(z.int().nonnegative()).meta({
            description:
              'Milliseconds of typing since the last change, for the effort; of more than 30,000 these count.',
          }),
        })
        .refine(
          ({ translated_text, state, comment, private_note, active_ms }) =>
            [translated_text, state, comment, private_note, active_ms].some((member) => member !== undefined),
          {
            path: ['translated_text'],
            error:
              'None of translated_text, state, comment, private_note and active_ms is given. Send at least one of them.',
          },
        ),
    )
    .min(1)
    .refine((segments) => segments.length <= LIMITS.editedSegments, {
      error: () =>
        `At most ${LIMITS.editedSegments.toLocaleString('en')} segments are changed at once. Send the rest in another request.`,
      params: fieldCode('too_many_segments', { details: { limit: LIMITS.editedSegments } }),
    })
    .meta({ maxItems: LIMITS.editedSegments }),
});

/** The segments that a split or join creates: each field by position, or absent. */
const madeSegments = (most: number) =>
  optional(
    z.array(z.object({ translated_text: z.string(), state: optional(segmentStateSchema) })).length(most, {
      error: `segments has ${most === 1 ? 'one member: what the joined segment is to have' : 'two members: what each part is to have'}. Leave it out to keep the texts as they are.`,
    }),
  ).meta({
    description:
      'Translations of what comes of it. Left out, the translation is cut where a sentence ends nearest to the place, or joined.',
  });

export const splitRequestSchema = z.object({
  index: z.int().nonnegative(),
  at: z.int().positive().meta({
    description: 'UTF-16 units of `text`, as the segments show it, that go into the first part.',
  }),
  segments: madeSegments(2),
});

export const joinRequestSchema = z.object({
  index: z
    .int()
    .nonnegative()
    .meta({ description: 'Of the first of the two; the next one is joined to it.' }),
  segments: madeSegments(1),
});

export const previewQuerySchema = z.object({
  side: z
    .enum(['target', 'source'])
    .default('target')
    .meta({ description: 'The translation, or the original on the same page.' }),
});
export type PreviewSide = z.infer<typeof previewQuerySchema>['side'];

export const pagePictureQuerySchema = z.object({
  segment: z.coerce
    .number()
    .int()
    .min(0)
    .meta({ description: 'The index of the segment whose page is drawn.' }),
  width: z.coerce
    .number()
    .int()
    .min(100)
    .max(3_000)
    .default(1_000)
    .meta({ description: 'Width of the picture in pixels.' }),
});

export const contentQuerySchema = z.object({
  simple: z
    .enum(['0', '1', 'true', 'false'])
    .default('0')
    .transform((simple) => simple === '1' || simple === 'true')
    .meta({ description: '`1` asks for a simplified DOCX rebuild. Changes nothing for other formats.' }),
});
