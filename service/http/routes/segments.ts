import { segmentsQuerySchema } from '../../contract/index.ts';
import type { JobKind } from '../../contract/index.ts';
import type { Handler, HttpServices } from '../handler.ts';
import { validate } from '../request/validate.ts';

/** Answers a page of a job's segments; without `kind`, of any job. */
export function segmentsHandler({ jobs }: HttpServices, kind?: JobKind): Handler {
  return async ({ ctx, params, principal }) => {
    const { limit, cursor } = validate(segmentsQuerySchema, ctx.query);
    const page = { limit, ...(cursor === undefined ? {} : { cursor: Number(cursor) }) };
    const { json, next } = await jobs.segments(principal.accountId, params['id']!, page, kind);
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
