/** Runs at most `most` pieces of work at once; others wait their turn, and leave the queue when their signal aborts. */
export function createLimiter(most: number): <T>(work: () => Promise<T>, signal?: AbortSignal) => Promise<T> {
  let running = 0;
  const waiting: (() => void)[] = [];

  const enter = (signal: AbortSignal | undefined): Promise<void> => {
    signal?.throwIfAborted();
    if (running < most) {
      running++;
      return Promise.resolve();
    }
    return new Promise((resolve, reject) => {
      const take = (): void => {
        signal?.removeEventListener('abort', leave);
        resolve();
      };
      const leave = (): void => {
        waiting.splice(waiting.indexOf(take), 1);
        reject(signal?.reason as Error);
      };
      signal?.addEventListener('abort', leave, { once: true });
      waiting.push(take);
    });
  };
  const exit = (): void => {
    const next = waiting.shift();
    // The place is handed on, so that nobody can slip in between.
    if (next) next();
    else running--;
  };

  return async (work, signal) => {
    await enter(signal);
    try {
      return await work();
    } finally {
      exit();
    }
  };
}
