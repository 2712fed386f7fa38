import type { JobKind, OperationId } from '../../contract/index.ts';
import { removeFile } from '../../lib/atomic-file.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { ok } from '../handler.ts';
import { sendFile } from '../response/send-file.ts';
import type { Handler, HttpServices } from '../handler.ts';

/** Changes translations; without `kind`, of any job. */
export function editHandler(
  { jobs }: HttpServices,
  kind?: JobKind,
): Handler<'editDocument' | 'editBatch' | 'editJob'> {
  return async ({ ctx, params, body, principal }) => {
    const { json } = await jobs.edit(principal.accountId, params.id, body.segments, kind);
    ctx.status = 200;
    ctx.body = Buffer.concat([Buffer.from('{"context":"ok","data":{"segments":'), json, Buffer.from('}}')]);
    ctx.type = 'json';
  };
}

/** Takes over the targets of a bilingual file; without `kind`, into any job. */
export function importHandler(
  { jobs }: HttpServices,
  kind?: JobKind,
): Handler<'importDocument' | 'importBatch' | 'importJob'> {
  return async ({ ctx, params, file, principal }) =>
    ok(ctx, await jobs.importFile(principal.accountId, params.id, file.path, kind));
}

/** Returns a job as a bilingual file; without `kind`, any job. */
export function exportHandler(
  { jobs }: HttpServices,
  kind?: JobKind,
): Handler<'exportDocument' | 'exportBatch' | 'exportJob'> {
  return async ({ ctx, params, query, principal }) => {
    const file = await jobs.exportFile(principal.accountId, params.id, query.format, kind);
    try {
      await sendFile(ctx, file, { isMadeAnew: true });
    } finally {
      // An open file is read to its end all the same. Where the system keeps it until then, the next start removes it.
      await removeFile(file.path).catch(() => undefined);
    }
  };
}

/** Returns a page of a job's segments; without `kind`, of any job. */
export function segmentsHandler(
  { jobs }: HttpServices,
  kind?: JobKind,
): Handler<Extract<OperationId, `${string}Segments`>> {
  return async ({ ctx, params, query, principal }) => {
    const page = withoutUndefined(query);
    const { json, next } = await jobs.segments(principal.accountId, params.id, page, kind);
    ctx.status = 200;
    // Set as it came: the texts of a page can be a megabyte, which the host need not read to pass on.
    ctx.body = Buffer.concat([
      Buffer.from('{"context":"ok","data":{"segments":'),
      json,
      Buffer.from(next === undefined ? '}}' : `,"next_cursor":"${next}"}}`),
    ]);
    ctx.type = 'json';
  };
}
