import { stat } from 'node:fs/promises';
import { RunnerDiedError, startThread } from '../../tasks/task-runner.ts';
import { createTaskPool, TaskOverdueError } from '../../tasks/task-pool.ts';
import type { PoolTask, TaskPool } from '../../tasks/task-pool.ts';
import { startDocumentProcess } from '../document/document-runner.ts';
import type {
  EffortTask,
  Plan,
  PlanTask,
  SegmentsPage,
  SegmentsTask,
  TranslatedTexts,
} from '../document-port.ts';
import { isOfJob, partOf, sizeOf } from '../text/chunk.ts';
import type { FinishTask, PrepareTask, PreparedChunk } from '../text/chunk.ts';
import { tagNames } from '../text/examine-texts.ts';
import type { ExaminedTexts, TextMarkup } from '../text/examine-texts.ts';
import { presentPlain } from '../text/present-texts.ts';
import type { PresentTask } from '../text/present-texts.ts';
import type { Finished } from '../text/segment-texts.ts';
import { ANSWER_GROWTH, areShort, MAX_SHORT_UNITS } from '../text/short-texts.ts';
import { WorkerError } from '../translation-port.ts';
import type { ChunkWork } from './translate-segments.ts';

/** The text processing of all jobs: short texts in a thread, others in processes. */
export interface TextTasks {
  /** Starts the thread for short texts, which otherwise starts with the first of them. */
  warm(): void;
  /** For one call of one job: stopped with its signal. */
  of(account: string, signal: AbortSignal): ChunkWork;
  examine(
    account: string,
    texts: readonly string[],
    markup: TextMarkup | undefined,
    signal: AbortSignal,
  ): Promise<ExaminedTexts>;
  present(account: string, task: PresentTask, signal: AbortSignal): Promise<TranslatedTexts>;
  plan(task: PlanTask, signal: AbortSignal): Promise<Plan>;
  page(task: SegmentsTask): Promise<SegmentsPage>;
  effort(task: EffortTask): Promise<Uint8Array>;
  close(): Promise<void>;
}

export interface TextTaskLimits {
  /** Milliseconds, for a chunk. */
  chunkMs: number;
  /** JavaScript heap of a process's thread. */
  heapMb: number;
  /** See areShort. */
  maxShortUnits: number;
}

/** A chunk of ordinary texts takes some milliseconds; the longest segment of 10 MB under a second. */
const DEFAULT_LIMITS: TextTaskLimits = { chunkMs: 20_000, heapMb: 512, maxShortUnits: MAX_SHORT_UNITS };
/**
 * Texts of one task of a chunk: some milliseconds, a tenth of a second before the code is warm. A large job has
 * chunks of 512, and other accounts' texts take turns with its tasks.
 */
const PIECE = 32;
/** Far above the time for short texts, even on a busy machine. */
const SHORT_MS = 3_000;
/** A file of segments of this size is read in some milliseconds. */
const SHORT_BYTES = 524_288;
/** A larger job, of 100,000 segments for instance, may take longer to read on a busy machine. */
const USUAL_BYTES = 1_048_576;
const YOUNG_HEAP_MB = 32;
const SHORT_HEAP_MB = 256;
/** Short texts leave little behind: more of it only makes the service larger. */
const SHORT_YOUNG_HEAP_MB = 16;
/** The second one serves other accounts while one account's texts take long. */
const PROCESSES = 2;
const IDLE_MS = 60_000;
/** Texts of a chunk that take too much and are left out. */
const MAX_LEFT_OUT = 3;

/** Runs a task, as short work first if it may be; `times`: how much longer it may take than a chunk. */
type Run = <Value>(isShort: boolean, task: Omit<PoolTask, 'limitMs'>, times?: number) => Promise<Value>;

/**
 * Slow texts never keep a short one waiting, and a process that dies has only read: a thread's fatal error
 * would end this process. `processPath`: the process that runs `threadPath` for it.
 */
