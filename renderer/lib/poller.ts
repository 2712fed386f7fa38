export interface PollerParts {
  /** One round of asking. Returns the milliseconds the service asks to wait, if it says. */
  round(): Promise<number | undefined>;
  /** Whether anything is left to wait for. */
  needed(): boolean;
}

export interface Poller {
  /** Starts when needed, or does nothing when a round is due already. */
  wake(): void;
}

export const POLL_MS = 2_000;

/** One timer for all running jobs: it stops by itself when nothing is needed any more. */
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
