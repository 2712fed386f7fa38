import type Koa from 'koa';
import { ProblemError } from '../../contract/index.ts';

/** Refuses requests without a route: 404, or 405 with the methods of the path, as set by the router. */
export function refuseUnrouted(): Koa.Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.respond === false || (ctx.body !== undefined && ctx.body !== null)) return;
    // The router answers 501 to a method that none of its routes has.
    const isMethod = ctx.status === 405 || ctx.status === 501;
    const allow = ctx.response.get('Allow');
    if (isMethod && allow !== '') {
      throw new ProblemError('method_not_allowed', `${ctx.method} is not possible here. Use ${allow}.`);
    }
    if (!isMethod && ctx.status !== 404) return;
    ctx.remove('Allow');
    throw new ProblemError(
      'not_found',
      `There is nothing at ${ctx.path}. GET /v1/openapi.json lists all routes.`,
    );
  };
}
