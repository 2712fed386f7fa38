import { ProblemError } from '../../contract/index.ts';
import { isSessionProof, sessionProof } from '../../session-proof.ts';
import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';

/**
 * How a browser signs in: the one-time token from the address it was opened with, for this start's session key. And how a
 * command makes sure that it speaks to this start of the service.
 */
export function sessionHandlers({
  accounts,
}: HttpServices): Pick<Handlers, 'createSession' | 'proveSession'> {
  return {
    createSession: ({ ctx, body }) => {
      const key = accounts.exchangeToken(body.token);
      if (key === undefined) {
        throw new ProblemError(
          'unauthorized',
          'This sign-in address was used before, or belongs to an earlier start. Open the address that the service printed last.',
          { headers: { 'WWW-Authenticate': 'Bearer' } },
        );
      }
      ok(ctx, { key });
    },
    proveSession: ({ ctx, body: { nonce, proof } }) => {
      const port = ctx.socket.localPort ?? 0;
      if (!isSessionProof(proof, 'client', accounts.sessionKey, nonce, port)) {
        throw new ProblemError(
          'unauthorized',
          'The proof was not made with the session key of this start. Read session.json again.',
          { headers: { 'WWW-Authenticate': 'Bearer' } },
        );
      }
      ok(ctx, { proof: sessionProof('service', accounts.sessionKey, nonce, port) });
    },
  };
}
