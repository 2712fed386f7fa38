import { z } from 'zod';
import { fieldCode, idParam, optional } from '../fields.ts';

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
      earlier_translations: z.boolean().optional().meta({
        description:
          'Whether a language model elsewhere may be sent your confirmed translations as examples. One on this machine always is. Another address needs it anew.',
      }),
    }),
  ),
});
export type EngineChange = Partial<z.output<typeof engineChangeSchema>>;
const ENGINE_KEY = '^[\\x21-\\x7e]{1,1000}$';
export const engineKeySchema = z.object({
  /** Visible ASCII, as headers require. */
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
