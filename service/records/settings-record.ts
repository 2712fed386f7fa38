import { z } from 'zod';
import { ignoredRuleSchema, settingsChangeSchema } from '../contract/index.ts';

const engineSettingsSchema = z.object({
  enabled: z.boolean().exactOptional(),
  url: z.string().exactOptional(),
  model: z.string().exactOptional(),
  /** Whether a server elsewhere may be sent earlier translations. */
  earlier_translations: z.boolean().exactOptional(),
  /** The engine's key, encrypted for this user by the system's keychain; never the key itself. */
  sealed_key: z.string().exactOptional(),
});
export type EngineSettingsRecord = z.infer<typeof engineSettingsSchema>;

const checkerSettingsSchema = z.object({
  enabled: z.boolean().exactOptional(),
  url: z.string().exactOptional(),
  /** Whether texts may go to an address beyond this machine and private networks. */
  consent: z.boolean().exactOptional(),
  ignored: z.array(ignoredRuleSchema).exactOptional(),
});
export type CheckerSettingsRecord = z.infer<typeof checkerSettingsSchema>;

const settingsSchema = z.object({
  version: z.literal(1),
  /** The user's settings; an absent one has its default, even if a later release changes it. */
  values: settingsChangeSchema,
  /** Settings by engine id. */
  engines: z.record(z.string(), engineSettingsSchema),
  /** Settings by checker id. */
  checkers: z.record(z.string(), checkerSettingsSchema).default({}),
});
/** The contents of `settings.json`. */
export type SettingsRecord = z.infer<typeof settingsSchema>;

export const NO_SETTINGS: SettingsRecord = { version: 1, values: {}, engines: {}, checkers: {} };

export function parseSettings(value: unknown): SettingsRecord | undefined {
  return settingsSchema.safeParse(value).data;
}
