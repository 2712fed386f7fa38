import { Low } from 'lowdb';
import { createJsonAdapter } from './json-adapter.ts';
import type { Numbered } from './json-adapter.ts';
import type { Document } from './store-port.ts';

/** Maximum delay of a change that nobody awaits. */
const LAZY_MS = 250;

export interface OpenDocument<T> extends Document<T> {
  /** Writes pending changes; later ones are not written. */
  close(): Promise<void>;
}

/**
 * Opens `path` through lowdb, or creates it with `initial`. `parse` returns the value, or undefined for
 * invalid content. Writes are grouped: during one write all further changes share the next, so no caller
 * waits for more than two, however large the burst.
 */
export async function openDocument<T extends object>(
  path: string,
  initial: T,
  parse: (data: unknown) => T | undefined,
  options: { lazyMs?: number } = {},
): Promise<OpenDocument<T>> {
  const db = new Low<Numbered<T>>(createJsonAdapter<T>(path, initial, parse), { rev: 0, data: initial });
  await db.read();
  const { restored } = db.data;

  let running: Promise<void> | undefined;
  let following: Promise<void> | undefined;
  let lazy: NodeJS.Timeout | undefined;
  let dirty = false;
  let closed = false;

  const start = (): Promise<void> => {
    dirty = false;
    clearTimeout(lazy);
    lazy = undefined;
    const write = writeNext(db).catch((error: unknown) => {
      dirty = true;
      throw error;
    });
    running = write.finally(() => (running = undefined));
    return running;
  };
  const commit = (): Promise<void> => {
    if (closed) return Promise.reject(new Error(`${path} is closed: nothing can be written to it any more.`));
    if (following) return following;
    if (!running) return start();
    following = running
      .catch(() => undefined)
      .then(() => {
        following = undefined;
        return start();
      });
    return following;
  };

  const touch: Document<T>['touch'] = (change) => {
    change(db.data.data);
    dirty = true;
    // A failed lazy write stays dirty: the next write, or the close, includes it.
    lazy ??= setTimeout(() => void commit().catch(() => undefined), options.lazyMs ?? LAZY_MS).unref();
  };

  return {
    get data() {
      return db.data.data;
    },
    get rev() {
      return db.data.rev;
    },
    recovery: restored?.how ?? 'none',
    restoredRev: restored?.rev ?? db.data.rev,
    async completeRecovery() {
      if (!db.data.restored) return;
      delete db.data.restored;
      dirty = true;
      await commit();
    },
    async update(change, undo) {
      const result = change(db.data.data, db.data.rev + 1);
      dirty = true;
      try {
        await commit();
      } catch (error) {
        if (undo) touch(undo);
        throw error;
      }
      return result;
    },
    touch,
    async flush() {
      if (dirty) await commit();
      else await running;
    },
    async close() {
      clearTimeout(lazy);
      try {
        await following;
        await running;
        if (dirty) await commit();
      } finally {
        closed = true;
      }
    },
  };
}

/** The number rises before serialising, so a change during the write belongs to the next one. */
async function writeNext<T>(db: Low<Numbered<T>>): Promise<void> {
  db.data.rev++;
  await db.write();
}
