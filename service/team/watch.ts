import type { JobWaiting, TeamReport } from '../contract/index.ts';
import type { Log } from '../log.ts';

const POLL_MS = 1_000;
/** Chunks under way for each slot: the next is there when one ends. */
const CHUNKS_A_SLOT = 1.5;
const CHUNKS_AHEAD = 2;

/** The team as the host's jobs see it. Nothing here speaks to Redis: the translation process does. */
export interface TeamWatch {
  status(): TeamReport | undefined;
  /** Chunks of an engine that may be under way, and workers that share the end of a job. */
  limits(engine: string): { chunks: number; perJob: number; shares: number };
  /** The reason that an engine's jobs wait now. */
  waiting(engine: string): JobWaiting | undefined;
  /** A worker has come or gone, or the queue is up or down. */
  onChange(listener: () => void): void;
  stop(): void;
}

export function watchTeam(parts: {
  read: () => Promise<TeamReport | undefined>;
  log: Log;
  clock?: () => number;
}): TeamWatch {
  const { read, log, clock = Date.now } = parts;
  let latest: TeamReport | undefined;
  let signature = '';
  const listeners = new Set<() => void>();
  /** Since when nobody offers an engine. */
  const missing = new Map<string, string>();

  const slotsOf = (engine: string): number =>
    (latest?.workers ?? [])
      .filter(({ state, engines }) => state === 'ready' && engines.some(({ id }) => id === engine))
      .reduce((sum, { slots }) => sum + slots, 0);

  const poll = async (): Promise<void> => {
    latest = (await read()) ?? latest;
    const next = JSON.stringify([
      latest?.queue.up,
      latest?.workers.map(({ name, state, slots, engines }) => [name, state, slots, engines]),
    ]);
    if (next === signature) return;
    signature = next;
    for (const listener of listeners) listener();
  };
  let isPolling = false;
  const pollUnlessBusy = (): void => {
    if (isPolling) return;
    isPolling = true;
    poll()
      .catch((err: unknown) => log.warn({ err }, 'the workers of the team could not be listed'))
      .finally(() => (isPolling = false));
  };
  pollUnlessBusy();
  const timer = setInterval(pollUnlessBusy, POLL_MS).unref();

  return {
    status: () => latest,
    limits(engine) {
      const slots = slotsOf(engine);
      const chunks = Math.ceil(CHUNKS_A_SLOT * slots) + CHUNKS_AHEAD;
      return { chunks, perJob: 2 * chunks, shares: Math.max(1, slots) };
    },
    waiting(engine) {
      if (latest && !latest.queue.up) return { for: 'queue', since: latest.queue.since };
      if (!latest || slotsOf(engine) > 0) {
        missing.delete(engine);
        return undefined;
      }
      const since = missing.get(engine) ?? new Date(clock()).toISOString();
      missing.set(engine, since);
      return { for: 'worker', since };
    },
    onChange: (listener) => void listeners.add(listener),
    stop: () => clearInterval(timer),
  };
}
