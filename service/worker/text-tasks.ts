import { WorkerError } from './port.ts';
import type { SegmentTexts } from './segment-texts.ts';
import { createTaskPool, TaskOverdueError } from './task-pool.ts';
import { RunnerDiedError, startThread } from './task-runner.ts';

/** The work on texts of all jobs, off the translation process's main thread. */
export interface TextTasks {
  /** For one call of one job: stopped with its signal. */
  of(account: string, signal: AbortSignal): SegmentTexts;
  close(): void;
}

export interface TextTaskLimits {
  /** Milliseconds, for a chunk. */
  chunkMs: number;
  /** JavaScript heap of a thread. */
  heapMb: number;
}

/** A chunk of honest texts takes some milliseconds; the longest segment of 10 MB under a second. */
const DEFAULT_LIMITS: TextTaskLimits = { chunkMs: 20_000, heapMb: 512 };
const YOUNG_HEAP_MB = 32;
/** A second one for another account, beside whose texts take long. */
const THREADS = 2;
const IDLE_MS = 60_000;

export function createTextTasks(threadPath: string, settings: Partial<TextTaskLimits> = {}): TextTasks {
  const { chunkMs, heapMb } = { ...DEFAULT_LIMITS, ...settings };
  const pool = createTaskPool({
    start: () => startThread(threadPath, { heapMb, youngHeapMb: YOUNG_HEAP_MB }),
    permits: THREADS,
    each: THREADS - 1,
    idleMs: IDLE_MS,
  });
  return {
    of: (account, signal) => {
      const run = async <Value>(name: string, task: unknown): Promise<Value> => {
        try {
          return await pool.run<Value>({ account, name, task, limitMs: chunkMs, signal });
        } catch (error) {
          throw asWorkerError(error);
        }
      };
      return {
        prepare: (chunk) => run('prepare', { chunk }),
        finish: (chunk, answers) => run('finish', { chunk, answers }),
      };
    },
    close: () => pool.close(),
  };
}

function asWorkerError(error: unknown): unknown {
  if (error instanceof RunnerDiedError && error.reason !== 'memory') {
    return new WorkerError('crashed', error.message, true);
  }
  if (!(error instanceof RunnerDiedError) && !(error instanceof TaskOverdueError)) return error;
  const what = error instanceof TaskOverdueError ? 'time' : 'memory';
  return new WorkerError(
    'timeout',
    `A text of this job takes more ${what} to prepare for translation, or to complete after it, than honest texts do.`,
    false,
  );
}
