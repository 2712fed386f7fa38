import { ok } from '../handler.ts';
import type { HandlersFor, HttpServices } from '../handler.ts';

export function settingsHandlers({ settings, dataDir }: HttpServices): HandlersFor<'settings'> {
  const forAdmin = { data_folder: dataDir };
  return {
    showSettings: ({ ctx, principal }) =>
      ok(ctx, {
        ...settings.show(),
        // An address may contain a token, and a folder's path the user's name.
        ...(principal.scopes.includes('admin') ? forAdmin : { models_url: null, downloads_folder: null }),
      }),
    changeSettings: async ({ ctx, body }) => ok(ctx, { ...(await settings.change(body)), ...forAdmin }),
  };
}
