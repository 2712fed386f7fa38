import { newKeySchema } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { readJson } from '../request/json-body.ts';
import { presentKey } from '../response/present-account.ts';

export function keyHandlers({
  accounts,
  timeouts,
}: HttpServices): Pick<Handlers, 'listKeys' | 'createKey' | 'revokeKey'> {
  return {
    listKeys: ({ ctx }) => ok(ctx, { keys: accounts.listKeys().map(presentKey) }),
    createKey: async ({ ctx }) => {
      const { key, ...info } = await accounts.createKey(await readJson(ctx, newKeySchema, timeouts));
      ok(ctx, { ...presentKey(info), key }, 201);
    },
    revokeKey: async ({ ctx, params }) => {
      await accounts.revokeKey(params['id']!);
      ctx.status = 204;
    },
  };
}
