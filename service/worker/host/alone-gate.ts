import { abortError } from '../../tasks/wire-error.ts';

/** Runs calls in parallel, but `alone` ones exclusively. Calls enter in order of arrival. */
export interface AloneGate {
  /** `id`: for `withdraw`. */
  run<Value>(entry: { id: string; alone: boolean }, call: () => Promise<Value>): Promise<Value>;
  /** Rejects an id's waiting calls with an AbortError. */
  withdraw(id: string): void;
}

interface Waiting {
  readonly id: string;
  readonly alone: boolean;
  readonly enter: () => void;
  readonly reject: (error: Error) => void;
}

export function createAloneGate(): AloneGate {
  let running = 0;
  let isAlone = false;
  let waiting: Waiting[] = [];

  const admit = (): void => {
    for (let first = waiting[0]; first; first = waiting[0]) {
      if (isAlone || (first.alone && running > 0)) return;
      waiting.shift();
      running++;
      isAlone = first.alone;
      first.enter();
    }
  };

  return {
    run: ({ id, alone }, call) =>
      new Promise((resolve, reject) => {
        // Called at once if possible: a later `withdraw` finds it called.
        const enter = (): void => {
          const leave = (): void => {
            running--;
            isAlone = false;
            admit();
          };
          call().then(resolve, reject).finally(leave);
        };
        waiting.push({ id, alone, enter, reject });
        admit();
      }),
    withdraw(id) {
      const withdrawn = waiting.filter((entry) => entry.id === id);
      waiting = waiting.filter((entry) => entry.id !== id);
      for (const { reject } of withdrawn) reject(abortError());
      admit();
    },
  };
}
