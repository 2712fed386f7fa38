import { setImmediate as nextTurn } from 'node:timers/promises';
import type Koa from 'koa';
import { describe, expect, it } from 'vitest';
import { inTurns } from '../../service/http/middleware/in-turns.ts';

/** As much of a request as the middleware looks at. */
function requestOf(gone = false): Koa.ParameterizedContext {
  return { req: { socket: { destroyed: gone } } } as unknown as Koa.ParameterizedContext;
}

/** How many requests began in each turn of the event loop, until all have. */
async function turnsOf(count: number, middleware: Koa.Middleware): Promise<number[]> {
  let begun = 0;
  const all = Array.from({ length: count }, () =>
    Promise.resolve(
      middleware(requestOf(), () => {
        begun++;
        return Promise.resolve();
      }),
    ).then(() => undefined),
  );
  const turns: number[] = [];
  let before = 0;
  while (begun < count) {
    await nextTurn();
    turns.push(begun - before);
    before = begun;
  }
  await Promise.all(all);
  return turns;
}

describe('requests that come at once', () => {
  it('begin a few in each turn of the event loop, and all of them', async () => {
    const turns = await turnsOf(100, inTurns(4));
    expect(turns.reduce((sum, begun) => sum + begun, 0)).toBe(100);
    // The first turn that is seen may hold the requests that began at once and those of the turn's own.
    expect(Math.max(...turns)).toBeLessThanOrEqual(8);
  });

  it('begin at once where there are only a few', async () => {
    expect(await turnsOf(4, inTurns(4))).toEqual([4]);
  });

  it('are dropped where the client has gone while they waited', async () => {
    let begun = false;
    const ctx = requestOf(true);
    await inTurns(4)(ctx, () => {
      begun = true;
      return Promise.resolve();
    });
    expect(begun).toBe(false);
    expect(ctx.respond).toBe(false);
  });
});
