import type Koa from 'koa';

/**
 * What every answer tells the browser: no guessing of types, no copies in caches (answers hold customers' texts), no
 * address passed on to other sites, no use by other sites' pages.
 */
export function setSafeHeaders(): Koa.Middleware {
  return (ctx, next) => {
    ctx.set({
      'X-Content-Type-Options': 'nosniff',
      'Cache-Control': 'no-store',
      'Referrer-Policy': 'no-referrer',
      'Cross-Origin-Resource-Policy': 'same-origin',
      // A page that opened the window, or was opened by it, gets no handle on it.
      'Cross-Origin-Opener-Policy': 'same-origin',
    });
    return next();
  };
}
