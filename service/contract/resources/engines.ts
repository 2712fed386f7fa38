import { z } from 'zod';
import { enginePairSchema } from '../job.ts';
import { LOCAL_SERVER_PORTS } from '../local-servers.ts';
import type { LocalServerKind } from '../local-servers.ts';

export const engineSchema = z.object({
  id: z.string(),
  name: z.string(),
  /** Whether its texts leave this machine. */
  kind: z.enum(['local', 'remote']),
  /** Whether a team's workers run it, on their own machines. */
  team: z.literal(true).optional(),
  enabled: z.boolean(),
  /** Whether it can translate now. */
  ready: z.boolean(),
  /** Why it is not ready, and the remedy. */
  reason: z.string().optional(),
  /** A command that makes it ready. */
  help: z.string().optional(),
  capabilities: z.object({
    inline_codes: z.boolean(),
    glossary: z.boolean(),
    tone: z.enum(['none', 'formality', 'free']),
    context: z.boolean(),
    /** Whether it lists the names and terms of a document before it translates it. */
    terms: z.literal(true).optional(),
  }),
  pairs: z.array(enginePairSchema.extend({ ready: z.boolean() })),
  /** Its place in the engine order, from 0; absent if it serves only when named. */
  order: z.int().nonnegative().optional(),
  /** Remote engines only. */
  settings: z
    .object({
      url: z.string().optional(),
      model: z.string().optional(),
      /** Language models: whether confirmed translations go along as examples. */
      earlier_translations: z.boolean().optional(),
    })
    .optional(),
  /** The source of a remote engine's key. */
  key: z.enum(['none', 'keychain', 'environment']).optional(),
  /** Members among `url`, `model` and `key` that the environment sets for this run. */
  fixed: z.array(z.string()).optional(),
});
export const engineTestSchema = z.object({
  ok: z.boolean(),
  millis: z.int().nonnegative(),
  /** Present on success. */
  translated_text: z.string().optional(),
  /** For a language model: words per second of a second sentence, once the model is loaded. */
  words_per_second: z.number().nonnegative().optional(),
  /** Why it failed. */
  error: z.string().optional(),
});
export type EngineTestResource = z.infer<typeof engineTestSchema>;
/** Servers of language models on this machine. */
export const localServersSchema = z.object({
  servers: z.array(
    z.object({
      kind: z.enum(Object.keys(LOCAL_SERVER_PORTS) as [LocalServerKind, ...LocalServerKind[]]),
      name: z.string(),
      url: z.string(),
      models: z.array(
        z.object({
          id: z.string(),
          /** The translation model's profile, if it needs its own prompt. */
          profile: z.string().optional(),
          /** Number of languages of that model. */
          languages: z.int().positive().optional(),
          /** Whether the server forwards text to another machine. */
          elsewhere: z.boolean(),
        }),
      ),
    }),
  ),
});
export type LocalServerResource = z.infer<typeof localServersSchema>['servers'][number];
export const enginesSchema = z.object({ engines: z.array(engineSchema) });
export type EngineResource = z.infer<typeof engineSchema>;
