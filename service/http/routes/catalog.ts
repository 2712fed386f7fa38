import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { presentEngine, presentLanguages } from '../response/present-catalog.ts';

export function catalogHandlers({
  translation,
}: HttpServices): Pick<Handlers, 'listLanguages' | 'listEngines' | 'listModels'> {
  return {
    listLanguages: async ({ ctx }) => ok(ctx, presentLanguages(await translation.engines())),
    listEngines: async ({ ctx }) => ok(ctx, { engines: (await translation.engines()).map(presentEngine) }),
    // No engine of this version downloads models.
    listModels: ({ ctx }) => ok(ctx, { models: [] }),
  };
}
