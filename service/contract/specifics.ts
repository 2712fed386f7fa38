import { z } from 'zod';
import { reasonSchema } from './codes.ts';

/** Members beside `code` and the English sentence, for clients that phrase it in their own words. */
export const specificsShape = {
  reason: reasonSchema.optional(),
  details: z
    .record(z.string(), z.union([z.string(), z.number()]))
    .optional()
    .meta({
      description:
        'What the sentence names, by itself: `limit`, `count`, `engine`; languages as tags, times in RFC 3339.',
    }),
};
export type Specifics = z.infer<z.ZodObject<typeof specificsShape>>;

/** Copies these members of a value, without undefined ones. */
export function specificsOf({ reason, details }: Specifics): Specifics {
  return {
    ...(reason === undefined ? {} : { reason }),
    ...(details === undefined ? {} : { details }),
  };
}
