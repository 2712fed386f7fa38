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

  async function use<Value>(
    signal: AbortSignal,
    work: (session: EngineSession) => Promise<Value>,
  ): Promise<Value> {
    users++;
    clearTimeout(timer);
    try {
      const session = await acquire();
      signal.throwIfAborted();
      return await work(session);
    } finally {
      users--;
      if (users === 0 && !closed) timer = setTimeout(() => void shut(), idleMs).unref();
    }
  }

  return {
    translate: (texts, options, signal) =>
      use(signal, (session) => session.translate(texts, options, signal)),
    listTerms: (texts, options, signal) =>
      use(signal, (session) => session.listTerms?.(texts, options, signal) ?? Promise.resolve([])),
    close() {
      closed = true;
      return shut();
    },
  };
}
