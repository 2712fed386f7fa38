import { setImmediate as nextTurn } from 'node:timers/promises';

/** As long as one who works on and on may keep others from the event loop. */
const A_TURN_MS = 10;

/** For long work in many small steps: await what it returns after each, and others get their turn in time. */
export function createTurns(): () => Promise<void> | undefined {
  let began = performance.now();
  return () => {
    if (performance.now() - began < A_TURN_MS) return undefined;
    return nextTurn().then(() => {
      began = performance.now();
    });
  };
}
