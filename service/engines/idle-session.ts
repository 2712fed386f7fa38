import { EngineClosedError } from './engine.ts';
import type { EngineSession } from './engine.ts';

/** Idle milliseconds after which an engine's processes and memory are released. */
const IDLE_MS = 10 * 60_000;

/**
 * A session that opens on first use, is shared by all holders, and closes its engine when unused for
 * `idleMs`; the next use opens it again. A failed opening is not remembered. After `close` it stays closed.
 */
export function idleSession(open: () => Promise<EngineSession>, idleMs = IDLE_MS): EngineSession {
  let opened: Promise<EngineSession> | undefined;
  let users = 0;
  let timer: NodeJS.Timeout | undefined;
  let closed = false;

  function acquire(): Promise<EngineSession> {
    if (closed) return Promise.reject(new EngineClosedError());
    if (opened === undefined) {
      const opening = open();
      opened = opening;
      opening.catch(() => {
        if (opened === opening) opened = undefined;
      });
    }
    return opened;
  }

  async function shut(): Promise<void> {
    clearTimeout(timer);
    const was = opened;
    opened = undefined;
    const session = await was?.catch(() => undefined);
    await session?.close();
  }

  return {
    async translate(texts, options, signal) {
      users++;
      clearTimeout(timer);
      try {
        const session = await acquire();
        signal.throwIfAborted();
        return await session.translate(texts, options, signal);
      } finally {
        users--;
        if (users === 0 && !closed) timer = setTimeout(() => void shut(), idleMs).unref();
      }
    },
    close() {
      closed = true;
      return shut();
    },
  };
}
