import { hash, randomBytes } from 'node:crypto';
import type { Principal } from './accounts-port.ts';

/** How long an address that signs a browser in is good for. */
const TOKEN_LIFE_MS = 120_000;
/** Addresses that may be open and unused at the same time; the oldest goes first. */
const TOKENS_KEPT = 100;

/** One-time tokens of addresses that sign a browser in. Hashed, in memory only. */
export interface SignInTokens {
  /** For a browser that is to have the rights of `holder`. */
  issue(holder: Holder): { token: string; expires_at: string };
  /** Undefined where the token is not good. It is not a second time, unless `restore` is called. */
  redeem(token: string): { holder: Holder; restore: () => void } | undefined;
}

type Holder = Pick<Principal, 'accountId' | 'scopes'>;

export function createSignInTokens(now: () => number): SignInTokens {
  /** Oldest first; `end` in milliseconds since 1970. */
  const tokens = new Map<string, { end: number; holder: Holder }>();
  return {
    issue({ accountId, scopes }) {
      const token = randomBytes(32).toString('base64url');
      for (const [oldest, { end }] of tokens) {
        if (end <= now() || tokens.size >= TOKENS_KEPT) tokens.delete(oldest);
      }
      const end = now() + TOKEN_LIFE_MS;
      tokens.set(digest(token), { end, holder: { accountId, scopes } });
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
