import type Koa from 'koa';
import { fieldProblem } from '../../contract/index.ts';
import type { ProblemError } from '../../contract/index.ts';
import type { BodyTimeouts } from '../handler.ts';
import { ClientGoneError } from './client-gone.ts';

/** Of `ctx.state`: a signal with which a body that others need the place of is given up. */
export const CUT_OFF = 'cutOff';

export interface BodyLimits {
  /** Maximum bytes of the whole body. */
  readonly maxBytes: number;
  readonly tooLarge: () => ProblemError;
  readonly timeouts: BodyTimeouts;
}

/** A request body with limits. */
export interface Body {
  /** Aborts with the error to answer if the body stalls, takes too long, is too large or breaks off. */
  readonly failed: AbortSignal;
  /** Ends the limits. Call it once, however the reading ended. */
  release(): void;
}

/**
 * Starts receiving the body. If its announced length is too large, it is refused unread; a client that sent
 * `Expect: 100-continue` gets its go-ahead only here, after all checks that need no body.
 */
export function openBody(ctx: Koa.Context, limits: BodyLimits): Body {
  const { req, res } = ctx;
  if (Number(req.headers['content-length'] ?? 0) > limits.maxBytes) throw limits.tooLarge();
  if (req.headers.expect?.toLowerCase() === '100-continue') res.writeContinue();

  const controller = new AbortController();
  const fail = (error: Error): void => controller.abort(error);
  const total = setTimeout(() => fail(slowBody('took too long')), limits.timeouts.total);
  const idle = setTimeout(() => fail(slowBody('stalled')), limits.timeouts.idle);
  let received = 0;

  const cutOff = ctx.state[CUT_OFF] as AbortSignal | undefined;
  cutOff?.addEventListener('abort', () => fail(cutOff.reason as Error), { signal: controller.signal });

  const onData = (chunk: Buffer): void => {
    idle.refresh();
    received += chunk.length;
    if (received > limits.maxBytes) fail(limits.tooLarge());
  };
  const onBroken = (): void => {
    if (!req.complete) fail(new ClientGoneError());
  };
  req.on('data', onData).on('error', onBroken).on('close', onBroken);
  return {
    failed: controller.signal,
    release() {
      clearTimeout(total);
      clearTimeout(idle);
      req.off('data', onData).off('close', onBroken);
      // Keeps the `error` listener: without one, the error of a connection that breaks later would end the
      // process.
    },
  };
}

function slowBody(what: string): ProblemError {
  return fieldProblem('body', 'timeout', `The request body ${what}. Send it again on a steady connection.`, {
    status: 408,
  });
}

/** The whole body in memory. Throws the errors of `openBody` and its limits. */
export async function readBody(ctx: Koa.Context, limits: BodyLimits): Promise<Buffer> {
  const body = openBody(ctx, limits);
  const chunks: Buffer[] = [];
  const collect = (chunk: Buffer): void => void chunks.push(chunk);
  try {
    await new Promise<void>((resolve, reject) => {
      body.failed.addEventListener('abort', () => reject(body.failed.reason as Error));
      ctx.req.on('data', collect).once('end', resolve);
    });
    return Buffer.concat(chunks);
  } finally {
    ctx.req.off('data', collect);
    body.release();
  }
}
