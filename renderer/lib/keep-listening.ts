/** The stream to keep open. */
export interface StreamParts {
  /**
   * Resolves when the stream ends, rejects when it breaks or fails to open. Calls `onOpen` once it is open.
   */
  listen(signal: AbortSignal, onOpen: () => void): Promise<void>;
  onOpen(): void;
  /** Called each time it ends without `stop`. */
  onBroken(error: unknown): void;
}

export interface KeptStream {
  readonly isOpen: boolean;
  start(): void;
  stop(): void;
}

const FIRST_PAUSE_MS = 1_000;
const MAX_PAUSE_MS = 30_000;

/**
 * Keeps a stream open from `start` to `stop`: reopens a broken one after a pause that doubles with each
 * failure.
 */
export function keepListening(parts: StreamParts): KeptStream {
  let running: AbortController | undefined;
  let isOpen = false;
  let timer: ReturnType<typeof setTimeout> | undefined;
  let pause = FIRST_PAUSE_MS;

  async function listen(own: AbortController): Promise<void> {
    let reason: unknown;
    try {
      await parts.listen(own.signal, () => {
        if (own.signal.aborted) return;
        isOpen = true;
        pause = FIRST_PAUSE_MS;
        parts.onOpen();
      });
    } catch (error) {
      reason = error;
    }
    if (own.signal.aborted) return;
    isOpen = false;
    timer = setTimeout(() => void listen(own), pause);
    pause = Math.min(pause * 2, MAX_PAUSE_MS);
    parts.onBroken(reason);
  }

  return {
    get isOpen() {
      return isOpen;
    },
    start() {
      if (running) return;
      running = new AbortController();
      pause = FIRST_PAUSE_MS;
      void listen(running);
    },
    stop() {
      running?.abort();
      running = undefined;
      isOpen = false;
      clearTimeout(timer);
    },
  };
}
