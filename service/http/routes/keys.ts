import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { presentKey } from '../response/present-account.ts';

export function keyHandlers({
  accounts,
}: HttpServices): Pick<Handlers, 'listKeys' | 'createKey' | 'revokeKey'> {
  return {
    listKeys: ({ ctx }) => ok(ctx, { keys: accounts.listKeys().map(presentKey) }),
    createKey: async ({ ctx, body }) => {
      const { key, ...info } = await accounts.createKey(body);
      ok(ctx, { ...presentKey(info), key }, 201);
    },
    revokeKey: async ({ ctx, params }) => {
      await accounts.revokeKey(params.id);
      ctx.status = 204;
    },
  };
}
