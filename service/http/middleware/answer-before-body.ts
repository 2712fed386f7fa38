import type { IncomingMessage } from 'node:http';
import type Koa from 'koa';

/** Node itself drains the rest of a body this small, and keeps the connection. */
const SMALL_BODY = 65_536;

/**
 * Answers sent before the request's body is read (413, 401 …) must still reach a client that is busy sending.
 * Closing with unread bytes makes the kernel send a reset, which discards the answer from the client's
 * buffers: curl, fetch and Python then report a broken connection. So send the whole answer at once, drain
 * the rest of the body for a while, then end the connection. RFC 9112 §9.6.
 */
export function answerBeforeBody(lingerMs: number): Koa.Middleware {
  return async (ctx, next) => {
    await next();
    if (ctx.respond === false || !hasMuchUnread(ctx.req)) return;
    const body = bufferedBody(ctx.body);
    if (body === undefined || ctx.method === 'HEAD') return;
    ctx.respond = false;
    ctx.set('Connection', 'close');
    ctx.length = body.length;
    ctx.res.write(body);
    dropRest(ctx.req, lingerMs, () => ctx.res.end());
  };
}

function hasMuchUnread(req: IncomingMessage): boolean {
  if (req.complete) return false;
  if (req.headers['transfer-encoding'] !== undefined) return true;
  // A client refused after `Expect` may send no body at all: its next request would be read as one.
  if (req.headers.expect !== undefined) return true;
  return Number(req.headers['content-length'] ?? 0) > SMALL_BODY;
}

/** Streamed answers are left to Koa: they take longer anyway. */
function bufferedBody(body: unknown): Buffer | undefined {
  if (body === undefined || body === null) return Buffer.alloc(0);
  if (Buffer.isBuffer(body)) return body;
  if (typeof body === 'string') return Buffer.from(body);
  return undefined;
}

function dropRest(req: IncomingMessage, lingerMs: number, done: () => void): void {
  const timer = setTimeout(finish, lingerMs);
  function finish(): void {
    clearTimeout(timer);
    req.off('end', finish).off('close', finish);
    done();
  }
  req.on('end', finish).on('close', finish);
  req.on('error', () => undefined);
  req.resume();
}
