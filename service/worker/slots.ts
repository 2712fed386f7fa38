/**
 * At most `count` at a time; others wait in order of arrival. Waiting takes no part of a task's time limit, which a pool
 * of threads with a queue of its own cannot say.
 */
export interface Slots {
  /** Runs `work` when a slot is free. Rejects with the signal's reason when aborted while it waits. */
  run<Value>(signal: AbortSignal, work: () => Promise<Value>): Promise<Value>;
}

export function createSlots(count: number): Slots {
  let free = count;
  const queue = new Set<() => void>();

  const acquire = (signal: AbortSignal): Promise<void> => {
    signal.throwIfAborted();
    if (free > 0) {
      free--;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const onAbort = () => {
        queue.delete(enter);
        reject(signal.reason as Error);
      };
      const enter = () => {
        signal.removeEventListener('abort', onAbort);
        queue.delete(enter);
        resolve();
      };
      queue.add(enter);
      signal.addEventListener('abort', onAbort, { once: true });
    });
  };

  const release = (): void => {
    const [next] = queue;
    if (next) next();
    else free++;
  };

  return {
    run: async (signal, work) => {
      await acquire(signal);
      try {
        return await work();
      } finally {
        release();
      }
    },
  };
}
