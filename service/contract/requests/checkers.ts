import { z } from 'zod';
import { LIMITS } from '../api-limits.ts';
import { idParam, optional } from '../fields.ts';
import { ignoredRuleSchema } from '../resources/checkers.ts';

export const checkerParams = idParam(
  z
    .string()
    .regex(/^languagetool$/, { error: 'There is no such checker. GET /v1/checkers lists those there are.' }),
);

export const checkerChangeSchema = z.object({
  enabled: optional(z.boolean()),
  url: z.string().trim().min(1).max(2_000).nullable().optional().meta({
    description: 'The root of the server, without /v2. null takes it away.',
  }),
  consent: optional(z.boolean()).meta({
    description:
      'Needed for an address beyond this machine and private networks, and anew for another one: translations are sent there.',
  }),
  ignored: optional(z.array(ignoredRuleSchema).max(LIMITS.ignoredRules)).meta({
    description: 'Replaces the list of findings that are not shown: a rule, or a rule where it marks a text.',
  }),
});
export type CheckerChange = z.output<typeof checkerChangeSchema>;
