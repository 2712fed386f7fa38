import { withTimeLimit } from './lib/time-limit.ts';
import type { Log } from './log.ts';

/** Time limits for ending one part, and all of them together. Milliseconds. */
const PART_LIMIT_MS = 5_000;
const WHOLE_LIMIT_MS = 9_000;

/** Parts that are started in order and ended in reverse. */
export interface Steps {
  /** Starts a part. If that fails, the earlier parts end and the error is rethrown. `stop` ends the part. */
  start<Part>(name: string, start: () => Promise<Part>, stop?: (part: Part) => Promise<void>): Promise<Part>;
  /**
   * Ends all parts once, in reverse order. A part that fails or takes too long is logged and skipped: the
   * following ones, such as the store's last write, matter more.
   */
  stop(): Promise<void>;
}

export function createSteps(log: Log, limits = { part: PART_LIMIT_MS, whole: WHOLE_LIMIT_MS }): Steps {
  const stops: { name: string; stop: () => Promise<void> }[] = [];
  let stopping: Promise<void> | undefined;

  const stopAll = async (): Promise<void> => {
    const deadline = performance.now() + limits.whole;
    for (const { name, stop } of stops.reverse()) {
      const left = Math.max(0, Math.min(limits.part, deadline - performance.now()));
      try {
        await withTimeLimit(left, stop());
        log.debug({ part: name }, 'ended');
      } catch (err) {
        log.error({ err, part: name }, 'did not end in order');
      }
    }
  };

  const steps: Steps = {
    start: async (name, start, stop) => {
      const began = performance.now();
      try {
        const part = await start();
        if (stop) stops.push({ name, stop: () => stop(part) });
        log.debug({ part: name, ms: Math.round(performance.now() - began) }, 'started');
        return part;
      } catch (error) {
        await steps.stop();
        throw error;
      }
    },
    stop: () => (stopping ??= stopAll()),
  };
  return steps;
}
