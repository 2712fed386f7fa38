import { Readable } from 'node:stream';
import { ProblemError } from '../../contract/index.ts';
import type { HandlersFor, HttpServices } from '../handler.ts';

export function draftHandlers({ drafts, clients }: HttpServices): HandlersFor<'drafts'> {
  return {
    showDrafts: ({ ctx, query, principal }) => {
      const owner = clients.ownerFor(principal, query.client_id);
      ctx.type = 'json';
      ctx.body = Readable.from(together(query.names.split(','), (name) => drafts.read(owner, name)));
    },
    showDraft: async ({ ctx, params, query, principal }) => {
      const json = await drafts.read(clients.ownerFor(principal, query.client_id), params.name);
      if (json === 'damaged')
        throw new ProblemError('not_found', 'The file of this draft is damaged, and was set aside.');
      ctx.type = 'json';
      // Copied verbatim from its file: up to 2 MB need not be parsed and written again.
      ctx.body = Buffer.concat([Buffer.from('{"context":"ok","data":'), json, Buffer.from('}')]);
    },
    putDraft: async ({ ctx, params, query, body, principal }) => {
      await drafts.write(clients.ownerFor(principal, query.client_id), params.name, JSON.stringify(body));
      ctx.status = 204;
    },
    removeDraft: async ({ ctx, params, query, principal }) => {
      await drafts.remove(clients.ownerFor(principal, query.client_id), params.name);
      ctx.status = 204;
    },
  };
}

/** The files' contents, one after another: fifty of 2 MB must not be in memory at once. */
async function* together(
  names: readonly string[],
  read: (name: string) => Promise<Buffer | 'damaged'>,
): AsyncGenerator<Buffer> {
  let before = '{"context":"ok","data":{';
  for (const name of new Set(names)) {
    const json = await read(name).catch((error: unknown) => {
      if (error instanceof ProblemError && error.code === 'not_found') return undefined;
      throw error;
    });
    if (json === undefined) continue;
    yield Buffer.from(`${before}${JSON.stringify(name)}:`);
    yield json === 'damaged' ? Buffer.from('null') : json;
    before = ',';
  }
  yield Buffer.from(before === ',' ? '}}' : `${before}}}`);
}
