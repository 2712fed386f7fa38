import { shallowReactive } from 'vue';
import { createKeeper } from './keeper.ts';
import type { Keeper, KeeperParts, When, Written } from './keeper.ts';
import { ownItem, setLocalAccount, storeLocally } from './local-item.ts';

/**
 * All data that the window keeps in the service's drafts, in separate drafts, so that two windows conflict
 * only if they change the same one.
 */
const NAMES = [
  ...[
    'choices',
    'client',
    'also-into',
    'format-choices',
    'recent-pairs',
    'asks-first',
    'segmentation',
    'rows',
    'language',
    'spelling',
  ],
  ...[
    'context',
    'glossary',
    'glossary-terms',
    'text',
    'batch-rows',
    'batch-run',
    'saved',
    'refused',
    'places',
    'repeats',
    'batch-jobs',
    'side-panel',
    'page',
    'key-set',
    'spaces',
    'confirm-told',
    'review-places',
  ],
] as const;
export type KeptName = (typeof NAMES)[number];

/** A text that outlives the window. */
export interface KeptText {
  read(): string | null;
  /**
   * The kept JSON; undefined if there is none. A value of another shape counts as missing, and is recorded as
   * damaged.
   */
  parse<T>(isValid: (value: unknown) => value is T): T | undefined;
  /** As `parse`, for a list: items of another shape are left out. */
  items<T>(isValid: (item: unknown) => item is T): T[];
  /** Stores the result of `make`, by default after a pause: many changes in a row are written together. */
  write(make: () => string, when?: When): void;
}

const PAUSE_MS = 300;

/** Names of data that could not be read, or not completely. */
export const damaged = shallowReactive(new Set<KeptName>());

let keeper: Keeper | undefined;

/**
 * Connects kept texts to their storage, and reads the existing ones. Before it resolves all are empty.
 * Rejects like `read`.
 */
export async function openKept(
  parts: Omit<KeeperParts, 'local' | 'pause'> & { account(): Promise<string> },
): Promise<Keeper> {
  const read: KeeperParts['read'] = async (names) => {
    const [found, account] = await Promise.all([parts.read(names), parts.account()]);
    setLocalAccount(account);
    return found;
  };
  const opened = createKeeper({ ...parts, read, local: LOCAL, pause: PAUSE_MS });
  await opened.load(NAMES);
  keeper = opened;
  window.addEventListener('pagehide', () => opened.flush(true));
  document.addEventListener('visibilitychange', () => {
    if (document.hidden) opened.flush(false);
  });
  return opened;
}

/** A kept text with a unique name within the window. */
export function keptText(name: KeptName): KeptText {
  const read = (): string | null => keeper?.read(name) ?? null;
  function parse<T>(isValid: (value: unknown) => value is T): T | undefined {
    const text = read();
    if (text === null) return undefined;
    const value = parsed(text);
    if (isValid(value)) return value;
    damaged.add(name);
    return undefined;
  }
  return {
    read,
    parse,
    items<T>(isValid: (item: unknown) => item is T): T[] {
      const found = parse((value) => Array.isArray(value)) ?? [];
      const items = found.filter(isValid);
      if (items.length < found.length) damaged.add(name);
      return items;
    },
    write: (make, when) => keeper?.write(name, make, when),
  };
}

/** Undefined if the text is not JSON. */
function parsed(text: string): unknown {
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const itemOf = (name: string): string => ownItem(name);
const timeItemOf = (name: string): string => ownItem(`${name}.at`);

/**
 * The browser holds only what is not sent yet. Text without a time is from a release that kept nothing in the
 * service.
 */
const LOCAL: KeeperParts['local'] = {
  read(name): Written | undefined {
    const text = localStorage.getItem(itemOf(name));
    if (text === null) return undefined;
    const at = Number(localStorage.getItem(timeItemOf(name)) ?? Number.NaN);
    return { at: Number.isFinite(at) ? at : Date.now(), text };
  },
  write(name, { at, text }) {
    storeLocally(itemOf(name), text);
    storeLocally(timeItemOf(name), String(at));
  },
  remove(name) {
    localStorage.removeItem(itemOf(name));
    localStorage.removeItem(timeItemOf(name));
  },
};
