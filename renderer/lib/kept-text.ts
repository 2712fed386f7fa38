/** A text that outlives the window. */
export interface KeptText {
  read(): string | null;
  /** Stores what `make` returns, a moment later: many changes in a row are one. */
  write(make: () => string): void;
}

const PAUSE_MS = 300;

/** Kept by the browser under a name of the window's own. What has no room there is not kept, and nothing else breaks. */
export function keptText(name: string): KeptText {
  const item = `interlinear.${name}`;
  let pending: (() => string) | undefined;
  let timer: ReturnType<typeof setTimeout> | undefined;

  function flush(): void {
    clearTimeout(timer);
    timer = undefined;
    const make = pending;
    pending = undefined;
    if (!make) return;
    try {
      localStorage.setItem(item, make());
    } catch {
      // The browser's few megabytes are full.
    }
  }

  window.addEventListener('pagehide', flush);
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) flush();
  });

  return {
    read: () => localStorage.getItem(item),
    write(make) {
      pending = make;
      timer ??= setTimeout(flush, PAUSE_MS);
    },
  };
}
