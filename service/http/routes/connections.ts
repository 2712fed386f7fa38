import { ok } from '../handler.ts';
import type { HandlersFor, HttpServices } from '../handler.ts';
import { ownAddress } from '../response/own-address.ts';
import { integrations } from '../response/integrations.ts';
import { presentConnection } from '../response/present-account.ts';

export function connectionHandlers({ accounts }: HttpServices): HandlersFor<'connections'> {
  return {
    listConnections: ({ ctx }) => ok(ctx, { connections: accounts.listConnections().map(presentConnection) }),
    createConnection: async ({ ctx, body, principal }) => {
      const { key, ...info } = await accounts.createConnection(principal.accountId, body.name);
      ok(ctx, { ...presentConnection(info), address: `${ownAddress(ctx)}/c/${key}/translate` }, 201);
    },
    removeConnection: async ({ ctx, params }) => {
      await accounts.removeConnection(params.id);
      ctx.status = 204;
    },
    listIntegrations: ({ ctx }) => ok(ctx, { programs: integrations(ownAddress(ctx)) }),
  };
}
