import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { Log } from '../log.ts';
import { endpointOf, onSignal, postSignal } from './endpoint.ts';
import { createBackoff } from './backoff.ts';
import { WorkerError } from './port.ts';
import type { TranslationPort, TranslationProcess } from './port.ts';
import { PULSE, watchPulse } from './pulse.ts';
import type { PulseLimits } from './pulse.ts';
import { settingsToArgs } from './spawn.ts';
import type { SpawnWorker, WorkerChild, WorkerSettings } from './spawn.ts';
import { fromErrorWire } from './wire-error.ts';

export interface StartTranslation {
  spawn: SpawnWorker;
  settings: WorkerSettings;
  log: Log;
  /** How long a call waits for a process that is down, a start may take, and an orderly end may take. Milliseconds. */
  limits?: { call?: number; start?: number; close?: number; pulse?: PulseLimits };
}

const CALL_LIMIT_MS = 30_000;
const START_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 3_000;
const FIRST_START_TRIES = 3;
const CALL_TRIES = 3;

/** A process that is up, and the calls that wait for its answer. */
interface Live {
  readonly child: WorkerChild;
  readonly api: Remote<TranslationPort>;
  readonly pending: Set<(error: Error) => void>;
}

/**
 * Starts the translation process and keeps one alive until `close`. Answers at once: calls made while it is not up, at the start
 * as after a crash, wait for it. Calls under way when it dies are rejected as retryable, since comlink would leave them
 * hanging for ever. Throws where there is nothing to start.
 */
export function startTranslation(options: StartTranslation): TranslationProcess {
  const owner = new ProcessOwner(options);
  return {
    started: owner.begin(),
    engines: () => owner.callAgain((api) => api.engines()),
    route: (request) => owner.callAgain((api) => api.route(request)),
    detect: (task) => owner.callAgain((api) => api.detect(task)),
    extract: (task) => owner.callAgain((api) => api.extract(task)),
    prepareBatch: (task) => owner.callAgain((api) => api.prepareBatch(task)),
    plan: (task) => owner.callAgain((api) => api.plan(task)),
    segments: (task) => owner.callAgain((api) => api.segments(task)),
    // The runner of a job retries these itself: it knows what has been journalled meanwhile.
    translate: (task) => owner.call((api) => api.translate(task)),
    assemble: (task) => owner.call((api) => api.assemble(task)),
    // A dead process holds no work of the job.
    release: (jobId) => (owner.isUp ? owner.call((api) => api.release(jobId)) : Promise.resolve()),
    onRestart: (listener) => owner.onRestart(listener),
    get pid() {
      return owner.pid;
    },
    close: () => owner.close(),
  };
}

class ProcessOwner {
  readonly #options: StartTranslation;
  readonly #backoff = createBackoff();
  readonly #restartListeners = new Set<() => void>();
  #live: Live | undefined;
  /** A process that has not said a word yet. */
  #starting: WorkerChild | undefined;
  /** Calls that wait for a process: resolved with the next one, rejected at the end. */
  #waiting = new Set<{ resolve(live: Live): void; reject(error: Error): void }>();
  #closing: Promise<void> | undefined;

  constructor(options: StartTranslation) {
    this.#options = options;
  }

  get isUp(): boolean {
    return this.#live !== undefined;
  }

  get pid(): number | undefined {
    return this.#live?.child.pid;
  }

  onRestart(listener: () => void): void {
    this.#restartListeners.add(listener);
  }

