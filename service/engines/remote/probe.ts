import type { EngineState } from '../engine.ts';
import { REQUEST_LIMITS } from './http-client.ts';
import type { RequestLimits } from './http-client.ts';

/** A server is asked how it is under short limits: somebody waits for the answer. */
export const PROBE_LIMITS: RequestLimits = {
  ...REQUEST_LIMITS,
  attempts: 1,
  silenceMs: 5_000,
  totalMs: 10_000,
};

const GOOD_MS = 10 * 60_000;
const BAD_MS = 5_000;

/**
 * The state of a server, asked for at most so often. A good one is told at once, however old, and asked for anew behind it; after
 * a bad one whoever asks waits, so that a server that is back is there. `key` names what it was asked of.
 */
export function cachedState(
  ask: (signal: AbortSignal) => Promise<EngineState>,
): (key: string) => Promise<EngineState> {
  let last: { key: string; at: number; state: EngineState } | undefined;
  let asking: { key: string; state: Promise<EngineState> } | undefined;

  const refresh = (key: string): Promise<EngineState> => {
    if (asking?.key === key) return asking.state;
    const state = ask(AbortSignal.timeout(PROBE_LIMITS.totalMs)).then((found) => {
      if (asking?.state !== state) return found;
      asking = undefined;
      last = { key, at: performance.now(), state: found };
      return found;
    });
    asking = { key, state };
    return state;
  };

  return async (key) => {
    if (last?.key !== key) return refresh(key);
    const age = performance.now() - last.at;
    if (last.state.state === 'ready') {
      if (age > GOOD_MS) void refresh(key);
      return last.state;
    }
    return age > BAD_MS ? refresh(key) : last.state;
  };
}
