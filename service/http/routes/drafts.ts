import type { Handlers, HttpServices } from '../handler.ts';

export function draftHandlers({
  drafts,
}: HttpServices): Pick<Handlers, 'showDraft' | 'putDraft' | 'removeDraft'> {
  return {
    showDraft: async ({ ctx, params, principal }) => {
      const json = await drafts.read(principal.accountId, params.name);
      ctx.type = 'json';
      // As it stands in its file: up to 2 MB need not be read here only to be written again.
      ctx.body = Buffer.concat([Buffer.from('{"context":"ok","data":'), json, Buffer.from('}')]);
    },
    putDraft: async ({ ctx, params, body, principal }) => {
      await drafts.write(principal.accountId, params.name, JSON.stringify(body));
      ctx.status = 204;
    },
    removeDraft: async ({ ctx, params, principal }) => {
      await drafts.remove(principal.accountId, params.name);
      ctx.status = 204;
    },
  };
}
