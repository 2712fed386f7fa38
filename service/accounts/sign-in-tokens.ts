import { hash, randomBytes } from 'node:crypto';
import type { Principal } from './accounts-port.ts';

/** Lifetime of a sign-in address. */
const TOKEN_LIFE_MS = 120_000;
/** Unused addresses a key may have at the same time; its oldest goes first. */
const MAX_TOKENS = 10;

/** One-time tokens of sign-in addresses. Hashed, in memory only. */
export interface SignInTokens {
  /** For a browser that gets the rights of `holder`. */
  issue(holder: Holder): { token: string; expires_at: string };
  /** Undefined for an invalid token. Invalidates the token, unless `restore` is called. */
  redeem(token: string): { holder: Holder; restore: () => void } | undefined;
}

type Holder = Pick<Principal, 'accountId' | 'clientId' | 'scopes' | 'keyId'>;

export function createSignInTokens(now: () => number): SignInTokens {
  /** Oldest first; `end` in milliseconds since 1970. */
  const tokens = new Map<string, { end: number; holder: Holder }>();
  return {
    issue(holder) {
      const token = randomBytes(32).toString('base64url');
      for (const [expired, { end }] of tokens) if (end <= now()) tokens.delete(expired);
      const own = [...tokens].filter(([, issued]) => issued.holder.keyId === holder.keyId);
      if (own.length >= MAX_TOKENS) tokens.delete(own[0]![0]);
      const end = now() + TOKEN_LIFE_MS;
      tokens.set(digest(token), { end, holder });
      return { token, expires_at: new Date(end).toISOString() };
    },
    redeem(token) {
      const issued = tokens.get(digest(token));
      tokens.delete(digest(token));
      if (issued === undefined || now() >= issued.end) return undefined;
      return { holder: issued.holder, restore: () => void tokens.set(digest(token), issued) };
    },
  };
}

function digest(token: string): string {
  return hash('sha256', token);
}
