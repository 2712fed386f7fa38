import { z } from 'zod';
import { clientField, languageField, optional, optionalId, uuidParam } from '../fields.ts';

export const packageParams = uuidParam('There is no such package. GET /v1/packages lists those there are.');

export const referenceParams = packageParams.extend({
  n: z
    .string()
    .regex(/^\d{1,9}$/, { error: 'A file of a package is named by its place in left_out, from 0.' })
    .transform(Number),
});

export const packageFieldsSchema = z.object({
  to: optional(languageField('to', 'target')).meta({
    description: 'The target language; needed only if the package has several (`choose_target`).',
  }),
  ...clientField,
  engine: optionalId('The engine id', 'The id of one engine; without it the first that is ready is used.'),
});

export const packagesQuerySchema = z.object({ ...clientField });

export const returnQuerySchema = z.object({
  drafts: z.enum(['0', '1']).default('0').meta({
    description: '`1`: answers of an engine that nobody has read go out too, as drafts.',
  }),
});
