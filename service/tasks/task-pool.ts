import { createFairSemaphore } from '../lib/semaphore.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { TaskRunner } from './task-runner.ts';
import { abortError, fromErrorWire } from './wire-error.ts';
import type { Outcome } from './wire-error.ts';

export interface TaskPoolOptions {
  readonly start: () => TaskRunner;
  /** A runner that is already started. */
  readonly first?: TaskRunner | undefined;
  /** Runners at work at the same time, in all and for one account. */
  permits: number;
  each: number;
  /** Idle time after which a runner beyond `keep` is ended. */
  idleMs: number;
  /** Idle runners to keep, and to start ahead of work; default 1. */
  keep?: number;
}

export interface PoolTask {
  /** Runners are granted to accounts round robin. */
  account: string;
  name: string;
  task: unknown;
  /** Milliseconds, without the wait for a runner. */
  limitMs: number;
  signal?: AbortSignal | undefined;
  /** Once begun, the task ends even if aborted: that takes less time than starting a new runner. */
  finishes?: boolean;
}

/** Runs tasks in threads or processes under a time limit. Aborted or overdue tasks end their runner. */
export interface TaskPool {
  /** Rejects with the task's error, an AbortError, a TaskOverdueError, or a RunnerDiedError. */
  run<Value>(task: PoolTask): Promise<Value>;
  /**
   * Aborts all tasks and starts no more. Resolves when they have ended. `last`: a final task for idle
   * runners.
   */
  close(last?: Pick<PoolTask, 'name' | 'task' | 'limitMs'>): Promise<void>;
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
  // Started now, so that the first task does not wait for a runner to load.
  const idle = first ? [first] : [];
  while (idle.length < keep) idle.push(start());
  /** Busy runners, each with its task. */
  const busy = new Map<TaskRunner, Promise<unknown>>();
  let isClosed = false;
  const isOver = (signal: AbortSignal | undefined): boolean => isClosed || signal?.aborted === true;

  const rest = (runner: TaskRunner): void => {
    idle.push(runner);
    setTimeout(() => {
      // The most recent one is taken first, so the one at the front has been idle longest.
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
    async close(last) {
      isClosed = true;
      for (const runner of busy.keys()) runner.kill();
      await Promise.allSettled([
        ...busy.values(),
        ...idle.splice(0).map(async (runner) => {
          const ended = last ? runner.run(last.name, last.task) : Promise.resolve();
          await withTimeLimit(last?.limitMs ?? 0, ended).catch(() => undefined);
          runner.kill();
        }),
      ]);
    },
  };
}
