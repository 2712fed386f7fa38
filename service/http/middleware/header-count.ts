import type Koa from 'koa';
import { fieldProblem } from '../../contract/index.ts';

/**
 * Node keeps so many headers of a request, and drops the rest without a word: one over, so that more than may
 * be shows.
 */
export const MAX_HEADERS = 2_000;

/**
 * Refuses a request some of whose headers were not read: what they say, a Host or an Origin too, is not
 * known.
 */
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
