import { ProblemError, sessionRequestSchema } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { readJson } from '../request/json-body.ts';

/** How a browser signs in: the one-time token from the address it was opened with, for this start's session key. */
export function sessionHandlers({ accounts, timeouts }: HttpServices): Pick<Handlers, 'createSession'> {
  return {
    createSession: async ({ ctx }) => {
      const { token } = await readJson(ctx, sessionRequestSchema, timeouts);
      const key = accounts.exchangeToken(token);
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
