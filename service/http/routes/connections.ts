import { ok } from '../handler.ts';
import type { HandlersFor, HttpServices } from '../handler.ts';
import { ownAddress } from '../response/own-address.ts';
import { integrations } from '../response/integrations.ts';
import { presentConnection } from '../response/present-account.ts';

export function connectionHandlers({ accounts, clients }: HttpServices): HandlersFor<'connections'> {
  return {
    listConnections: ({ ctx }) => ok(ctx, { connections: accounts.listConnections().map(presentConnection) }),
    createConnection: async ({ ctx, body, principal }) => {
      const { name, client_id } = body;
      if (client_id !== undefined) clients.ownerFor(principal, client_id);
      const { key, ...info } = await accounts.createConnection(principal.accountId, name, client_id);
      ok(ctx, { ...presentConnection(info), address: `${ownAddress(ctx)}/c/${key}/translate` }, 201);
    },
    removeConnection: async ({ ctx, params }) => {
      await accounts.removeConnection(params.id);
      ctx.status = 204;
    },
    listIntegrations: ({ ctx }) => ok(ctx, { programs: integrations(ownAddress(ctx)) }),
  };
}
