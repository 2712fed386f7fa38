import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { attachment } from '../response/content-disposition.ts';
import { presentGlossary } from '../response/present-glossary.ts';

export function glossaryHandlers(services: HttpServices): HandlersFor<'glossaries'> {
  const { glossaries, clients } = services;
  return {
    listGlossaries: async ({ ctx, query, principal }) => {
      const { client_id, ...asked } = query;
      const page = await glossaries.list(clients.ownerFor(principal, client_id), withoutUndefined(asked));
      ok(ctx, {
        glossaries: page.glossaries.map(presentGlossary),
        ...(page.next === undefined ? {} : { next_cursor: page.next }),
      });
    },
    createGlossary: async ({ ctx, body: { client_id, ...content }, principal }) => {
      const owner = clients.ownerFor(principal, client_id);
      const glossary = await glossaries.create(owner, content);
      await clients.use(owner, { glossary: glossary.id });
      ctx.set('Location', `/v1/glossaries/${glossary.id}`);
      ok(ctx, presentGlossary(glossary), 201);
    },
    showGlossary: async ({ ctx, params, principal }) =>
      ok(ctx, presentGlossary(await glossaries.get(clients.ownerOfId(principal, params.id), params.id))),
    replaceGlossary: async ({ ctx, params, body, principal }) =>
      ok(
        ctx,
        presentGlossary(await glossaries.replace(clients.ownerOfId(principal, params.id), params.id, body)),
      ),
    removeGlossary: async ({ ctx, params, principal }) => {
      const owner = clients.ownerOfId(principal, params.id);
      await glossaries.remove(owner, params.id);
      await clients.disuse(owner, params.id);
      ctx.status = 204;
    },
    importGlossary: (call) => importGlossary(services, call),
    exportGlossary: (call) => exportGlossary(services, call),
  };
}

async function importGlossary(
  { glossaries, clients }: HttpServices,
  { ctx, body, file, principal, gone }: Call<'importGlossary'>,
): Promise<void> {
  const owner = clients.ownerFor(principal, body.client_id);
  const { from, to, glossary_id, name = file.fileName?.replace(/\.\w+$/, '') } = body;
  const { glossary, imported } = await glossaries.importFile(
    owner,
    {
      path: file.path,
      direction: { from, to },
      ...(name ? { name } : {}),
      ...(glossary_id === undefined ? {} : { glossaryId: glossary_id }),
    },
    gone(),
  );
  if (glossary_id === undefined) await clients.use(owner, { glossary: glossary.id });
  ctx.set('Location', `/v1/glossaries/${glossary.id}`);
  ok(ctx, { ...presentGlossary(glossary), imported: { ...imported } }, 201);
}

async function exportGlossary(
  { glossaries, clients }: HttpServices,
  { ctx, params, query, principal }: Call<'exportGlossary'>,
): Promise<void> {
  const { format } = query;
  const file = await glossaries.exportFile(
    clients.ownerOfId(principal, params.id),
    params.id,
    withoutUndefined(query),
  );
  ctx.status = 200;
  ctx.set('Content-Disposition', attachment(`${file.name}.${file.from}-${file.to}.${format}`));
  ctx.body = file.text;
  ctx.set('Content-Type', format === 'csv' ? 'text/csv; charset=utf-8' : `application/x-${format}+xml`);
}
