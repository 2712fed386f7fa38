import { onSignal, postSignal } from '../endpoint.ts';
import type { Channel } from '../endpoint.ts';

export interface HeartbeatLimits {
  everyMs: number;
  /** How many pings in a row may go unanswered. */
  misses: number;
}

/**
 * A minute in all: far longer than any step of the engine process blocks it, even on a busy machine. Counts
 * pings instead of time, so that a laptop's sleep does not look like a hang.
 */
export const HEARTBEAT: HeartbeatLimits = { everyMs: 5_000, misses: 12 };

/**
 * Pings the other side. A process stuck in a loop does not die by itself and never answers its calls:
 * `onHung` is called once, for its owner to kill it. Returns a function that stops the pings.
 */
export function watchHeartbeat(
  channel: Channel,
  { everyMs, misses }: HeartbeatLimits,
  onHung: () => void,
): () => void {
  let unanswered = 0;
  onSignal(channel, 'pong', () => (unanswered = 0));
  const timer = setInterval(() => {
    if (unanswered >= misses) {
      clearInterval(timer);
      onHung();
      return;
    }
    unanswered++;
    postSignal(channel, 'ping');
  }, everyMs);
  timer.unref();
  return () => clearInterval(timer);
}
