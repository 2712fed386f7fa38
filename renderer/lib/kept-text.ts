import { createKeeper } from './keeper.ts';
import type { Keeper, KeeperParts, When, Written } from './keeper.ts';

/** All that the window keeps in the service's drafts, each a draft of its own, so that two windows only meet where they change the same. */
const NAMES = [
  ...['choices', 'also-into', 'recent-pairs', 'asks-first', 'rows', 'language'],
  ...['context', 'glossary', 'glossary-terms', 'text', 'batch-rows', 'batch-run', 'saved', 'refused'],
] as const;
export type KeptName = (typeof NAMES)[number];

/** A text that outlives the window. */
export interface KeptText {
  read(): string | null;
  /** Stores what `make` returns, a moment later if nothing else is said: many changes in a row are one. */
  write(make: () => string, when?: When): void;
}

const PAUSE_MS = 300;

let keeper: Keeper | undefined;

/** Sets where kept texts go, and reads those there are. Before it has resolved there are none. Rejects as `read` does. */
export async function openKept(parts: Omit<KeeperParts, 'local' | 'pause'>): Promise<Keeper> {
  const opened = createKeeper({ ...parts, local: LOCAL, pause: PAUSE_MS });
  await opened.load(NAMES);
  keeper = opened;
  window.addEventListener('pagehide', () => opened.flush(true));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) opened.flush(false);
  });
  return opened;
}

/** Kept under a name of the window's own. */
export function keptText(name: KeptName): KeptText {
  return {
    read: () => keeper?.read(name) ?? null,
    write: (make, when) => keeper?.write(name, make, when),
  };
}

const itemOf = (name: string): string => `interlinear.${name}`;
const timeItemOf = (name: string): string => `interlinear.${name}.at`;

/** In the browser stands only what is not sent yet. Text without a time is of a release that kept nothing in the service. */
const LOCAL: KeeperParts['local'] = {
  read(name): Written | undefined {
    const text = localStorage.getItem(itemOf(name));
    if (text === null) return undefined;
    const at = Number(localStorage.getItem(timeItemOf(name)) ?? Number.NaN);
    return { at: Number.isFinite(at) ? at : Date.now(), text };
  },
  write(name, { at, text }) {
    try {
      localStorage.setItem(itemOf(name), text);
      localStorage.setItem(timeItemOf(name), String(at));
    } catch {
      // The browser's few megabytes are full: the request is still on its way.
    }
  },
  remove(name) {
    localStorage.removeItem(itemOf(name));
    localStorage.removeItem(timeItemOf(name));
  },
};
