const FIRST_MS = 100;
const LONGEST_MS = 2_000;
/** A process that lived this long was well: the next death starts from the short wait again. */
const CALM_MS = 15_000;

/** Waits that double with each death that follows closely on the last, so that a broken process cannot spin the CPU. */
export interface Backoff {
  wait(): Promise<void>;
  /** Ends a wait under way, and makes later ones immediate. */
  stop(): void;
}

export function createBackoff(): Backoff {
  let next = FIRST_MS;
  let last = -Infinity;
  const stopper = new AbortController();
  return {
    wait: async () => {
      const now = performance.now();
      next = now - last > CALM_MS ? FIRST_MS : Math.min(next * 2, LONGEST_MS);
      last = now + next;
      await sleep(next, stopper.signal);
    },
    stop: () => stopper.abort(),
  };
}

function sleep(ms: number, signal: AbortSignal): Promise<void> {
  return new Promise((resolve) => {
    if (signal.aborted) {
      resolve();
      return;
    }
    const timer = setTimeout(resolve, ms);
    signal.addEventListener(
      'abort',
      () => {
        clearTimeout(timer);
        resolve();
      },
      { once: true },
    );
  });
}
