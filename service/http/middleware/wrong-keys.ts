import { setTimeout as sleep } from 'node:timers/promises';
import type Koa from 'koa';
import { isLoopback } from '../../lib/loopback.ts';

const FREE_A_MINUTE = 10;
const WINDOW_MS = 60_000;
const WAIT_MS = 1_000;
/** Maximum of remembered addresses; oldest are dropped first. */
const MAX_REMEMBERED = 10_000;

/** Slows key guessing from the network: ten wrong keys a minute are free, each further one takes a second. */
export function createWrongKeys(now: () => number = Date.now): { note(ctx: Koa.Context): Promise<void> } {
  const byRemote = new Map<string, { since: number; count: number }>();
  return {
    async note(ctx) {
      const remote = (ctx.req.socket.remoteAddress ?? '').replace(/^::ffff:/, '');
      if (isLoopback(remote)) return;
      const known = byRemote.get(remote);
      const entry = known && now() - known.since < WINDOW_MS ? known : { since: now(), count: 0 };
      entry.count += 1;
      byRemote.delete(remote);
      byRemote.set(remote, entry);
      if (byRemote.size > MAX_REMEMBERED) byRemote.delete(byRemote.keys().next().value!);
      if (entry.count > FREE_A_MINUTE) await sleep(WAIT_MS);
    },
  };
}
