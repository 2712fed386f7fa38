export interface Debounce {
  /**
   * Runs a function after a pause, in milliseconds; replaces the planned one.
   */
  plan: (run: () => unknown, wait?: number) => void;
  cancel: () => void;
}

/** @param quietMs the default pause */
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
