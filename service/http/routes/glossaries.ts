import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { attachment } from '../response/content-disposition.ts';
import { presentGlossary } from '../response/present-glossary.ts';

export function glossaryHandlers(services: HttpServices): HandlersFor<'glossaries'> {
  const { glossaries } = services;
  return {
    listGlossaries: async ({ ctx, query, principal }) => {
      const page = await glossaries.list(principal.accountId, withoutUndefined(query));
      ok(ctx, {
        glossaries: page.glossaries.map(presentGlossary),
        ...(page.next === undefined ? {} : { next_cursor: page.next }),
      });
    },
    createGlossary: async ({ ctx, body, principal }) => {
      const glossary = await glossaries.create(principal.accountId, body);
      ctx.set('Location', `/v1/glossaries/${glossary.id}`);
      ok(ctx, presentGlossary(glossary), 201);
    },
    showGlossary: async ({ ctx, params, principal }) =>
      ok(ctx, presentGlossary(await glossaries.get(principal.accountId, params.id))),
    replaceGlossary: async ({ ctx, params, body, principal }) =>
      ok(ctx, presentGlossary(await glossaries.replace(principal.accountId, params.id, body))),
    removeGlossary: async ({ ctx, params, principal }) => {
      await glossaries.remove(principal.accountId, params.id);
      ctx.status = 204;
    },
    importGlossary: (call) => importGlossary(services, call),
    exportGlossary: (call) => exportGlossary(services, call),
  };
}

async function importGlossary(
  { glossaries }: HttpServices,
  { ctx, body, file, principal, gone }: Call<'importGlossary'>,
): Promise<void> {
  const { from, to, glossary_id, name = file.fileName?.replace(/\.\w+$/, '') } = body;
  const { glossary, imported } = await glossaries.importFile(
    principal.accountId,
    {
      path: file.path,
      direction: { from, to },
      ...(name ? { name } : {}),
      ...(glossary_id === undefined ? {} : { glossaryId: glossary_id }),
    },
    gone(),
  );
  ctx.set('Location', `/v1/glossaries/${glossary.id}`);
  ok(ctx, { ...presentGlossary(glossary), imported: { ...imported } }, 201);
}

async function exportGlossary(
  { glossaries }: HttpServices,
  { ctx, params, query, principal }: Call<'exportGlossary'>,
): Promise<void> {
  const { format } = query;
  const file = await glossaries.exportFile(principal.accountId, params.id, withoutUndefined(query));
  ctx.status = 200;
  ctx.set('Content-Disposition', attachment(`${file.name}.${file.from}-${file.to}.${format}`));
  ctx.body = file.text;
  ctx.set('Content-Type', format === 'csv' ? 'text/csv; charset=utf-8' : 'application/x-tmx+xml');
}
