import { z } from 'zod';
import { clientField } from '../fields.ts';

export const draftQuerySchema = z.object(clientField);

export const draftsQuerySchema = z.object({
  ...clientField,
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
