import { createReadStream } from 'node:fs';
import { stat } from 'node:fs/promises';
import { extname, join, sep } from 'node:path';
import type Koa from 'koa';
import { page } from '../response/page.ts';
import { frameSource } from './preview-frame.ts';

/**
 * Permissions of the window's page: run and fetch our own resources, nothing else. Even if a translated text
 * were rendered as markup by mistake, it could not run, and nothing on the page can send text to another
 * machine.
 */
const CONTENT_SECURITY_POLICY = [
  "default-src 'none'",
  "script-src 'self'",
  "style-src 'self'",
  "img-src 'self' data: blob:",
  "font-src 'self'",
  "connect-src 'self'",
  "manifest-src 'self'",
  "base-uri 'none'",
  "form-action 'none'",
  // Another site that frames the window could trick users into clicking in it.
  "frame-ancestors 'none'",
  // Only policies with these names may create markup or scripts: Vue's runtime, and renderer/lib/finder.ts.
  "require-trusted-types-for 'script'",
  'trusted-types vue find-worker',
].join('; ');

const MEDIA_TYPES: Record<string, string> = {
  '.css': 'text/css; charset=utf-8',
  '.csv': 'text/csv; charset=utf-8',
  '.docx': 'application/vnd.openxmlformats-officedocument.wordprocessingml.document',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json; charset=utf-8',
  '.map': 'application/json; charset=utf-8',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.txt': 'text/plain; charset=utf-8',
  '.webmanifest': 'application/manifest+json',
  '.woff2': 'font/woff2',
  '.xlsx': 'application/vnd.openxmlformats-officedocument.spreadsheetml.sheet',
};

/**
 * Serves the built window to browsers. Only files with a known type, and only from inside `rendererDir`.
 * `isApi`: whether a path belongs to an API instead.
 */
export function serveWindow(
  rendererDir: string | undefined,
  isApi: (path: string) => boolean,
): Koa.Middleware {
  return async (ctx) => {
    if (isApi(ctx.path) || (ctx.method !== 'GET' && ctx.method !== 'HEAD')) return;
    const name = ctx.path === '/' ? '/index.html' : ctx.path;
    const file = rendererDir === undefined ? undefined : await findFile(rendererDir, name);
    if (!file) {
      if (ctx.path === '/') answerNotBuilt(ctx);
      return;
    }
    ctx.status = 200;
    ctx.set('Content-Security-Policy', `${CONTENT_SECURITY_POLICY}; ${frameSource(ctx)}`);
    // Vite puts a content hash into the names under assets/.
    ctx.set(
      'Cache-Control',
      name.startsWith('/assets/') ? 'public, max-age=31536000, immutable' : 'no-cache',
    );
    ctx.body = ctx.method === 'HEAD' ? '' : createReadStream(file.path);
    ctx.type = file.type;
    ctx.length = file.size;
  };
}

interface StaticFile {
  path: string;
  type: string;
  size: number;
}

async function findFile(rendererDir: string, path: string): Promise<StaticFile | undefined> {
  const name = decodePath(path);
  const type = MEDIA_TYPES[extname(name).toLowerCase()];
  if (!type) return undefined;
  const full = join(rendererDir, name);
  // `join` has resolved every `..`: the result must still be inside.
  if (!full.startsWith(rendererDir.endsWith(sep) ? rendererDir : rendererDir + sep)) return undefined;
  try {
    const found = await stat(full);
    return found.isFile() ? { path: full, type, size: found.size } : undefined;
  } catch {
    return undefined;
  }
}

function decodePath(path: string): string {
  try {
    const name = decodeURIComponent(path);
    // A NUL ends the name for the system but not for our checks; a backslash is a separator only on Windows.
    return /[\0\\]/.test(name) ? '' : name;
  } catch {
    return '';
  }
}

function answerNotBuilt(ctx: Koa.Context): void {
  ctx.status = 503;
  ctx.set('Content-Security-Policy', "default-src 'none'; style-src 'unsafe-inline'; frame-ancestors 'none'");
  ctx.type = 'html';
  ctx.body = page(
    'Interlinear',
    `<h1>The service runs; its window is not built</h1>
<p>Run <code>npm run build</code> in the project's folder and start the service again.</p>
<p>The API works without it: see <a href="/v1/docs">/v1/docs</a>.</p>`,
  );
}
