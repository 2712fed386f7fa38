import { ProblemError } from '../../contract/index.ts';
import { isSessionProof, sessionProof } from '../../session-proof.ts';
import { ok } from '../handler.ts';
import { schemeOf } from '../middleware/host.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { presentKey } from '../response/present-account.ts';

/**
 * How a browser signs in and out: exchanges the one-time token of its address for its own key. And how a
 * command verifies that it talks to this start of the service.
 */
export function sessionHandlers({
  accounts,
}: HttpServices): Pick<Handlers, 'createSession' | 'endSession' | 'createSignIn' | 'proveSession'> {
  return {
    createSession: async ({ ctx, body }) => {
      const session = await accounts.exchangeToken(body.token);
      if (!session) {
        throw new ProblemError(
          'unauthorized',
          'This sign-in address was used before, is older than two minutes, or belongs to an earlier start. Open Interlinear again.',
          { headers: { 'WWW-Authenticate': 'Bearer' }, reason: 'sign_in_used' },
        );
      }
      const { key, ...info } = session;
      ok(ctx, { ...presentKey(info), key });
    },
    endSession: async ({ ctx, principal }) => {
      const own = accounts.listKeys().find(({ id }) => id === principal.keyId);
      if (!own?.session) {
        throw new ProblemError(
          'conflict',
          "This key is no browser's session, which is what signs out here. DELETE /v1/keys/{id} revokes other keys.",
          { reason: 'not_a_session' },
        );
      }
      await accounts.revokeKey(own.id);
      ctx.status = 204;
    },
    createSignIn: ({ ctx, principal }) => {
      const { token, expires_at } = accounts.issueToken(principal);
      // In the fragment, which is sent to no server and appears in no log. The host has been checked.
      ok(ctx, { open_url: `${schemeOf(ctx)}://${ctx.host}/#token=${token}`, expires_at }, 201);
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
