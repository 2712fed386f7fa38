import { ok } from '../handler.ts';
import type { Handlers, HttpServices } from '../handler.ts';

export function settingsHandlers({
  settings,
}: HttpServices): Pick<Handlers, 'showSettings' | 'changeSettings'> {
  return {
    showSettings: ({ ctx }) => ok(ctx, settings.show()),
    changeSettings: async ({ ctx, body }) => ok(ctx, await settings.change(body)),
  };
}
