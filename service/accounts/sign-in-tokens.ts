import { hash, randomBytes } from 'node:crypto';

/** How long an address that signs a browser in is good for. */
const TOKEN_LIFE_MS = 120_000;
/** Addresses that may be open and unused at the same time; the oldest goes first. */
const TOKENS_KEPT = 100;

/** One-time tokens of addresses that sign a browser in. Hashed, in memory only. */
export interface SignInTokens {
  issue(): { token: string; expires_at: string };
  /** Undefined where the token is not good. It is not a second time, unless what is returned is called. */
  redeem(token: string): (() => void) | undefined;
}

export function createSignInTokens(now: () => number): SignInTokens {
  /** Milliseconds since 1970 at which each ends, oldest first. */
  const ends = new Map<string, number>();
  return {
    issue() {
      const token = randomBytes(32).toString('base64url');
      for (const [oldest, end] of ends) if (end <= now() || ends.size >= TOKENS_KEPT) ends.delete(oldest);
      const end = now() + TOKEN_LIFE_MS;
      ends.set(digest(token), end);
      return { token, expires_at: new Date(end).toISOString() };
    },
    redeem(token) {
      const end = ends.get(digest(token));
      ends.delete(digest(token));
      if (end === undefined || now() >= end) return undefined;
      return () => void ends.set(digest(token), end);
    },
  };
}

function digest(token: string): string {
  return hash('sha256', token);
}
