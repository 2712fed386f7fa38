import { WorkerError } from './port.ts';
import type { ChunkTexts, SegmentTexts } from './segment-texts.ts';
import { createTaskPool, TaskOverdueError } from './task-pool.ts';
import { RunnerDiedError, startThread } from './task-runner.ts';

/** The work on texts of all jobs, off the translation process's main thread. */
export interface TextTasks {
  /** For one call of one job: stopped with its signal. */
  of(account: string, signal: AbortSignal): SegmentTexts;
  /** Runs one of the other tasks of `text-thread.ts` by its name. */
  run<Value>(account: string, name: string, task: unknown, signal?: AbortSignal): Promise<Value>;
  close(): Promise<void>;
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
/** Texts of a chunk that take too much and are left out. */
const MOST_LEFT_OUT = 3;

export function createTextTasks(threadPath: string, settings: Partial<TextTaskLimits> = {}): TextTasks {
  const { chunkMs, heapMb } = { ...DEFAULT_LIMITS, ...settings };
  const pool = createTaskPool({
    start: () => startThread(threadPath, { heapMb, youngHeapMb: YOUNG_HEAP_MB, youngAtOnce: true }),
    permits: THREADS,
    each: THREADS - 1,
    idleMs: IDLE_MS,
  });
  const run: TextTasks['run'] = async (account, name, task, signal) => {
    try {
      return await pool.run({ account, name, task, limitMs: chunkMs, signal });
    } catch (error) {
      throw asWorkerError(error);
    }
  };
  return {
    of: (account, signal) => ({
      prepare: (chunk) =>
        isolated(chunk.segments.length, (from, to) =>
          run(account, 'prepare', { chunk: partOf(chunk, from, to) }, signal),
        ),
      finish: (chunk, answers) =>
        isolated(chunk.segments.length, (from, to) => {
          const task = { chunk: partOf(chunk, from, to), answers: answers.slice(from, to) };
          return run(account, 'finish', task, signal);
        }),
    }),
    run,
    close: () => pool.close(),
  };
}

function partOf(chunk: ChunkTexts, from: number, to: number): ChunkTexts {
  return { ...chunk, segments: chunk.segments.slice(from, to) };
}

/**
 * Works on `count` texts at once. Where that takes too much, on one at a time: what does it again is undefined. More than
 * MOST_LEFT_OUT are no accident, and fail the work.
 */
async function isolated<Value>(
  count: number,
  work: (from: number, to: number) => Promise<Value[]>,
): Promise<(Value | undefined)[]> {
  try {
    return await work(0, count);
  } catch (error) {
    if (!(error instanceof WorkerError && error.code === 'timeout')) throw error;
    if (count === 1) return [undefined];
    const done: (Value | undefined)[] = [];
    for (let n = 0; n < count; n++) {
      const [one] = await isolated(1, () => work(n, n + 1));
      done.push(one);
      if (done.filter((each) => each === undefined).length > MOST_LEFT_OUT) throw error;
    }
    return done;
  }
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
