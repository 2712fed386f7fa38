import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { presentKey } from '../response/present-account.ts';

export function keyHandlers({
  accounts,
  clients,
}: HttpServices): Pick<Handlers, 'listKeys' | 'createKey' | 'revokeKey'> {
  return {
    listKeys: ({ ctx }) => ok(ctx, { keys: accounts.listKeys().map(presentKey) }),
    createKey: async ({ ctx, body }) => {
      const { client_id, ...asked } = body;
      const of = { accountId: body.account_id };
      if (client_id !== undefined) clients.ownerFor(of, client_id);
      const { key, ...info } = await accounts.createKey({ ...asked, ...withoutUndefined({ client_id }) });
      ok(ctx, { ...presentKey(info), key }, 201);
    },
    revokeKey: async ({ ctx, params }) => {
      await accounts.revokeKey(params.id);
      ctx.status = 204;
    },
  };
}
