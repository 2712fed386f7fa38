import type Koa from 'koa';

/** The client closed the connection before it had its answer. */
export class ClientGoneError extends Error {
  constructor() {
    super('The client went away.');
    this.name = 'ClientGoneError';
  }
}

/** Aborts with a ClientGoneError when the connection closes before the answer is sent. */
export function clientGone(ctx: Koa.Context): AbortSignal {
  const controller = new AbortController();
  // It may have gone while its body was read.
  if (ctx.res.closed) controller.abort(new ClientGoneError());
  ctx.res.once('close', () => {
    if (!ctx.res.writableFinished) controller.abort(new ClientGoneError());
  });
  return controller.signal;
}
