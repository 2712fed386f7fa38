import { setImmediate as nextIteration } from 'node:timers/promises';

/** Milliseconds that long work may keep others from the event loop. */
const MAX_BLOCKING_MS = 10;

/** For long work in many small steps: await the returned function's result after each step. */
export function createYield(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < MAX_BLOCKING_MS) return undefined;
    return nextIteration().then(() => {
      began = performance.now();
    });
  };
}
