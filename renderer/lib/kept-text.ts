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

/** Texts and terms of a client's work: each client has its own, which are forgotten with it. */
const OF_CLIENT: ReadonlySet<string> = new Set([
  'choices',
  'context',
  'glossary',
  'glossary-terms',
  'text',
  'batch-rows',
  'batch-run',
] satisfies KeptName[]);
const GENERAL = 'general';
/** The client whose texts are shown and written. */
let desk = GENERAL;
const onEnter: (() => void)[] = [];
const onLeave: (() => unknown)[] = [];

/** As the keeper knows it: the client's id before the name, except for General. */
function keyIn(client: string, name: string): string {
  return client === GENERAL || !OF_CLIENT.has(name) ? name : `${client}/${name}`;
}

/** A text that outlives the window. */
export interface KeptText {
  /** Whether each client has its own. */
  readonly isOfClient: boolean;
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

/**
 * Shows the texts of another client, after those of the present one were written. `enter` runs in the step in which
 * they change, before anyone reads them. Rejects like `read`; then nothing has changed.
 */
export async function openDesk(client: string, enter: () => void): Promise<void> {
  await Promise.all(onLeave.map((leave) => leave()));
  keeper?.flush(false);
  await keeper?.load([...OF_CLIENT].map((name) => keyIn(client, name)));
  // Typing may have gone on.
  keeper?.flush(false);
  desk = client;
  enter();
  for (const read of onEnter) read();
}

/** Drops what this browser still holds of clients that are gone: nobody would take it. */
export function dropDesks(remaining: readonly string[]): void {
  const isGone = (key: string): boolean => {
    const [client, name] = key.split('/');
    return name !== undefined && !remaining.includes(client!);
  };
  keeper?.drop(isGone);
  for (const item of Object.keys(localStorage)) {
    const prefix = ownItem('');
    if (item.startsWith(prefix) && isGone(item.slice(prefix.length))) localStorage.removeItem(item);
  }
}

/**
 * For those that hold texts of a client. `enter`: read them again, as another client's are open now. `leave`: send
 * what is under way, before.
 */
export function onDesk({ enter, leave }: { enter?: () => void; leave?: () => unknown }): void {
  if (enter) onEnter.push(enter);
  if (leave) onLeave.push(leave);
}

/** A kept text with a unique name within the window, or within the client's work. */
export function keptText(name: KeptName): KeptText {
  const read = (): string | null => keeper?.read(keyIn(desk, name)) ?? null;
  function parse<T>(isValid: (value: unknown) => value is T): T | undefined {
    const text = read();
    if (text === null) return undefined;
    const value = parsed(text);
    if (isValid(value)) return value;
    damaged.add(name);
    return undefined;
  }
  return {
    isOfClient: OF_CLIENT.has(name),
    read,
    parse,
    items<T>(isValid: (item: unknown) => item is T): T[] {
      const found = parse((value) => Array.isArray(value)) ?? [];
      const items = found.filter(isValid);
      if (items.length < found.length) damaged.add(name);
      return items;
    },
    write: (make, when) => keeper?.write(keyIn(desk, name), make, when),
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
