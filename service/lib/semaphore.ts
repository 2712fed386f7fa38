import { setMaxListeners } from 'node:events';

/** Runs work while holding a permit. Rejects with the signal's reason if it aborts while the work waits. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** As Semaphore, for the account or client `who`. */
export type FairSemaphore = <T>(who: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** A counting semaphore. Work waits in order of arrival. */
export function createSemaphore(permits: number): Semaphore {
  const run = createFairSemaphore({ permits, each: permits });
  return (work, signal) => run('', work, signal);
}

/**
 * A counting semaphore that grants permits round robin to the waiting clients, so that one client's many
 * calls do not delay another's. If `each` is lower than `permits`, a busy client always leaves a permit for
 * others. Work that has begun is not stopped when its signal aborts: it may listen to it.
 */
export function createFairSemaphore({ permits, each }: { permits: number; each: number }): FairSemaphore {
  let free = permits;
  const held = new Map<string, number>();
  /** In round-robin order. */
  const waiting = new Map<string, Set<() => void>>();

  const grant = (): void => {
    for (const [who, queue] of waiting) {
      if (free === 0) return;
      const count = held.get(who) ?? 0;
      if (count >= each) continue;
      const [enter] = queue;
      // Goes to the end of the rotation: a Map keeps insertion order, and this loop follows it.
      waiting.delete(who);
      if (!enter) continue;
      queue.delete(enter);
      if (queue.size > 0) waiting.set(who, queue);
      free--;
      held.set(who, count + 1);
      enter();
    }
  };

  const acquire = (who: string, signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    return new Promise((resolve, reject) => {
      const queue = waiting.get(who) ?? new Set();
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        queue.delete(enter);
        if (queue.size === 0 && waiting.get(who) === queue) waiting.delete(who);
        reject(signal?.reason as Error);
      };
      if (signal) {
        // Any number may wait for one job; Node warns of a leak on standard error above ten listeners.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', leave, { once: true });
      }
      queue.add(enter);
      waiting.set(who, queue);
      grant();
    });
  };

  const release = (who: string): void => {
    free++;
    const left = (held.get(who) ?? 1) - 1;
    if (left > 0) held.set(who, left);
    else held.delete(who);
    // Synchronously, so that no other call takes the permit in between.
    grant();
  };

  return async (who, work, signal) => {
    await acquire(who, signal);
    try {
      return await work();
    } finally {
      release(who);
    }
  };
}
