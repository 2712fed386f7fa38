import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { presentEngine, presentLanguages } from '../response/present-catalog.ts';

export function catalogHandlers({
  translation,
}: HttpServices): Pick<Handlers, 'listLanguages' | 'listEngines'> {
  return {
    listLanguages: async ({ ctx }) => ok(ctx, presentLanguages(await translation.engines())),
    listEngines: async ({ ctx }) => ok(ctx, { engines: (await translation.engines()).map(presentEngine) }),
  };
}
