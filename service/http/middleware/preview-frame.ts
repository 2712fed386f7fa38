import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { join } from 'node:path';
import type Koa from 'koa';
import { ownAddress } from '../response/own-address.ts';

const PAGE = '/preview/page';
const SCRIPT = /^\/preview\/([\w.-]+\.js)$/;

/** The window may show this one frame. */
export function frameSource(ctx: Koa.Context): string {
  return `frame-src ${ownAddress(ctx)}${PAGE}`;
}

/**
 * The frame in which the window draws documents, which are anybody's. Its origin is nobody's (`sandbox`), it runs one
 * script of ours, and asks for nothing: not even the service.
 */
function policyOf(ctx: Koa.Context): string {
  const origin = ownAddress(ctx);
  return [
    'sandbox allow-scripts',
    "default-src 'none'",
    `script-src ${origin}/preview/page.js`,
    "style-src 'unsafe-inline'",
    'img-src blob: data:',
    'font-src blob: data:',
    "base-uri 'none'",
    "form-action 'none'",
    `frame-ancestors ${origin}`,
  ].join('; ');
}

const DOCUMENT = `<!doctype html>
<html lang="en">
<meta charset="utf-8">
<title>Page</title>
<script type="module" src="/preview/page.js"></script>
`;

/**
 * Serves the frame and its scripts, before requests are checked for their origin: the frame has none. Both are the same
 * for everybody, and open nothing.
 */
export function servePreviewFrame(rendererDir: string | undefined): Koa.Middleware {
  return async (ctx, next) => {
    const [, script] = SCRIPT.exec(ctx.path) ?? [];
    if ((ctx.method !== 'GET' && ctx.method !== 'HEAD') || (script === undefined && ctx.path !== PAGE)) {
      await next();
      return;
    }
    ctx.set('Content-Security-Policy', policyOf(ctx));
    ctx.set('Cache-Control', 'no-cache');
    if (script === undefined) {
      ctx.type = 'html';
      ctx.body = DOCUMENT;
      return;
    }
    const path = rendererDir === undefined ? undefined : join(rendererDir, 'preview', script);
    const found = path === undefined ? undefined : await stat(path).catch(() => undefined);
    if (path === undefined || !found?.isFile()) {
      await next();
      return;
    }
    // Modules are fetched with CORS.
    ctx.set('Access-Control-Allow-Origin', '*');
    ctx.set('Cross-Origin-Resource-Policy', 'cross-origin');
    ctx.status = 200;
    ctx.body = ctx.method === 'HEAD' ? '' : createReadStream(path);
    ctx.type = 'text/javascript; charset=utf-8';
    ctx.length = found.size;
  };
}
