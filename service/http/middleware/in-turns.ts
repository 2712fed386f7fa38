import type Koa from 'koa';

/** Requests that begin in one turn of the event loop: a few milliseconds of work. */
const A_TURN = 8;

/**
 * Lets at most a few requests begin in each turn of the event loop. A program that sends a thousand at once would otherwise
 * have them all begun in one, and everyone else, the window's progress bar first of all, waits for the last of them.
 */
export function inTurns(perTurn = A_TURN): Koa.Middleware {
  const waiting: (() => void)[] = [];
  let begun = 0;
  let ticking = false;

  const tick = (): void => {
    begun = 0;
    for (const begin of waiting.splice(0, perTurn)) {
      begun++;
      begin();
    }
    ticking = begun > 0;
    if (ticking) setImmediate(tick);
  };
  const turn = (): Promise<void> | undefined => {
    if (!ticking) {
      ticking = true;
      setImmediate(tick);
    }
    if (begun < perTurn && waiting.length === 0) {
      begun++;
      return undefined;
    }
    return new Promise((resolve) => waiting.push(resolve));
  };

  return async (ctx, next) => {
    await turn();
    // Gone while it waited: its body would never end.
    if (ctx.req.socket.destroyed) {
      ctx.respond = false;
      return;
    }
    await next();
  };
}
