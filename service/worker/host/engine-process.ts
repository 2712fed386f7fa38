import { setTimeout as sleep } from 'node:timers/promises';
import { wrap } from 'comlink';
import type { Remote } from 'comlink';
import type { EngineConfiguration } from '../../engines/configuration.ts';
import { backoffMs } from '../../lib/backoff.ts';
import type { Log } from '../../log.ts';
import { createAloneGate } from './alone-gate.ts';
import { endpointOf, onSignal, postSignal } from '../endpoint.ts';
import { again } from '../again.ts';
import type { EnginePort } from '../engine-port.ts';
import { WorkerError } from '../../tasks/worker-error.ts';
import { HEARTBEAT, watchHeartbeat } from './heartbeat.ts';
import type { HeartbeatLimits } from './heartbeat.ts';
import type { WorkerChild } from './spawn.ts';
import { abortError, fromErrorWire } from '../../tasks/wire-error.ts';

export interface StartEngines {
  spawn: () => WorkerChild;
  /** A process that was started in advance, used first. */
  first?: WorkerChild | undefined;
  /** Sent to each new process before anything else, in its latest state. */
  engines?: EngineConfiguration;
  log: Log;
  /** Limits, ms: a call waiting for a process, a start, an orderly end. */
  limits?: { call?: number; start?: number; close?: number; heartbeat?: HeartbeatLimits };
}

/** The engines of this machine, in a process that is kept alive. */
export interface EngineProcess extends EnginePort {
  /** Resolves at the first start; rejects when the first tries fail. Further tries follow until `close`. */
  readonly started: Promise<void>;
  /** Called after each death and restart: calls in progress have been rejected as retryable. */
  onRestart(listener: () => void): void;
  /** The current process id, for diagnosis and tests. */
  readonly pid: number | undefined;
  /** Ends the process: asks, waits a bounded time, kills. */
  close(): Promise<void>;
}

/** The calls that are passed on, and whether each is repeated if the process dies during it. */
const CALLS: Readonly<
  Record<Exclude<keyof EnginePort, 'configure' | 'ask' | 'listTerms' | 'release'>, 'once' | 'again'>
> = {
  engines: 'again',
  localServers: 'again',
  testEngine: 'once',
  checkModel: 'once',
  route: 'again',
  direction: 'again',
  checker: 'again',
  checkTexts: 'once',
  workers: 'again',
};

const CALL_LIMIT_MS = 30_000;
const START_LIMIT_MS = 20_000;
const CLOSE_LIMIT_MS = 3_000;
const FIRST_START_TRIES = 3;
const RESTART_BACKOFF = { firstMs: 100, maxMs: 2_000 };
/** A process that lived this long was healthy: the next death starts from the short wait again. */
const CALM_MS = 15_000;

/** A running process, and the calls that wait for its answer. */
interface Connection {
  readonly child: WorkerChild;
  readonly api: Remote<EnginePort>;
  readonly pending: Set<(error: Error) => void>;
}

/** A call that waits for a process. */
interface Waiting {
  /** For `release`. */
  readonly id: string | undefined;
  resolve(connection: Connection): void;
  reject(error: Error): void;
}

/**
 * Starts the engine process and keeps one alive until `close`. Returns at once: calls made while it is down,
 * at the start or after a crash, wait for it. Calls in progress when it dies are rejected as retryable, since
 * comlink would leave them hanging forever. Throws if there is nothing to start.
 */
export function startEngineProcess(options: StartEngines): EngineProcess {
  const supervisor = new Supervisor(options);
  // In this process: waiting calls are neither lost nor suspected when the engine process dies.
  const gate = createAloneGate();
  const passedOn = Object.entries(CALLS).map(([name, tries]) => {
    const call = (task: unknown): Promise<unknown> =>
      supervisor.call((api) => (api as unknown as Record<string, Call>)[name]!(task));
    return [name, tries === 'once' ? call : (task: unknown) => again(() => call(task))];
  });
  return {
    ...(Object.fromEntries(passedOn) as Pick<EnginePort, keyof typeof CALLS>),
    started: supervisor.begin(),
    configure: (engines) => supervisor.configure(engines),
    // The caller retries, such as the runner of a job, which knows the journal.
    ask: (task) =>
      gate.run({ id: task.id, alone: task.options.alone === true }, () =>
        supervisor.call((api) => api.ask(task), task.id),
      ),
    listTerms: (task) => supervisor.call((api) => api.listTerms(task), task.id),
    release: (id) => {
      gate.withdraw(id);
      return supervisor.release(id);
    },
    onRestart: (listener) => supervisor.onRestart(listener),
    get pid() {
      return supervisor.pid;
    },
    close: () => supervisor.close(),
  };
}

type Call = (task: unknown) => Promise<unknown>;

class Supervisor {
  readonly #options: StartEngines;
  readonly #stopping = new AbortController();
  /** Deaths in quick succession, and when the last wait for a new process ended. */
  #deaths = 0;
  #lastStart = -Infinity;
  readonly #restartListeners = new Set<() => void>();
  #connection: Connection | undefined;
  /** A process that has not answered yet. */
  #starting: WorkerChild | undefined;
  /** Calls that wait for a process: resolved with the next one, rejected at the end. */
  #waiting = new Set<Waiting>();
  #closing: Promise<void> | undefined;

  #engines: EngineConfiguration | undefined;

  constructor(options: StartEngines) {
    this.#options = options;
    this.#engines = options.engines;
  }

