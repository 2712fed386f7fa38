import { randomUUID } from 'node:crypto';
import type Koa from 'koa';

/** Gives each request an id, for its answer and its log lines. */
export function nameRequest(): Koa.Middleware {
  return (ctx, next) => {
    const id = randomUUID();
    ctx.state['requestId'] = id;
    ctx.res.setHeader('X-Request-Id', id);
    return next();
  };
}

export function requestId(ctx: Koa.Context): string {
  return ctx.state['requestId'] as string;
}
