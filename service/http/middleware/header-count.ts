import type Koa from 'koa';
import { fieldProblem } from '../../contract/index.ts';

/** Node silently drops headers over its limit: allow one more, so that an excess is detected. */
export const MAX_HEADERS = 2_000;

/** Refuses a request with dropped headers, which may include a Host or an Origin. */
export function checkHeaderCount(): Koa.Middleware {
  return (ctx, next) => {
    if (ctx.req.rawHeaders.length / 2 > MAX_HEADERS) {
      throw fieldProblem(
        'headers',
        'too_many',
        `The request has more than ${MAX_HEADERS} headers. Send fewer.`,
        { status: 431 },
      );
    }
    return next();
  };
}
