import { z } from 'zod';

const languageSchema = z.object({
  code: z.string(),
  name: z.string(),
  endonym: z.string(),
  rtl: z.boolean(),
});

/** `*` means any language: pseudo-localisation, and engines that have no list. */
const languagePairSchema = z.object({
  from: z.string(),
  to: z.string(),
  /** Ids of the engines that know the pair, ready ones first. */
  engines: z.array(z.string()),
  /** Whether one of them can translate now. */
  ready: z.boolean(),
  /** The pivot language, if no engine has the direction itself or only one that is not ready. */
  pivot: z.literal('en').optional(),
});

export const languagesSchema = z.object({
  languages: z.array(languageSchema),
  pairs: z.array(languagePairSchema),
});
export type Languages = z.infer<typeof languagesSchema>;

export const detectedSchema = z.object({
  /** Best first, at most five. */
  languages: z.array(z.object({ code: z.string(), confidence: z.number().min(0).max(1) })),
});
export type DetectedLanguages = z.infer<typeof detectedSchema>;
