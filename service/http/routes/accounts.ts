import { ProblemError } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { presentAccount, presentUsage } from '../response/present-account.ts';

type AccountHandlers = Pick<
  Handlers,
  'listAccounts' | 'showAccount' | 'createAccount' | 'updateAccount' | 'showUsage'
>;

export function accountHandlers({ accounts }: HttpServices): AccountHandlers {
  return {
    listAccounts: ({ ctx }) => ok(ctx, { accounts: accounts.listAccounts().map(presentAccount) }),
    showAccount: ({ ctx, params }) => {
      const account = accounts.listAccounts().find(({ id }) => id === params.id);
      if (!account) {
        throw new ProblemError('not_found', 'No account has this id. GET /v1/accounts lists all.');
      }
      ok(ctx, presentAccount(account));
    },
    createAccount: async ({ ctx, body }) => {
      const account = await accounts.createAccount(withoutUndefined(body));
      ctx.set('Location', `/v1/accounts/${account.id}`);
      ok(ctx, presentAccount(account), 201);
    },
    updateAccount: async ({ ctx, params, body }) => {
      ok(ctx, presentAccount(await accounts.updateAccount(params.id, withoutUndefined(body))));
    },
    showUsage: ({ ctx, principal }) => ok(ctx, presentUsage(accounts.usage(principal.accountId))),
  };
}
