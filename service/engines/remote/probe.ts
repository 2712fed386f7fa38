import type { EngineState } from '../engine.ts';
import { REQUEST_LIMITS } from './http-client.ts';
import type { RequestLimits } from './http-client.ts';

/** Short limits for asking a server's state: somebody waits for the answer. */
export const PROBE_LIMITS: RequestLimits = {
  ...REQUEST_LIMITS,
  attempts: 1,
  silenceMs: 5_000,
  totalMs: 10_000,
};

const GOOD_MS = 10 * 60_000;
const BAD_MS = 5_000;

export interface CachedState {
  /** `key` identifies the server and its configuration. */
  of(key: string): Promise<EngineState>;
  /** A request failed: the next caller waits until the server has been asked again. */
  doubt(): void;
}

/**
 * The state of a server, polled at most every N ms. A good state is served from cache, however old, and
 * refreshed in the background; after a bad one callers wait for a fresh poll, so that a recovered server is
 * noticed. If `ask` rejects, its error says why the server is unavailable.
 */
export function cachedState(ask: (signal: AbortSignal) => Promise<EngineState>): CachedState {
  let last: { key: string; at: number; state: EngineState } | undefined;
  let asking: { key: string; state: Promise<EngineState> } | undefined;

  const refresh = (key: string): Promise<EngineState> => {
    if (asking?.key === key) return asking.state;
    const asked = ask(AbortSignal.timeout(PROBE_LIMITS.totalMs)).catch((error: unknown) =>
      unavailable(error instanceof Error ? error.message : String(error)),
    );
    const state = asked.then((found) => {
      if (asking?.state !== state) return found;
      asking = undefined;
      last = { key, at: performance.now(), state: found };
      return found;
    });
    asking = { key, state };
    return state;
  };

  return {
    async of(key) {
      if (last?.key !== key) return refresh(key);
      const age = performance.now() - last.at;
      if (last.state.state === 'ready') {
        if (age > GOOD_MS) void refresh(key);
        return last.state;
      }
      return age > BAD_MS ? refresh(key) : last.state;
    },
    doubt() {
      if (last?.state.state === 'ready') last = undefined;
    },
  };
}

/** Any direction may be available after the remedy. */
export function unavailable(reason: string): EngineState {
  return { state: 'unavailable', reason, pairs: [{ from: '*', to: '*', ready: false }] };
}
