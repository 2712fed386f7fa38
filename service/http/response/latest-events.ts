import { setTimeout as pause } from 'node:timers/promises';
import type { EventStream } from './event-stream.ts';

/** Changes of many items, of which a stream gets the latest state of each. */
export interface LatestEvents<T> {
  offer(id: string, state: T): void;
  /** As `offer`, unless a newer state is waiting. */
  offerOlder(id: string, state: T): void;
}

/**
 * Sends states in rounds of `roundMs`: the first at once, then all that changed meanwhile, each item once
 * with its latest state. A slow reader costs one state per item, and the last state is never lost.
 */
export function sendLatest<T>(
  events: EventStream,
  roundMs: number,
  send: (state: T) => Promise<void>,
): LatestEvents<T> {
  const waiting = new Map<string, T>();
  const ended = new AbortController();
  events.onEnd(() => ended.abort());
  let isSending = false;

  const sendRound = async (): Promise<void> => {
    for (const id of [...waiting.keys()]) {
      const state = waiting.get(id);
      waiting.delete(id);
      if (state !== undefined && !ended.signal.aborted) await send(state);
    }
  };
  const start = (): void => {
    if (isSending) return;
    isSending = true;
    const run = async (): Promise<void> => {
      // In the next event loop iteration, so that events offered together are sent together.
      await pause(0);
      while (waiting.size > 0 && !ended.signal.aborted) {
        await sendRound();
        await pause(roundMs, undefined, { signal: ended.signal });
      }
      // Synchronously, not when the promise resolves: events offered in between would wait forever.
      isSending = false;
    };
    run().catch(() => events.end());
  };
  return {
    offer(id, state) {
      waiting.set(id, state);
      start();
    },
    offerOlder(id, state) {
      if (!waiting.has(id)) waiting.set(id, state);
      start();
    },
  };
}
