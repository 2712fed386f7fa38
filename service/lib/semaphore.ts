import { setMaxListeners } from 'node:events';

/** Runs work while a permit is free. Others wait in order of arrival, and leave the queue when their signal aborts. */
export type Semaphore = <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T>;

/**
 * A counting semaphore. Waiting rejects with the signal's reason; work that has begun is not stopped, its own signal is for that.
 */
export function createSemaphore(permits: number): Semaphore {
  let free = permits;
  const waiting = new Set<() => void>();

  const acquire = (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const enter = (): void => {
        signal?.removeEventListener('abort', leave);
        waiting.delete(enter);
        resolve();
      };
      const leave = (): void => {
        waiting.delete(enter);
        reject(signal?.reason as Error);
      };
      if (signal) {
        // Of one job any number may wait; Node takes more than ten for a leak, and says so on standard error.
        setMaxListeners(0, signal);
        signal.addEventListener('abort', leave, { once: true });
      }
      waiting.add(enter);
    });
  };
  const release = (): void => {
    const [next] = waiting;
    // The permit is handed on, so that nobody can slip in between.
    if (next) next();
    else free++;
  };

  return async (work, signal) => {
    await acquire(signal);
    try {
      return await work();
    } finally {
      release();
    }
  };
}
