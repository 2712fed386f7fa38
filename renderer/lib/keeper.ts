/** A text, and when it was written in milliseconds since 1970: of two copies the later one counts. */
export interface Written {
  at: number;
  text: string;
}

/** The dependencies of a keeper. */
export interface KeeperParts {
  /** The service's copies, as far as they exist. */
  read(names: readonly string[]): Promise<ReadonlyMap<string, Written>>;
  /** @param isLeaving whether the window closes, and the request must outlive it */
  send(name: string, written: Written, isLeaving: boolean): Promise<void>;
  /** Copies that are not sent yet. They outlive the window; a copy without room is silently dropped. */
  local: {
    read(name: string): Written | undefined;
    write(name: string, written: Written): void;
    remove(name: string): void;
  };
  /** An unsent copy stays, and is sent with the next change or by `resend`. */
  onFailed(error: unknown): void;
  onSent(): void;
  /** Milliseconds between a change and its request: many changes in a row are sent together. */
  pause: number;
}

/**
 * `now`: stored in the browser at once, so a request that follows may rely on it. `soon`: after the pause.
 * `seldom`: much later, for frequently changing data that can be recovered otherwise; any other write under
 * the name includes it.
 */
export type When = 'now' | 'soon' | 'seldom';

interface Entry {
  /** The current content, written or read. */
  written: Written | undefined;
  /** Creates the next text to write. */
  make: (() => string) | undefined;
  timer: ReturnType<typeof setTimeout> | undefined;
  /** When the timer fires, in milliseconds of `now`. */
  due: number;
  isSent: boolean;
  isSending: boolean;
}

export interface Keeper {
  /**
   * Reads all copies. An unsent copy wins over the service's, unless that is newer. Rejects like `read`.
   * Nothing is written until it resolves: an empty text would overwrite one not yet read.
   */
  load(names: readonly string[]): Promise<void>;
  read(name: string): string | null;
  /** Stores the result of `make`, by default `soon`. */
  write(name: string, make: () => string, when?: When): void;
  /** Writes pending changes, and sends unsent ones. */
  flush(isLeaving: boolean): void;
  /** Forgets these texts here, unsent ones too. */
  drop(isGone: (name: string) => boolean): void;
}

const CHARS_A_MS = 1_000;
/** How many pauses a `seldom` change waits. */
const SELDOM = 50;

/** Stores texts in the service, each under its name; the last writer wins. */
export function createKeeper(parts: KeeperParts, now: () => number = Date.now): Keeper {
  const entries = new Map<string, Entry>();
  let isLoaded = false;

  function entryOf(name: string): Entry {
    const found = entries.get(name);
    if (found) return found;
    const idle = { timer: undefined, due: 0, isSent: true, isSending: false };
    const entry = { written: undefined, make: undefined, ...idle };
    entries.set(name, entry);
    return entry;
  }

  function store(name: string, entry: Entry): void {
    const text = entry.make?.();
    entry.make = undefined;
    // Skip unchanged text: writing it would overwrite a newer copy from another window.
    if (text === undefined || text === entry.written?.text) return;
    // A clock that was set back must not make a new text older than the previous one.
    entry.written = { at: Math.max(now(), (entry.written?.at ?? 0) + 1), text };
    entry.isSent = false;
    parts.local.write(name, entry.written);
  }

  /** One request per name at a time: the next one includes later changes. */
  async function send(name: string, entry: Entry, isLeaving: boolean): Promise<void> {
    while (!entry.isSent && entry.written) {
      const sent = entry.written;
      try {
        await parts.send(name, sent, isLeaving);
      } catch (error) {
        parts.onFailed(error);
        return;
      }
      parts.onSent();
      if (entry.written === sent) entry.isSent = true;
      // Another window may have left a later copy there.
      if (parts.local.read(name)?.at === sent.at) parts.local.remove(name);
    }
  }

  function pass(name: string, entry: Entry, isLeaving = false): void {
    clearTimeout(entry.timer);
    entry.timer = undefined;
    store(name, entry);
    if (entry.isSent || (entry.isSending && !isLeaving)) return;
    entry.isSending = true;
    void send(name, entry, isLeaving).finally(() => (entry.isSending = false));
  }

  return {
    async load(names) {
      const read = await parts.read(names);
      for (const name of names) {
        const stored = read.get(name);
        const local = parts.local.read(name);
        const isLater = local !== undefined && local.at > (stored?.at ?? -1);
        const entry = entryOf(name);
        // Sent while the others were read.
        if (entry.isSent && !isLater && (entry.written?.at ?? -1) > (stored?.at ?? -1)) continue;
        entry.written = isLater ? local : stored;
        entry.isSent = !isLater;
        if (local && !isLater) parts.local.remove(name);
      }
      isLoaded = true;
      for (const [name, entry] of entries) pass(name, entry);
    },
    read: (name) => entries.get(name)?.written?.text ?? null,
    write(name, make, when = 'soon') {
      if (!isLoaded) return;
      const entry = entryOf(name);
      entry.make = make;
      if (when === 'now') store(name, entry);
      // A long text means a long request, and a long write to the disk.
      const length = (entry.written?.text.length ?? 0) / CHARS_A_MS;
      const pause = (when === 'seldom' ? parts.pause * SELDOM : parts.pause) + length;
      if (entry.timer !== undefined && entry.due <= now() + pause) return;
      clearTimeout(entry.timer);
      entry.due = now() + pause;
      entry.timer = setTimeout(() => pass(name, entry), pause);
    },
    flush(isLeaving) {
      if (!isLoaded) return;
      for (const [name, entry] of entries) pass(name, entry, isLeaving);
    },
    drop(isGone) {
      for (const [name, entry] of entries) {
        if (!isGone(name)) continue;
        clearTimeout(entry.timer);
        entry.isSent = true;
        entries.delete(name);
      }
    },
  };
}
