import type { EngineResource } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { HandlersFor, HttpServices } from '../handler.ts';

export function engineHandlers({ engines }: HttpServices): HandlersFor<'engines'> {
  return {
    listEngines: async ({ ctx, principal }) => {
      const list = await engines.list();
      ok(ctx, { engines: principal.scopes.includes('admin') ? list : list.map(withoutAddresses) });
    },
    listLocalServers: async ({ ctx }) => ok(ctx, { servers: await engines.localServers() }),
    changeEngine: async ({ ctx, params, body }) => ok(ctx, await engines.change(params.id, body)),
    setEngineKey: async ({ ctx, params, body }) => {
      await engines.setKey(params.id, body.key);
      ctx.status = 204;
    },
    testEngine: async ({ ctx, params }) => ok(ctx, await engines.test(params.id)),
  };
}

/** An address may contain a token, and reasons name addresses and folders. */
function withoutAddresses(engine: EngineResource): EngineResource {
  const { settings, reason, help, fixed, ...shown } = engine;
  return shown;
}
