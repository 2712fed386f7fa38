import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';
import { presentLanguages } from '../response/present-catalog.ts';

export function catalogHandlers({ engines }: HttpServices): Pick<Handlers, 'listLanguages'> {
  return {
    listLanguages: async ({ ctx }) => ok(ctx, presentLanguages(await engines.list())),
  };
}