export function createTextTasks(
  threadPath: string,
  processPath: string,
  settings: Partial<TextTaskLimits> = {},
): TextTasks {
  const { chunkMs, heapMb, maxShortUnits } = { ...DEFAULT_LIMITS, ...settings };
  const long = createTaskPool({
    start: () => startDocumentProcess(processPath, { heapMb, youngHeapMb: YOUNG_HEAP_MB }, threadPath),
    permits: PROCESSES,
    each: PROCESSES - 1,
    idleMs: IDLE_MS,
    keep: 0,
  });
  let started: TaskPool | undefined;
  const pools = {
    /** Kept once it runs: the first text after a pause is as fast as the next. */
    get short(): TaskPool {
      started ??= createTaskPool({
        start: () => startThread(threadPath, { heapMb: SHORT_HEAP_MB, youngHeapMb: SHORT_YOUNG_HEAP_MB }),
        permits: 1,
        each: 1,
        idleMs: IDLE_MS,
      });
      return started;
    },
    long,
  };
  const runIn = async <Value>(pool: keyof typeof pools, task: PoolTask): Promise<Value> => {
    try {
      return await pools[pool].run(task);
    } catch (error) {
      throw asWorkerError(error);
    }
  };
  /** Work that takes longer than short work is started again where it delays nothing else. */
  const run: Run = async (isShort, task, times = 1) => {
    if (isShort) {
      try {
        return await runIn('short', { ...task, limitMs: SHORT_MS, finishes: true });
      } catch (error) {
        if (!isOverdue(error)) throw error;
      }
    }
    return runIn('long', { ...task, limitMs: chunkMs * times });
  };
  const areAllShort = (texts: readonly string[], others: readonly string[]): boolean =>
    areShort(texts, maxShortUnits) && areShort(others, maxShortUnits, ANSWER_GROWTH);
  const read = async <Value>(
    name: string,
    task: ReadTask,
    { signal, mayBeShort = true }: { signal?: AbortSignal; mayBeShort?: boolean } = {},
  ): Promise<Value> => {
    // If the file is missing the reader itself reports the error.
    const { size } = await stat(task.segmentsPath).catch(() => ({ size: 0 }));
    const pooled = { account: task.account, name, task, signal };
    return run(mayBeShort && size <= SHORT_BYTES, pooled, Math.max(1, size / USUAL_BYTES));
  };

  return {
    warm: () => void pools.short,
    of: (account, signal) => chunkWork(account, signal, { run, maxShortUnits }),
    examine: (account, texts, markup, signal) => {
      const task = { texts, ...(markup ? { markup } : {}) };
      return run(areAllShort(withNames(texts, markup), []), { account, name: 'examine', task, signal });
    },
    present: async (account, task, signal) => {
      const { fragments, segments } = task;
      const texts = fragments
        ? withNames(fragments.texts, fragments.markup)
        : segments.map(({ text }) => text);
      const targets = task.targets.map(({ text }) => text);
      const isShort = areAllShort(texts, targets);
      // Takes less time than the way to the thread and back.
      if (isShort && !fragments) return presentPlain(task);
      return run(isShort, { account, name: 'present', task, signal });
    },
    plan: (task, signal) => read('plan', task, { signal }),
    page: (task) => read('page', task),
    // Loading the library of workbooks takes as long as many short texts.
    effort: (task) => read('effort', task, { mayBeShort: task.format !== 'xlsx' }),
    async close() {
      await Promise.all([started?.close(), long.close()]);
    },
  };
}

/** The work on the chunks of one call. */
function chunkWork(
  account: string,
  signal: AbortSignal,
  { run, maxShortUnits }: { readonly run: Run; readonly maxShortUnits: number },
): ChunkWork {
  /** Until known to be long: only the reader of a job's segments knows them. */
  let isShort = true;
  const prepare = async (task: PrepareTask): Promise<PreparedChunk> => {
    const { segments, glossary = '' } = task.chunk;
    // A glossary may have ten thousand terms to prepare.
    const maxUnits = maxShortUnits - glossary.length;
    const texts = isOfJob(segments) ? [] : segments.map(({ text }) => text);
    isShort &&= maxUnits >= 0 && areShort(texts, maxUnits);
    const pooled = { account, name: 'prepare', signal };
    const short =
      isShort && (await run<PreparedChunk | undefined>(true, { ...pooled, task: { ...task, maxUnits } }));
    if (short) return short;
    isShort = false;
    return run(false, { ...pooled, task });
  };
  const finish = (task: FinishTask): Promise<Finished> => {
    const given = task.answers.flatMap((own) => own?.filter((text) => text !== undefined) ?? []);
    return run(isShort && areShort(given, maxShortUnits, ANSWER_GROWTH), {
      account,
      name: 'finish',
      task,
      signal,
    });
  };
  return {
    async prepare(chunk, surrounded) {
      let surroundings: PreparedChunk['surroundings'];
      const questionsOf = async (from: number, to: number) => {
        const task = { chunk: partOf(chunk, from, to), ...(surrounded ? { surrounded } : {}) };
        const prepared = await prepare(task);
        surroundings ??= prepared.surroundings;
        return prepared.questions;
      };
      // Surroundings are those of the whole chunk.
      const work = surrounded ? questionsOf : inPieces(questionsOf);
      const questions = await isolated(sizeOf(chunk), work);
      return { questions, ...(surroundings ? { surroundings } : {}) };
    },
    async finish(chunk, answers, askAgain) {
      const targetsOf = async (from: number, to: number, own = answers.slice(from, to)) => {
        const task = { chunk: partOf(chunk, from, to), answers: own };
        const first = await finish(task);
        if ('targets' in first) return first.targets;
        const second = await finish({ ...task, second: await askAgain(first.again) });
        return 'targets' in second ? second.targets : [];
      };
      const found = await isolated(sizeOf(chunk), inPieces(targetsOf));
      return Promise.all(
        found.map(async (target, n) => target ?? (await targetsOf(n, n + 1, [undefined]))[0]!),
      );
    },
  };
}

function withNames(texts: readonly string[], markup: TextMarkup | undefined): readonly string[] {
  return markup ? [...texts, ...tagNames(markup)] : texts;
}

type ReadTask = Pick<PlanTask, 'account' | 'segmentsPath'>;

/**
 * Processes `count` texts at once; if that takes too much, one at a time. A text that takes too much again is
 * undefined. More than MAX_LEFT_OUT of them fail the work.
 */
async function isolated<Value>(
  count: number,
  work: (from: number, to: number) => Promise<Value[]>,
): Promise<(Value | undefined)[]> {
  try {
    return await work(0, count);
  } catch (error) {
    if (!isOverdue(error)) throw error;
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

/** The same work in tasks of at most PIECE texts, one after the other. */
function inPieces<Value>(work: (from: number, to: number) => Promise<Value[]>): typeof work {
  return async (from, to) => {
    const done: Value[] = [];
    for (let next = from; next < to; next += PIECE) {
      done.push(...(await work(next, Math.min(to, next + PIECE))));
    }
    return done;
  };
}

function isOverdue(error: unknown): boolean {
  return error instanceof WorkerError && error.code === 'timeout';
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
