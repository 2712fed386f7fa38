import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';

export function engineHandlers({
  engines,
}: HttpServices): Pick<Handlers, 'listEngines' | 'changeEngine' | 'setEngineKey' | 'testEngine'> {
  return {
    listEngines: async ({ ctx }) => ok(ctx, { engines: await engines.list() }),
    changeEngine: async ({ ctx, params, body }) => ok(ctx, await engines.change(params.id, body)),
    setEngineKey: async ({ ctx, params, body }) => {
      await engines.setKey(params.id, body.key);
      ctx.status = 204;
    },
    testEngine: async ({ ctx, params }) => ok(ctx, await engines.test(params.id)),
  };
}
