import type Koa from 'koa';
import { ProblemError } from '../../contract/index.ts';
import { ownOrigins, schemeOf } from './host.ts';

const EXPOSED =
  'Content-Disposition, ETag, Location, Mcp-Session-Id, Page-Box, Page-Number, Retry-After, X-Kept-Segments, X-Request-Id';
const TAKEN =
  'Authorization, Content-Type, Idempotency-Key, If-Match, If-None-Match, Mcp-Protocol-Version, Mcp-Session-Id, Range';

/**
 * Refuses requests that a browser sends for another site's page. Without this check any page could post to
 * the service through the visitor's browser and, with a stolen key, also read. Origins allowed by the option
 * get the CORS headers they need, each by name, never `*`.
 */
export function checkOrigin(allowedOrigins: readonly string[]): Koa.Middleware {
  return (ctx, next) => {
    const origin = ctx.get('Origin');
    if (origin === '') return next();
    const isOwn = ownOrigins(ctx).includes(origin);
    if (!isOwn && !allowedOrigins.includes(origin)) {
      throw new ProblemError(
        'forbidden',
        'A page of another origin sent this request. Start the service with --allowed-origin to let that page use it.',
      );
    }
    if (origin !== `${schemeOf(ctx)}://${ctx.host}`) allowReading(ctx, origin);
    if (ctx.method === 'OPTIONS' && ctx.get('Access-Control-Request-Method') !== '') {
      answerPreflight(ctx);
      return;
    }
    return next();
  };
}

function allowReading(ctx: Koa.Context, origin: string): void {
  ctx.set({
    'Access-Control-Allow-Origin': origin,
    'Access-Control-Expose-Headers': EXPOSED,
    // The page was allowed by name; the browser must let it read its responses.
    'Cross-Origin-Resource-Policy': 'cross-origin',
  });
  ctx.vary('Origin');
}

function answerPreflight(ctx: Koa.Context): void {
  ctx.status = 204;
  ctx.set({
    'Access-Control-Allow-Methods': 'GET, HEAD, POST, PUT, PATCH, DELETE',
    'Access-Control-Allow-Headers': TAKEN,
    'Access-Control-Max-Age': '600',
  });
}
