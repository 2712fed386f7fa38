import type { JobWaiting, TeamReport } from '../contract/index.ts';
import type { TeamLink } from './link.ts';

/** Chunks in progress per slot: the next one is ready when one ends. */
const CHUNKS_A_SLOT = 1.5;
const CHUNKS_AHEAD = 2;

/** The team as the host's jobs see it. */
export interface TeamWatch {
  status(): TeamReport;
  /** The engine's maximum of chunks in progress, and the workers that share the end of a job. */
  limits(engine: string): { chunks: number; perJob: number; shares: number };
  /** Why an engine's jobs wait. */
  waiting(engine: string): JobWaiting | undefined;
  /** A worker has joined or left, or the queue is up or down. */
  onChange(listener: () => void): void;
}

export function watchTeam(
  link: Pick<TeamLink, 'status' | 'onChange'>,
  clock: () => number = Date.now,
): TeamWatch {
  let latest = link.status();
  link.onChange(() => (latest = link.status()));
  /** Since when no worker offers an engine. */
  const missing = new Map<string, string>();

  const slotsOf = (engine: string): number =>
    latest.workers
      .filter(({ state, engines }) => state === 'ready' && engines.some(({ id }) => id === engine))
      .reduce((sum, { slots }) => sum + slots, 0);

  return {
    status: () => link.status(),
    limits(engine) {
      const slots = slotsOf(engine);
      const chunks = Math.ceil(CHUNKS_A_SLOT * slots) + CHUNKS_AHEAD;
      return { chunks, perJob: 2 * chunks, shares: Math.max(1, slots) };
    },
    waiting(engine) {
      if (!latest.queue.up) return { for: 'queue', since: latest.queue.since };
      if (slotsOf(engine) > 0) {
        missing.delete(engine);
        return undefined;
      }
      const since = missing.get(engine) ?? new Date(clock()).toISOString();
      missing.set(engine, since);
      return { for: 'worker', since };
    },
    onChange: (listener) => link.onChange(listener),
  };
}