  /** Spawns the first process before it answers; what it answers tells when that one is up. */
  begin(): Promise<void> {
    const started = this.#firstStart(this.#spawn());
    started.catch((err: unknown) => {
      if (this.#closing) return;
      this.#options.log.error({ err }, 'translation process does not start, trying on');
      void this.#restart();
    });
    return started;
  }

  async #firstStart(first: WorkerChild): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#welcome(attempt === 1 ? first : this.#spawn());
        return;
      } catch (error) {
        if (this.#closing || attempt === FIRST_START_TRIES) throw error;
      }
    }
  }

  async call<Answer>(ask: (api: Remote<TranslationPort>) => PromiseLike<Answer>): Promise<Answer> {
    const live = this.#live ?? (await this.#nextLive());
    return await new Promise<Answer>((resolve, reject) => {
      live.pending.add(reject);
      Promise.resolve(ask(live.api))
        .then(resolve, (wire: unknown) => reject(fromErrorWire(wire)))
        .finally(() => live.pending.delete(reject));
    });
  }

  /**
   * A call that a client waits for and that leaves nothing half done: where the process dies under it, it is asked again.
   * Not without end, or a document that kills the process would do so for ever.
   */
  async callAgain<Answer>(ask: (api: Remote<TranslationPort>) => PromiseLike<Answer>): Promise<Answer> {
    for (let attempt = 1; ; attempt++) {
      try {
        return await this.call(ask);
      } catch (error) {
        const crashed = error instanceof WorkerError && error.code === 'crashed';
        if (!crashed || this.#closing || attempt === CALL_TRIES) throw error;
      }
    }
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #nextLive(): Promise<Live> {
    if (this.#closing) return Promise.reject(crashed('The translation process has been closed.'));
    return new Promise((resolve, reject) => {
      const entry = {
        resolve: (live: Live) => settle(() => resolve(live)),
        reject: (error: Error) => settle(() => reject(error)),
      };
      const timer = setTimeout(
        () => entry.reject(crashed('The translation process did not come back in time.')),
        this.#options.limits?.call ?? CALL_LIMIT_MS,
      );
      const settle = (act: () => void) => {
        clearTimeout(timer);
        this.#waiting.delete(entry);
        act();
      };
      this.#waiting.add(entry);
    });
  }

  #spawn(): WorkerChild {
    const { spawn, settings } = this.#options;
    const child = spawn(settingsToArgs(settings));
    this.#starting = child;
    return child;
  }

  /** Waits until a new process has said that it is ready, and gives it the calls that wait. */
  async #welcome(child: WorkerChild): Promise<void> {
    const { log } = this.#options;
    try {
      await ready(child, this.#options.limits?.start ?? START_LIMIT_MS);
    } finally {
      this.#starting = undefined;
    }
    const live: Live = { child, pending: new Set(), api: wrap<TranslationPort>(endpointOf(child)) };
    const stopWatching = watchPulse(child, this.#options.limits?.pulse ?? PULSE, () => {
      log.error({ worker_pid: child.pid }, 'translation process hangs, killing it');
      child.kill();
    });
    child.onExit((reason) => {
      stopWatching();
      this.#onExit(live, reason);
    });
    this.#live = live;
    log.info({ worker_pid: child.pid }, 'translation process ready');
    for (const entry of [...this.#waiting]) entry.resolve(live);
  }

  #onExit(live: Live, reason: string): void {
    this.#live = undefined;
    for (const reject of live.pending) reject(crashed(`The translation process ended (${reason}).`));
    live.pending.clear();
    if (this.#closing) return;
    this.#options.log.error(
      { worker_pid: live.child.pid, reason },
      'translation process ended, starting it again',
    );
    void this.#restart();
  }

  async #restart(): Promise<void> {
    while (!this.#closing) {
      await this.#backoff.wait();
      try {
        await this.#welcome(this.#spawn());
        for (const listener of this.#restartListeners) listener();
        return;
      } catch (err) {
        this.#options.log.error({ err }, 'translation process did not start');
      }
    }
  }

  async #end(): Promise<void> {
    this.#backoff.stop();
    for (const entry of [...this.#waiting]) entry.reject(crashed('The translation process has been closed.'));
    const child = this.#live?.child ?? this.#starting;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.onExit(() => resolve()));
    if (this.#starting) child.kill();
    else postSignal(child, 'shut-down');
    const patience = setTimeout(() => child.kill(), this.#options.limits?.close ?? CLOSE_LIMIT_MS);
    await ended;
    clearTimeout(patience);
  }
}

/** Waits for a new process's first word. Rejects, with the process ended, when it dies or stays silent. */
function ready(child: WorkerChild, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => {
      child.kill();
      reject(crashed(`The translation process did not start within ${limitMs} ms.`));
    }, limitMs);
    child.onExit((reason) => {
      clearTimeout(silence);
      reject(crashed(`The translation process ended while it started (${reason}).`));
    });
    onSignal(child, 'ready', () => {
      clearTimeout(silence);
      resolve();
    });
  });
}

function crashed(message: string): WorkerError {
  return new WorkerError('crashed', message, true);
}
