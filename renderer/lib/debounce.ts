export interface Debounce {
  /**
   * Runs something once nothing else has been planned for a while, in milliseconds; what waited until now is
   * not run.
   */
  plan: (run: () => unknown, wait?: number) => void;
  cancel: () => void;
}

/** @param quietMs how long it is waited where nothing else is said */
export function createDebounce(quietMs: number): Debounce {
  let timer: ReturnType<typeof setTimeout> | undefined;

  function cancel(): void {
    clearTimeout(timer);
  }
  return {
    plan(run, wait = quietMs) {
      cancel();
      timer = setTimeout(() => void run(), wait);
    },
    cancel,
  };
}
