import type Koa from 'koa';
import { ProblemError } from '../../../contract/index.ts';

/** Sends a result that is given once. */
export type GiveOnce = (ctx: Koa.Context, id: string, send: () => Promise<void>) => Promise<void>;

/**
 * `check` throws for a result that was taken, which `take` notes when a client has the whole of it. While one
 * is being sent, others are asked to come again: a download that breaks off can be tried once more.
 */
export function createGiveOnce(check: (id: string) => void, take: (id: string) => void): GiveOnce {
  const giving = new Set<string>();
  return async (ctx, id, send) => {
    check(id);
    if (giving.has(id)) throw beingGiven();
    giving.add(id);
    ctx.res.once('close', () => {
      giving.delete(id);
      if (ctx.method !== 'HEAD' && ctx.status === 200 && ctx.res.writableFinished) take(id);
    });
    await send();
  };
}

function beingGiven(): ProblemError {
  return new ProblemError(
    'internal_error',
    'This file is being downloaded at the moment, which can be done once. Try again if that breaks off.',
    { status: 503, headers: { 'Retry-After': '2' }, reason: 'service_busy' },
  );
}
