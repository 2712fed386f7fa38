import { ProblemError } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';

/** How a browser signs in: the one-time token from the address it was opened with, for this start's session key. */
export function sessionHandlers({ accounts }: HttpServices): Pick<Handlers, 'createSession'> {
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
  };
}
