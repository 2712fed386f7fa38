import type { JobKind, OperationId } from '../../contract/index.ts';
import type { Handler, HttpServices } from '../handler.ts';

/** Returns a page of a job's segments; without `kind`, of any job. */
export function segmentsHandler(
  { jobs }: HttpServices,
  kind?: JobKind,
): Handler<Extract<OperationId, `${string}Segments`>> {
  return async ({ ctx, params, query: { limit, cursor }, principal }) => {
    const page = { limit, ...(cursor === undefined ? {} : { cursor }) };
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
