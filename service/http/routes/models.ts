import { ok } from '../handler.ts';
import type { HandlersFor, HttpServices } from '../handler.ts';
import { presentModel } from '../response/present-model.ts';
import { sendFile } from '../response/send-file.ts';

export function modelHandlers({ models }: HttpServices): Omit<HandlersFor<'models'>, 'modelEvents'> {
  return {
    listModels: async ({ ctx, query }) => {
      const { from, to, state } = query;
      const listed = await models.list({
        ...(from === undefined ? {} : { from }),
        ...(to === undefined ? {} : { to }),
        ...(state === undefined ? {} : { state }),
      });
      ok(ctx, { models: listed.map(presentModel) });
    },
    getModel: async ({ ctx, params }) => {
      const [view, files] = await Promise.all([models.get(params.id), models.files(params.id)]);
      ok(ctx, { ...presentModel(view), files });
    },
    downloadModelFile: async ({ ctx, params }) =>
      sendFile(ctx, await models.installedFile(params.id, params.name)),
    installModel: async ({ ctx, params }) => {
      const { view, begun } = await models.install(params.id);
      ok(ctx, presentModel(view), begun ? 202 : 200);
    },
    cancelModel: async ({ ctx, params }) => ok(ctx, presentModel(await models.cancel(params.id))),
    removeModel: async ({ ctx, params }) => {
      await models.remove(params.id);
      ctx.status = 204;
    },
    importModels: async ({ ctx, file }) =>
      ok(ctx, await models.importFile(file.path, file.fileName ?? 'the file')),
  };
}
