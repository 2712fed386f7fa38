export interface PollerParts {
  /** One round of polling. Returns the milliseconds that the service asks to wait, if it does. */
  round(): Promise<number | undefined>;
  /** Whether there is anything to poll for. */
  needed(): boolean;
}

export interface Poller {
  /** Starts when needed; does nothing if a round is already scheduled. */
  wake(): void;
}

export const POLL_MS = 2_000;

/** One timer for all running jobs; stops by itself when nothing is needed any more. */
export function createPoller(parts: PollerParts): Poller {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = undefined;
    if (!parts.needed()) return;
    timer = setTimeout(() => void run(), ms);
  }

  async function run(): Promise<void> {
    timer = undefined;
    if (!parts.needed()) return;
    busy = true;
    let wait: number | undefined;
    try {
      wait = await parts.round();
    } finally {
      busy = false;
      schedule(wait ?? POLL_MS);
    }
  }

  return {
    wake() {
      if (!busy && timer === undefined) schedule(POLL_MS / 4);
    },
  };
}
