import { z } from 'zod';
import { scopeSchema } from '../requests/accounts.ts';

export const usageSchema = z.object({
  account_id: z.string(),
  /** Characters left, or null for an unmetered account. Changes only when a job is done. */
  credit_balance: z.int().nullable(),
  /** Characters reserved by running jobs. */
  credit_reserved: z.int().nonnegative(),
  total_chars: z.int().nonnegative(),
  days: z.array(z.object({ date: z.iso.date(), chars: z.int().nonnegative(), jobs: z.int().nonnegative() })),
  docx_quota: z.object({
    /** 0 is unlimited. */
    limit: z.int().nonnegative(),
    used: z.int().nonnegative(),
    /** When the oldest counted job leaves the window. */
    frees_at: z.iso.datetime().optional(),
  }),
});
export type UsageResource = z.infer<typeof usageSchema>;

export const accountSchema = z.object({
  id: z.string(),
  name: z.string(),
  credit_balance: z.int().nullable(),
  docx_quota: z.int().nonnegative().nullable(),
  created_at: z.iso.datetime(),
});
export const accountsSchema = z.object({ accounts: z.array(accountSchema) });
export type AccountResource = z.infer<typeof accountSchema>;

export const keySchema = z.object({
  id: z.string(),
  account_id: z.string(),
  name: z.string(),
  scopes: z.array(scopeSchema),
  /** The client that the key is bound to. */
  client_id: z.string().optional(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().optional(),
  /** Set for a browser session: it ends by sign-out, or after 30 days without use. */
  session: z.literal(true).optional(),
});
export const keysSchema = z.object({ keys: z.array(keySchema) });
export type KeyResource = z.infer<typeof keySchema>;

/** `key` is shown only here: the service keeps only its hash. */
export const newKeyAnswerSchema = keySchema.extend({ key: z.string() });

const connectionSchema = z.object({
  id: z.uuid(),
  name: z.string(),
  client_id: z.string().optional(),
  created_at: z.iso.datetime(),
  last_used_at: z.iso.datetime().optional(),
});
export type ConnectionResource = z.infer<typeof connectionSchema>;
export const connectionsSchema = z.object({ connections: z.array(connectionSchema) });
export const newConnectionAnswerSchema = connectionSchema.extend({ address: z.string() });

export const integrationsSchema = z.object({
  programs: z.array(
    z.object({
      name: z.string(),
      /** The values to enter, and where. */
      settings: z.array(z.object({ label: z.string(), value: z.string() })),
      /** The evidence: a file of the program's source, or its documentation. */
      source: z.string(),
    }),
  ),
});
export type Integrations = z.infer<typeof integrationsSchema>;
