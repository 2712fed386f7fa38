import { setMaxListeners } from 'node:events';

/** Runs work while a permit is free. Rejects with the signal's reason when it aborts while the work waits. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** As a Semaphore, for `who`. */
export type FairSemaphore = <T>(who: string, work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/** A counting semaphore. Work waits in order of arrival. */
export function createSemaphore(permits: number): Semaphore {
  const run = createFairSemaphore({ permits, each: permits });
  return (work, signal) => run('', work, signal);
}

/**
 * A counting semaphore whose permits are given round robin to those who wait, so that nobody's many calls
 * hold up another's one. With fewer permits for `each` than there are in all, one who comes alone finds a
 * free one beside a busy other. Work that has begun is not stopped when its signal aborts: it may listen to
 * that itself.
 */
export function createFairSemaphore({ permits, each }: { permits: number; each: number }): FairSemaphore {
  let free = permits;
  const held = new Map<string, number>();
  /** In the order of their turns. */
  const waiting = new Map<string, Set<() => void>>();

  const grant = (): void => {
    for (const [who, queue] of waiting) {
      if (free === 0) return;
      const count = held.get(who) ?? 0;
      if (count >= each) continue;
      const [enter] = queue;
      // Their next turn comes after everyone else's: a Map keeps insertion order, and this loop follows it.
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
    // Before anyone else can ask, so that nobody slips in between.
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
