import { Worker } from 'node:worker_threads';
import type { InstalledModel } from '../../models/installed.ts';
import { EngineClosedError, EngineError } from '../engine.ts';
import type { ThreadFailure, TranslateReply, TranslateRequest } from './protocol.ts';

/** A task for the threads: texts for one model, each answered with as many lines. */
export interface ThreadTask {
  readonly model: InstalledModel;
  readonly texts: readonly string[];
  readonly html: boolean;
  /** Goes ahead of all tasks that are not urgent. */
  readonly urgent?: boolean;
}

/** Threads shared by all directions of the engine: started on demand, ended when idle. */
export interface EngineThreads {
  /** Rejects with a ThreadError, an EngineError, or the signal's reason: then no thread works on it. */
  run(task: ThreadTask, signal: AbortSignal): Promise<string[]>;
  /** Current number of threads. */
  count(): number;
  /** Ends all threads; their tasks reject with an EngineClosedError. */
  close(): Promise<void>;
}

export interface ThreadSettings {
  /** The built file of engine-thread.ts. */
  readonly file: string;
  /** Maximum of threads, given the current number; called whenever one more could help. */
  readonly most: (running: number) => number;
  /** Milliseconds without work after which a thread is ended and its memory released. */
  readonly idleMs?: number;
}

/** A thread reported a failed task. */
export class ThreadError extends Error {
  readonly kind: ThreadFailure['kind'];
  constructor({ kind, message }: ThreadFailure) {
    super(message);
    this.name = 'ThreadError';
    this.kind = kind;
  }
}

const IDLE_MS = 5 * 60_000;
/** A chunk takes half a second, as long as replacing a thread with its model: wait for a cancelled one. */
const CANCEL_GRACE_MS = 700;
/** Ten times the slowest machine's need; beyond it the module hangs. */
const BASE_LIMIT_MS = 60_000;
const LIMIT_MS_PER_UNIT = 20;

interface Waiting {
  readonly task: ThreadTask;
  readonly resolve: (answers: string[]) => void;
  readonly reject: (reason: unknown) => void;
  done: boolean;
}

interface Thread {
  readonly worker: Worker;
  /** Folder of the last model used: the thread has it loaded. */
  lastModel: string | undefined;
  current: Waiting | undefined;
  requestId: number;
  limit: NodeJS.Timeout | undefined;
  idle: NodeJS.Timeout | undefined;
}

export function createEngineThreads(settings: ThreadSettings): EngineThreads {
  const { idleMs = IDLE_MS } = settings;
  let queue: Waiting[] = [];
  let closed = false;

  const { threads, start, release, retire } = createPool(settings.file, idleMs, {
    answered: (thread, reply) => answered(thread, reply),
    died: (thread, error) => died(thread, error),
  });

  const answered = (thread: Thread, reply: TranslateReply): void => {
    const waiting = thread.current;
    if (!waiting || reply.id !== thread.requestId) return;
    release(thread);
    if ('answers' in reply) waiting.resolve(reply.answers);
    else {
      // After an abort the module's memory cannot be trusted, and a failed load would fail again.
      if (reply.failure.kind !== 'damaged') void retire(thread);
      waiting.reject(new ThreadError(reply.failure));
    }
    dispatch();
  };

  const died = (thread: Thread, error: unknown): void => {
    const waiting = thread.current;
    release(thread);
    void retire(thread);
    const why = error instanceof Error ? `: ${error.message}` : '';
    waiting?.reject(
      new ThreadError({ kind: 'aborted', message: `The engine's thread ended unexpectedly${why}` }),
    );
    dispatch();
  };

  const dispatch = (): void => {
    while (!closed && queue.length > 0) {
      const free = [...threads].filter((thread) => !thread.current);
      const next = queue[0]!;
      const folder = next.task.model.folder;
      const thread =
        free.find(({ lastModel }) => lastModel === folder) ??
        (threads.size < Math.max(1, settings.most(threads.size)) ? start() : free[0]);
      if (!thread) return;
      queue.shift();
      send(thread, next);
    }
  };

  const send = (thread: Thread, waiting: Waiting): void => {
    const { model, texts, html } = waiting.task;
    clearTimeout(thread.idle);
    thread.current = waiting;
    thread.lastModel = model.folder;
    thread.worker.ref();
    thread.limit = setTimeout(
      () => died(thread, new Error('it has not answered in time')),
      limitMs(texts),
    ).unref();
    const request: TranslateRequest = { id: ++thread.requestId, model, texts, html };
    thread.worker.postMessage(request);
  };

  /**
   * Removes a task that nobody waits for from the queue, or ends its thread if the task does not end soon.
   */
  const abandon = (waiting: Waiting): void => {
    queue = queue.filter((other) => other !== waiting);
    const thread = [...threads].find(({ current }) => current === waiting);
    if (!thread) return;
    setTimeout(() => {
      if (thread.current !== waiting) return;
      release(thread);
      void retire(thread);
      dispatch();
    }, CANCEL_GRACE_MS).unref();
  };

  return {
    async run(task, signal) {
      if (closed) throw new EngineClosedError();
      signal.throwIfAborted();
      const { waiting, answers } = waitFor(task, signal, abandon);
      const behind = task.urgent ? queue.findIndex((other) => !other.task.urgent) : -1;
      queue.splice(behind === -1 ? queue.length : behind, 0, waiting);
      dispatch();
      return answers;
    },
    count: () => threads.size,
    async close() {
      closed = true;
      const left = [...queue, ...[...threads].flatMap(({ current }) => current ?? [])];
      queue = [];
      for (const waiting of left) waiting.reject(new EngineClosedError());
      await Promise.allSettled([...threads].map(retire));
    },
  };
}

