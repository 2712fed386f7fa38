import { z } from 'zod';
import { idParam, languageField } from '../fields.ts';

export const modelParams = idParam(
  z
    .string()
    .regex(/^[\w-]{1,100}$/, { error: 'There is no such model. GET /v1/models lists those there are.' }),
);
/** A file of an installed model: its record `model.json`, or one that the record names. */
export const modelFileParams = modelParams.extend({
  name: z.string().regex(/^(?:model\.json|[a-z]+\.(?:bin|spm))$/, {
    error: 'A model has no such file. Its model.json names those it has.',
  }),
});
export const modelStateSchema = z.enum(['available', 'installing', 'installed', 'failed']);
export const modelQuerySchema = z.object({
  from: languageField('from', 'source').optional(),
  to: languageField('to', 'target').optional(),
  state: modelStateSchema.optional(),
});
