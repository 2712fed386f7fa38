import { z } from 'zod';
import { SCOPES } from '../contract/index.ts';

const accountSchema = z.object({
  id: z.string().min(1),
  name: z.string(),
  credit_balance: z.number().nullable(),
  docx_quota: z.int().nullable(),
  created_at: z.string(),
  total_chars: z.number(),
  days: z.array(z.object({ date: z.string(), chars: z.number(), jobs: z.number() })),
});
export type AccountRecord = z.infer<typeof accountSchema>;

const keySchema = z.object({
  id: z.string(),
  account_id: z.string(),
  /** The client that it is bound to. */
  client_id: z.string().exactOptional(),
  name: z.string(),
  scopes: z.array(z.enum([...SCOPES, 'connect'])),
  /** SHA-256 of the key, hexadecimal. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  created_at: z.string(),
  last_used_at: z.string().exactOptional(),
  /** Set for a browser session. */
  session: z.literal(true).exactOptional(),
  /** Of a session: the id of the key that signed it in, without which it is not good. Left out: the owner. */
  made_by: z.string().exactOptional(),
});
export type KeyRecord = z.infer<typeof keySchema>;

const docxEventSchema = z.object({
  account_id: z.string(),
  job_id: z.string(),
  /** RFC 3339 UTC. */
  at: z.string(),
});
/** An accepted DOCX job: counts for 24 hours whatever its outcome. */
export type DocxEvent = z.infer<typeof docxEventSchema>;

const accountsSchema = z.object({
  version: z.literal(1),
  accounts: z.array(accountSchema),
  keys: z.array(keySchema),
  /** Ids of charged jobs whose journals may not record it yet, with the write that first held the charge. */
  charged: z.record(z.string(), z.object({ rev: z.number() })),
  docx_events: z.array(docxEventSchema),
});
/** The contents of `accounts.json`: everything that is not in a job's folder. */
export type AccountsRecord = z.infer<typeof accountsSchema>;

export const NO_ACCOUNTS: AccountsRecord = {
  version: 1,
  accounts: [],
  keys: [],
  charged: {},
  docx_events: [],
};

export function parseAccounts(value: unknown): AccountsRecord | undefined {
  return accountsSchema.safeParse(value).data;
}
