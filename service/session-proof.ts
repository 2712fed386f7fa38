import { createHmac, timingSafeEqual } from 'node:crypto';

/**
 * How a command and a running service prove to each other, before any other message, that both know the
 * session key of `session.json`. Another program that has taken a dead service's port can neither answer nor
 * use what it receives.
 */
export type ProofSide = 'client' | 'service';

/** Base64url. Includes the port, so that a proof cannot be reused for another service. */
export function sessionProof(side: ProofSide, sessionKey: string, nonce: string, port: number): string {
  return createHmac('sha256', sessionKey)
    .update(`interlinear session\n${side}\n${port}\n${nonce}`)
    .digest('base64url');
}

/** Compares in constant time. */
export function isSessionProof(
  given: unknown,
  ...[side, sessionKey, nonce, port]: Parameters<typeof sessionProof>
): boolean {
  const expected = Buffer.from(sessionProof(side, sessionKey, nonce, port));
  const actual = Buffer.from(typeof given === 'string' ? given : '');
  return actual.length === expected.length && timingSafeEqual(actual, expected);
}
