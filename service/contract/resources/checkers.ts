import { z } from 'zod';
import { LANGUAGETOOL } from '../checker-id.ts';

/** A finding that is not shown any more. */
export const ignoredRuleSchema = z.object({
  /** The server's name of the rule: `MORFOLOGIK_RULE_EN_US`. */
  rule: z.string().min(1).max(200),
  /** Only where the finding marks exactly this text; without it nowhere. */
  text: z.string().min(1).max(200).optional(),
});

export const checkerSchema = z.object({
  id: z.literal(LANGUAGETOOL),
  name: z.string(),
  /** Off until the user turns it on: confirmed and edited translations are then sent to it. */
  enabled: z.boolean(),
  /** The root of the server, without `/v2`; null without one. For administrators only. */
  url: z.string().nullable().optional(),
  /** Whether the user has agreed to an address beyond this machine and private networks. */
  consent: z.boolean(),
  /** Whether it can check now. */
  ready: z.boolean(),
  /** Why it is not ready. For administrators only. */
  reason: z.string().optional(),
  /** The server's codes of its languages: `en-US`, `fr`. Empty while it is not ready. */
  languages: z.array(z.string()),
  /** For administrators only. */
  ignored: z.array(ignoredRuleSchema).optional(),
});
export type CheckerResource = z.infer<typeof checkerSchema>;

export const checkersSchema = z.object({ checkers: z.array(checkerSchema) });

export const checkerTestSchema = z.object({
  ok: z.boolean(),
  millis: z.int().nonnegative(),
  /** Why it failed. */
  error: z.string().optional(),
});
export type CheckerTest = z.infer<typeof checkerTestSchema>;

/** What a checker finds in a translation; `flags` have it as `grammar`. */
export const grammarFindingSchema = z.object({
  rule: z.string(),
  /** In `translated_text`, in code points: its codes and escapes count. */
  offset: z.int().nonnegative(),
  length: z.int().positive(),
  /** The marked text, without codes. */
  found: z.string(),
  /** At most five, the likeliest first, in the form of `translated_text`. */
  replacements: z.array(z.string()).max(5),
});
export interface GrammarFinding extends z.infer<typeof grammarFindingSchema> {
  /** The rule's words. */
  readonly message: string;
}
