import { z } from 'zod';
import { LIMITS } from '../api-limits.ts';
import {
  clientField,
  differentLanguages,
  directionFields,
  fieldCode,
  optional,
  optionalId,
  pageSize,
  uuidParam,
} from '../fields.ts';
import { alignmentLevelSchema, alignmentStateSchema } from '../resources/alignments.ts';

export const alignmentParams = uuidParam(
  'There is no such alignment. GET /v1/alignments lists those there are.',
);

/** The text fields of the upload. */
export const alignmentFieldsSchema = z
  .object({
    ...directionFields,
    ...clientField,
    level: optional(alignmentLevelSchema).meta({
      description:
        '`sentence` (default): texts are split into sentences first. `segment`: they are aligned as their format has them, a paragraph or a line each.',
    }),
  })
  .refine(differentLanguages.check, differentLanguages.options);

const cursor = (pattern: RegExp) =>
  z
    .string()
    .regex(pattern, { error: 'cursor is not the next_cursor of this list. Leave it out.' })
    .optional()
    .meta({
      description: 'The `next_cursor` of the page before.',
    });

export const alignmentListQuerySchema = z.object({
  ...clientField,
  limit: pageSize(200, 100),
  cursor: cursor(/^[0-9a-f-]{36}$/),
});

export const alignedPairsQuerySchema = z.object({
  state: alignmentStateSchema.optional(),
  limit: pageSize(500, 100),
  cursor: cursor(/^\d{1,9}$/),
});

const places = z
  .array(z.int().nonnegative())
  .max(LIMITS.alignedTexts)
  .meta({ description: 'Places of texts in their document, from 0.' });

export const changedPairsRequestSchema = z.object({
  pairs: z
    .array(z.object({ source_at: places, target_at: places, state: alignmentStateSchema }))
    .min(1, { error: 'pairs is empty. Send the pairs that replace others.' })
    .refine((pairs) => pairs.length <= LIMITS.changedPairs, {
      error: `A request may replace ${LIMITS.changedPairs} pairs. Send the rest in another one.`,
      params: fieldCode('too_many', { details: { limit: LIMITS.changedPairs } }),
    })
    .meta({ maxItems: LIMITS.changedPairs }),
});

export const learnPairsRequestSchema = z.object({
  memory_id: optionalId('The memory id', 'The memory that learns; without it the own one.'),
});
