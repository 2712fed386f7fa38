/** What a poller watches and how it learns that nobody looks. */
export interface PollerParts {
  /** One round of asking. Answers the milliseconds the service asks to wait, if it says. */
  round(): Promise<number | undefined>;
  /** Whether anything is left to wait for. */
  needed(): boolean;
  /** Whether the window is hidden: then rounds wait until `wake`. */
  hidden(): boolean;
}

export interface Poller {
  /** Starts when needed, or does nothing when a round is due already. */
  wake(): void;
}

export const POLL_MS = 2_000;

/** One timer for all running jobs: it stops by itself when none is left, and pauses while the window is hidden. */
export function createPoller(parts: PollerParts): Poller {
  let timer: ReturnType<typeof setTimeout> | undefined;
  let busy = false;

  function schedule(ms: number): void {
    clearTimeout(timer);
    timer = undefined;
    if (!parts.needed() || parts.hidden()) return;
    timer = setTimeout(() => void run(), ms);
  }

  async function run(): Promise<void> {
    timer = undefined;
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