/** Running threads: what they do is the caller's. */
function createPool(
  file: string,
  idleMs: number,
  on: {
    readonly answered: (thread: Thread, reply: TranslateReply) => void;
    readonly died: (thread: Thread, error: unknown) => void;
  },
) {
  const threads = new Set<Thread>();
  /** Ends a thread for good; resolves when it has ended. */
  const retire = (thread: Thread): Promise<unknown> => {
    threads.delete(thread);
    clearTimeout(thread.idle);
    clearTimeout(thread.limit);
    return thread.worker.terminate();
  };
  return {
    threads,
    retire,
    start: (): Thread => {
      const thread = newThread(file);
      threads.add(thread);
      thread.worker.on('message', (reply: TranslateReply) => on.answered(thread, reply));
      thread.worker.on('error', (error: unknown) => on.died(thread, error));
      thread.worker.on('exit', () => on.died(thread, undefined));
      return thread;
    },
    /** Marks a thread as idle. */
    release: (thread: Thread): void => {
      clearTimeout(thread.limit);
      thread.current = undefined;
      thread.worker.unref();
      if (threads.has(thread)) thread.idle = setTimeout(() => void retire(thread), idleMs).unref();
    },
  };
}

function newThread(file: string): Thread {
  const worker = new Worker(file, { stdout: true, stderr: true, env: {}, execArgv: [] });
  worker.unref();
  return {
    worker,
    lastModel: undefined,
    current: undefined,
    requestId: 0,
    limit: undefined,
    idle: undefined,
  };
}

function limitMs(texts: readonly string[]): number {
  const units = texts.reduce((sum, text) => sum + text.length, 0);
  return BASE_LIMIT_MS + units * LIMIT_MS_PER_UNIT;
}

/** Waits for the task's reply; at the signal rejects with its reason and calls `abandon`. */
function waitFor(
  task: ThreadTask,
  signal: AbortSignal,
  abandon: (waiting: Waiting) => void,
): { waiting: Waiting; answers: Promise<string[]> } {
  const end: Pick<Waiting, 'resolve' | 'reject'> = { resolve: () => undefined, reject: () => undefined };
  const answers = new Promise<string[]>((resolve, reject) => Object.assign(end, { resolve, reject }));
  const once = (act: () => void): void => {
    if (waiting.done) return;
    waiting.done = true;
    signal.removeEventListener('abort', onAbort);
    act();
  };
  const waiting: Waiting = {
    task,
    done: false,
    resolve: (lines) => once(() => end.resolve(lines)),
    reject: (reason) => once(() => end.reject(reason instanceof Error ? reason : new Error(String(reason)))),
  };
  const onAbort = (): void => {
    waiting.reject(signal.reason);
    abandon(waiting);
  };
  signal.addEventListener('abort', onAbort, { once: true });
  return { waiting, answers };
}

/** Converts a ThreadError to the engine's error. */
export function asEngineError(error: unknown): unknown {
  if (!(error instanceof ThreadError)) return error;
  const remedy = error.kind === 'damaged' ? ' Install the model again.' : '';
  return new EngineError(`${error.message}${remedy}`, { retryable: error.kind === 'aborted', cause: error });
}
