import { z } from 'zod';
import { idParam, optional, optionalId, uuidParam } from '../fields.ts';
import { LIMITS } from '../api-limits.ts';

export const accountParams = idParam(
  z
    .string()
    .regex(/^[\w-]{1,64}$/, { error: 'There is no such account. GET /v1/accounts lists those there are.' }),
);
export const keyParams = uuidParam('There is no such key. GET /v1/keys lists those there are.');

export const sessionRequestSchema = z.object({ token: z.string().min(1).max(200) });

export const sessionProofSchema = z.object({
  nonce: z.string().min(22).max(100).meta({ description: 'Random, and never used before.' }),
  proof: z.string().max(100).meta({
    description:
      'HMAC-SHA-256 with the session key, base64url, of the four lines `interlinear session`, `client`, the port and the nonce.',
  }),
});

const accountName = z.string().trim().min(1).max(200);
const creditBalance = z
  .int()
  .nonnegative()
  .nullable()
  .meta({ description: 'Characters left; null is unmetered.' });
const docxQuota = z
  .int()
  .nonnegative()
  .nullable()
  .meta({ description: "DOCX jobs in any rolling 24 hours; 0 is unlimited, null the service's default." });

export const newAccountSchema = z.object({
  name: accountName,
  credit_balance: creditBalance.optional(),
  docx_quota: docxQuota.optional(),
});

export const accountChangeSchema = z.object({
  name: optional(accountName),
  credit_balance: creditBalance.optional(),
  docx_quota: docxQuota.optional(),
});

/** DeepL's names. Such a key works at DeepL's API only, and there for nothing else. */
const NARROW_SCOPES = [
  'translate:text',
  'translate:document',
  'glossaries:read',
  'glossaries:write',
  'translation_memories:read',
  'languages:read',
  'usage:read',
] as const;
export const SCOPES = ['translate', 'admin', ...NARROW_SCOPES] as const;
export const scopeSchema = z.enum(SCOPES);

export const connectionParams = uuidParam(
  'There is no such connection. GET /v1/connections lists those there are.',
);
const boundTo = optionalId('The client id', 'The key works for this client only, and ends with it.');
export const newConnectionSchema = z.object({ name: accountName, client_id: boundTo });

export const newKeySchema = z.object({
  account_id: z.string().min(1).max(LIMITS.id),
  name: accountName,
  client_id: boundTo,
  scopes: z.array(scopeSchema).min(1).max(SCOPES.length),
});
