import type Koa from 'koa';
import { schemeOf } from './host.ts';

const SAFE_HEADERS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // A page that opened the window, or was opened by it, gets no handle on it.
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/**
 * Headers of every answer: no guessing of types, no copies in caches (answers hold customers' texts), no
 * address passed on to other sites, no use by other sites' pages.
 */
export function setSafeHeaders(): Koa.Middleware {
  return (ctx, next) => {
    // Not by Koa's `set`, which makes arrays of them at each request.
    for (const [name, value] of SAFE_HEADERS) ctx.res.setHeader(name, value);
    // RFC 6797: browsers come back encrypted only. They pass it over where the host is an address.
    if (schemeOf(ctx) === 'https') ctx.res.setHeader('Strict-Transport-Security', 'max-age=31536000');
    return next();
  };
}
