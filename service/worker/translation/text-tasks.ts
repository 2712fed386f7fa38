import { examineTexts, tagNames, writeTexts } from '../text/examine-texts.ts';
import type { ExaminedTexts, TextMarkup } from '../text/examine-texts.ts';
import { WorkerError } from '../translation-port.ts';
import { createSegmentTexts } from '../text/segment-texts.ts';
import type { ChunkTexts, SegmentTexts } from '../text/segment-texts.ts';
import { createTaskPool, TaskOverdueError } from '../../tasks/task-pool.ts';
import { RunnerDiedError, startThread } from '../../tasks/task-runner.ts';

/** The work on all jobs' texts: short ones here, others in threads. */
export interface TextTasks {
  /** For one call of one job: stopped with its signal. */
  of(account: string, signal: AbortSignal): SegmentTexts;
  examine(
    account: string,
    texts: readonly string[],
    markup: TextMarkup | undefined,
    signal: AbortSignal,
  ): Promise<ExaminedTexts>;
  /** Fragments with markup, with `targets` in the place of their segments. */
  write(
    account: string,
    task: { texts: readonly string[]; markup: TextMarkup; targets: readonly (string | null)[] },
    signal: AbortSignal,
  ): Promise<string[]>;
  /** Runs one of the other tasks of `text-thread.ts` by its name. `times`: how many times a chunk's limit it has. */
  run<Value>(
    account: string,
    name: string,
    task: unknown,
    signal?: AbortSignal,
    times?: number,
  ): Promise<Value>;
  close(): Promise<void>;
}

export interface TextTaskLimits {
  /** Milliseconds, for a chunk. */
  chunkMs: number;
  /** JavaScript heap of a thread. */
  heapMb: number;
  /** UTF-16 units of short texts, all together. */
  inlineUnits: number;
}

/** A chunk of ordinary texts takes some milliseconds; the longest segment of 10 MB under a second. */
const DEFAULT_LIMITS: TextTaskLimits = { chunkMs: 20_000, heapMb: 512, inlineUnits: 40_000 };
/**
 * Limit of a short text, UTF-16 units. As many as `inlineUnits` allows take some milliseconds, and of the
 * worst shapes known 0.15 s in two halves: they are not worth the way to a thread and back, nor most jobs a
 * thread.
 */
const SHORT = 1_000;
/** How many times as long answers may be: some languages need more words, some engines write too many. */
const ANSWER_GROWTH = 2;
const YOUNG_HEAP_MB = 32;
/** A second one for another account, beside whose texts take long. */
const THREADS = 2;
const IDLE_MS = 60_000;
/** Texts of a chunk that take too much and are left out. */
const MAX_LEFT_OUT = 3;

export function createTextTasks(threadPath: string, settings: Partial<TextTaskLimits> = {}): TextTasks {
  const { chunkMs, heapMb, inlineUnits } = { ...DEFAULT_LIMITS, ...settings };
  const here = createSegmentTexts();
  const pool = createTaskPool({
    start: () => startThread(threadPath, { heapMb, youngHeapMb: YOUNG_HEAP_MB }),
    permits: THREADS,
    each: THREADS - 1,
    idleMs: IDLE_MS,
    keep: 0,
  });
  const areShort = (texts: readonly string[], growth = 1): boolean =>
    texts.every(({ length }) => length <= growth * SHORT) &&
    texts.reduce((sum, { length }) => sum + length, 0) <= growth * inlineUnits;
  // A glossary may have ten thousand terms to make ready.
  const isShort = ({ segments, glossary }: ChunkTexts): boolean =>
    glossary === undefined && areShort(segments.map(({ text }) => text));

  const run: TextTasks['run'] = async (account, name, task, signal, times = 1) => {
    try {
      return await pool.run({ account, name, task, limitMs: chunkMs * times, signal });
    } catch (error) {
      throw asWorkerError(error);
    }
  };
  return {
    of: (account, signal) => ({
      prepare: async (chunk) => {
        signal.throwIfAborted();
        if (isShort(chunk)) return here.prepare(chunk);
        return isolated(chunk.segments.length, (from, to) =>
          run(account, 'prepare', { chunk: partOf(chunk, from, to) }, signal),
        );
      },
      finish: async (chunk, answers) => {
        signal.throwIfAborted();
        const given = answers.flatMap((own) => own.filter((answer) => answer !== undefined));
        if (isShort(chunk) && areShort(given, ANSWER_GROWTH)) return here.finish(chunk, answers);
        return isolated(chunk.segments.length, (from, to) => {
          const task = { chunk: partOf(chunk, from, to), answers: answers.slice(from, to) };
          return run(account, 'finish', task, signal);
        });
      },
    }),
    examine: async (account, texts, markup, signal) =>
      areShort(withNames(texts, markup))
        ? examineTexts(texts, markup)
        : run(account, 'examine', { texts, ...(markup ? { markup } : {}) }, signal),
    write: async (account, { texts, markup, targets }, signal) =>
      areShort(withNames(texts, markup)) &&
      areShort(
        targets.map((target) => target ?? ''),
        ANSWER_GROWTH,
      )
        ? writeTexts(texts, markup, targets)
        : run(account, 'write', { texts, markup, targets }, signal),
    run,
    close: () => pool.close(),
  };
}

function withNames(texts: readonly string[], markup: TextMarkup | undefined): readonly string[] {
  return markup ? [...texts, ...tagNames(markup)] : texts;
}

function partOf(chunk: ChunkTexts, from: number, to: number): ChunkTexts {
  return { ...chunk, segments: chunk.segments.slice(from, to) };
}

/**
 * Works on `count` texts at once. Where that takes too much, on one at a time: what does it again is
 * undefined. More than MAX_LEFT_OUT are no accident, and fail the work.
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
      if (done.filter((each) => each === undefined).length > MAX_LEFT_OUT) throw error;
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
    `A text of this job takes more ${what} to prepare for translation, or to complete after it, than ordinary texts do.`,
    false,
  );
}
