import { createFairSemaphore } from '../lib/semaphore.ts';
import type { TaskRunner } from './task-runner.ts';
import { abortError, fromErrorWire } from './wire-error.ts';
import type { Outcome } from './wire-error.ts';

export interface TaskPoolOptions {
  readonly start: () => TaskRunner;
  /** One that has been started already: it is kept, and taken first. */
  readonly first?: TaskRunner | undefined;
  /** Runners at work at the same time, in all and for one account. */
  permits: number;
  each: number;
  /** How long a runner beyond `keep` may stand idle. */
  idleMs: number;
  /** Runners that are kept though idle, and started before there is work; 1 unless told. */
  keep?: number;
}

export interface PoolTask {
  /** For whom: runners are given round robin to accounts. */
  account: string;
  name: string;
  task: unknown;
  /** Milliseconds; the wait for a runner is not counted. */
  limitMs: number;
  signal?: AbortSignal | undefined;
  /** Whether the task is done to its end once it has begun, also when it is aborted: it is shorter than its runner's start. */
  finishes?: boolean;
}

/** Runs tasks apart from this thread, each under a time limit. A task that is aborted or overdue is ended with its runner. */
export interface TaskPool {
  /**
   * Rejects with what the task throws, an AbortError, a TaskOverdueError, or the RunnerDiedError of its runner.
   */
  run<Value>(task: PoolTask): Promise<Value>;
  /** Aborts what is at work and what waits; nothing starts any more. Resolves when what was at work has ended. */
  close(): Promise<void>;
}

export class TaskOverdueError extends Error {
  readonly limitMs: number;
  constructor(limitMs: number) {
    super(`It took more than ${Math.round(limitMs / 1_000)} seconds.`);
    this.name = 'TaskOverdueError';
    this.limitMs = limitMs;
  }
}

export function createTaskPool({ start, first, permits, each, idleMs, keep = 1 }: TaskPoolOptions): TaskPool {
  const runFairly = createFairSemaphore({ permits, each });
  // The first task need not wait for a runner to load.
  const idle = first ? [first] : [];
  while (idle.length < keep) idle.push(start());
  /** Those at work, and what tells of their task's end. */
  const busy = new Map<TaskRunner, Promise<unknown>>();
  let isClosed = false;
  const isOver = (signal: AbortSignal | undefined): boolean => isClosed || signal?.aborted === true;

  const rest = (runner: TaskRunner): void => {
    idle.push(runner);
    setTimeout(() => {
      // The last one used is taken first: what is still at the front has stood there all the time.
      if (idle.length > keep && idle[0] === runner) idle.shift()?.kill();
    }, idleMs).unref();
  };

  const work = async <Value>({ name, task, limitMs, signal: given, finishes }: PoolTask): Promise<Value> => {
    if (isOver(given)) throw abortError();
    const signal = finishes ? undefined : given;
    const runner = idle.pop() ?? start();
    const running = runner.run(name, task);
    busy.set(runner, running);
    // Set by the timer while the task is awaited.
    const overdue = new AbortController();
    const stop = (): void => runner.kill();
    const timer = setTimeout(() => {
      overdue.abort();
      stop();
    }, limitMs);
    signal?.addEventListener('abort', stop, { once: true });
    try {
      const outcome = (await running) as Outcome<Value>;
      if (!overdue.signal.aborted && !signal?.aborted) rest(runner);
      if (outcome.ok) return outcome.value;
      throw fromErrorWire(outcome.error);
    } catch (error) {
      if (isOver(signal)) throw abortError();
      if (overdue.signal.aborted) throw new TaskOverdueError(limitMs);
      throw error;
    } finally {
      clearTimeout(timer);
      signal?.removeEventListener('abort', stop);
      busy.delete(runner);
    }
  };

  return {
    run: (task) => runFairly(task.account, () => work(task), task.signal),
    async close() {
      isClosed = true;
      for (const runner of [...idle.splice(0), ...busy.keys()]) runner.kill();
      await Promise.allSettled(busy.values());
    },
  };
}
