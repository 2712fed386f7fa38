import type Koa from 'koa';
import { schemeOf } from './host.ts';

const SAFE_HEADERS = Object.entries({
  'X-Content-Type-Options': 'nosniff',
  'Cache-Control': 'no-store',
  'Referrer-Policy': 'no-referrer',
  'Cross-Origin-Resource-Policy': 'same-origin',
  // Isolates the window from pages that opened it or that it opened.
  'Cross-Origin-Opener-Policy': 'same-origin',
});

/**
 * Headers of every answer: no type sniffing, no caching (answers contain customers' texts), no referrer for
 * other sites, no use by other sites' pages.
 */
export function setSafeHeaders(): Koa.Middleware {
  return (ctx, next) => {
    // Not by Koa's `set`, which creates arrays for each request.
    for (const [name, value] of SAFE_HEADERS) ctx.res.setHeader(name, value);
    // RFC 6797: makes browsers return only encrypted. They ignore it if the host is an IP address.
    if (schemeOf(ctx) === 'https') ctx.res.setHeader('Strict-Transport-Security', 'max-age=31536000');
    return next();
  };
}
