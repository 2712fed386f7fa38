import { createHash } from 'node:crypto';
import type Koa from 'koa';
import { addValue } from '../../request/idempotency.ts';

/** Milliseconds for which work continues, and its answer is kept, after the client has gone. */
const GRACE_MS = 30_000;

interface Shared {
  readonly answer: Promise<unknown>;
  readonly stop: AbortController;
  waiting: number;
  isOver: boolean;
  grace: NodeJS.Timeout | undefined;
}

/**
 * Runs `work` for a request, or joins the pending work of an equal one: clients drop a slow answer and resend
 * the same body. `ask` identifies the request by account, route and content. An undelivered answer is kept
 * for the repeat.
 */
export type Repeats = <T>(
  ctx: Koa.Context,
  ask: readonly unknown[],
  work: (signal: AbortSignal) => Promise<T>,
) => Promise<T>;

export function createRepeats(graceMs = GRACE_MS): Repeats {
  const underWay = new Map<string, Shared>();

  const begin = (key: string, work: (signal: AbortSignal) => Promise<unknown>): Shared => {
    const stop = new AbortController();
    const answer = work(stop.signal);
    const shared: Shared = { answer, stop, waiting: 0, isOver: false, grace: undefined };
    underWay.set(key, shared);
    answer.then(
      () => (shared.isOver = true),
      () => forget(key, shared),
    );
    return shared;
  };
  const forget = (key: string, shared: Shared): void => {
    clearTimeout(shared.grace);
    if (underWay.get(key) === shared) underWay.delete(key);
  };

  return async <T>(ctx: Koa.Context, ask: readonly unknown[], work: (signal: AbortSignal) => Promise<T>) => {
    const hash = createHash('sha256');
    addValue(hash, ask);
    const key = hash.digest('base64');
    const shared = underWay.get(key) ?? begin(key, work);
    shared.waiting++;
    clearTimeout(shared.grace);
    const leave = (): void => {
      shared.waiting--;
      if (ctx.res.writableFinished) {
        if (shared.isOver) forget(key, shared);
        return;
      }
      if (shared.waiting > 0) return;
      shared.grace = setTimeout(() => {
        forget(key, shared);
        shared.stop.abort();
      }, graceMs);
      shared.grace.unref();
    };
    if (ctx.res.closed) leave();
    else ctx.res.once('close', leave);
    return (await shared.answer) as T;
  };
}