  /** If the process is down, the next one gets it. */
  async configure(engines: EngineConfiguration): Promise<void> {
    this.#engines = engines;
    if (!this.#connection) return;
    await this.call((api) => api.configure(engines)).catch((error: unknown) => {
      // The process that replaces a dead one gets it first.
      if (!(error instanceof WorkerError) || error.code !== 'crashed') throw error;
    });
  }

  get pid(): number | undefined {
    return this.#connection?.child.pid;
  }

  onRestart(listener: () => void): void {
    this.#restartListeners.add(listener);
  }

  /** Spawns the first process before it returns; the promise resolves when that one is up. */
  begin(): Promise<void> {
    const started = this.#firstStart(this.#spawn(this.#options.first));
    started.catch((err: unknown) => {
      if (this.#closing) return;
      this.#options.log.error({ err }, 'engine process does not start, trying on');
      void this.#restart();
    });
    return started;
  }

  async #firstStart(first: WorkerChild): Promise<void> {
    for (let attempt = 1; ; attempt++) {
      try {
        await this.#connect(attempt === 1 ? first : this.#spawn());
        return;
      } catch (error) {
        if (this.#closing || attempt === FIRST_START_TRIES) throw error;
      }
    }
  }

  /** `id`: for `release`. */
  async call<Answer>(ask: (api: Remote<EnginePort>) => PromiseLike<Answer>, id?: string): Promise<Answer> {
    const connection = this.#connection ?? (await this.#nextConnection(id));
    return await new Promise<Answer>((resolve, reject) => {
      connection.pending.add(reject);
      Promise.resolve(ask(connection.api))
        .then(resolve, (wire: unknown) => reject(fromErrorWire(wire)))
        .finally(() => connection.pending.delete(reject));
    });
  }

  /** A dead process holds no work; calls waiting for the next one are dropped. */
  async release(id: string): Promise<void> {
    if (this.#connection) return this.call((api) => api.release(id));
    for (const entry of [...this.#waiting]) if (entry.id === id) entry.reject(abortError());
  }

  close(): Promise<void> {
    this.#closing ??= this.#end();
    return this.#closing;
  }

  #nextConnection(id: string | undefined): Promise<Connection> {
    if (this.#closing) return Promise.reject(crashed('The engine process has been closed.'));
    return new Promise((resolve, reject) => {
      const entry: Waiting = {
        id,
        resolve: (connection: Connection) => settle(() => resolve(connection)),
        reject: (error: Error) => settle(() => reject(error)),
      };
      const timer = setTimeout(
        () => entry.reject(crashed('The engine process did not come back in time.')),
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

  #spawn(child = this.#options.spawn()): WorkerChild {
    this.#starting = child;
    postSignal(child, 'keep-log');
    return child;
  }

  /** Waits until a new process reports that it is ready, and hands it the waiting calls. */
  async #connect(child: WorkerChild): Promise<void> {
    const { log } = this.#options;
    try {
      await ready(child, this.#options.limits?.start ?? START_LIMIT_MS);
    } finally {
      this.#starting = undefined;
    }
    const connection: Connection = {
      child,
      pending: new Set(),
      api: wrap<EnginePort>(endpointOf(child)),
    };
    const stopWatching = watchHeartbeat(child, this.#options.limits?.heartbeat ?? HEARTBEAT, () => {
      log.error({ worker_pid: child.pid }, 'engine process hangs, killing it');
      child.kill();
    });
    child.onExit((reason) => {
      stopWatching();
      this.#onExit(connection, reason);
    });
    // Not awaited: messages arrive in order, so the process is configured before the first call.
    if (this.#engines) void connection.api.configure(this.#engines);
    this.#connection = connection;
    log.info({ worker_pid: child.pid }, 'engine process ready');
    for (const entry of [...this.#waiting]) entry.resolve(connection);
  }

  #onExit(connection: Connection, reason: string): void {
    this.#connection = undefined;
    for (const reject of connection.pending) reject(crashed(`The engine process ended (${reason}).`));
    connection.pending.clear();
    if (this.#closing) return;
    this.#options.log.error(
      { worker_pid: connection.child.pid, reason },
      'engine process ended, starting it again',
    );
    void this.#restart();
  }

  async #restart(): Promise<void> {
    for (;;) {
      await this.#waitBeforeRestart();
      if (this.#closing) return;
      try {
        await this.#connect(this.#spawn());
        for (const listener of this.#restartListeners) listener();
        return;
      } catch (err) {
        this.#options.log.error({ err }, 'engine process did not start');
      }
    }
  }

  /** Longer with each death soon after the last, so that a broken process cannot spin the CPU. */
  async #waitBeforeRestart(): Promise<void> {
    this.#deaths = performance.now() - this.#lastStart > CALM_MS ? 1 : this.#deaths + 1;
    const wait = backoffMs(this.#deaths, RESTART_BACKOFF);
    await sleep(wait, undefined, { signal: this.#stopping.signal }).catch(() => undefined);
    this.#lastStart = performance.now();
  }

  async #end(): Promise<void> {
    this.#stopping.abort();
    for (const entry of [...this.#waiting]) entry.reject(crashed('The engine process has been closed.'));
    const child = this.#connection?.child ?? this.#starting;
    if (!child) return;
    const ended = new Promise<void>((resolve) => child.onExit(() => resolve()));
    if (this.#starting) child.kill();
    else postSignal(child, 'shut-down');
    const deadline = setTimeout(() => child.kill(), this.#options.limits?.close ?? CLOSE_LIMIT_MS);
    await ended;
    clearTimeout(deadline);
  }
}

/** Waits for a new process's first message. Rejects, with the process ended, if it dies or stays silent. */
function ready(child: WorkerChild, limitMs: number): Promise<void> {
  return new Promise((resolve, reject) => {
    const silence = setTimeout(() => {
      child.kill();
      reject(crashed(`The engine process did not start within ${limitMs} ms.`));
    }, limitMs);
    child.onExit((reason) => {
      clearTimeout(silence);
      reject(crashed(`The engine process ended while it started (${reason}).`));
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
