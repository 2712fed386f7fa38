import { Piscina } from 'piscina';
import { fieldProblem, LIMITS } from '../contract/index.ts';
import type { FileType } from '../contract/index.ts';
import type { Outcome } from './document-thread.ts';
import { createSlots } from './slots.ts';
import { WorkerError } from './port.ts';
import type { AssembleResult, AssembleTask, DetectTask, ExtractResult, ExtractTask } from './port.ts';
import { abortError, fromErrorWire } from './wire-error.ts';

/** Extraction and assembly in threads of their own, which can be stopped whatever the document makes them do. */
export interface DocumentTasks {
  detect(task: DetectTask): Promise<FileType>;
  extract(task: ExtractTask, signal: AbortSignal): Promise<ExtractResult>;
  assemble(task: AssembleTask, signal: AbortSignal): Promise<AssembleResult>;
  close(): Promise<void>;
}

export interface DocumentTaskLimits {
  /** Milliseconds; the time a task waits for a thread is not counted. */
  extractMs: number;
  assembleMs: number;
  /** JavaScript heap of a thread. The readers' own caps bound what lies outside it. */
  heapMb: number;
}

export interface DocumentTaskSettings extends Partial<DocumentTaskLimits> {
  /** See AssembleOptions. */
  escapeFormulas?: boolean;
}

/** 30 s and 1 GB are far above what an honest 10 MB file takes (p99 0.4 s); assembly re-reads the file and writes it too. */
const DEFAULT_LIMITS: DocumentTaskLimits = { extractMs: 30_000, assembleMs: 120_000, heapMb: 1_024 };
/**
 * What a document is read into lives just long enough to be moved out of Node's 48 MB for new objects, over and over. A third
 * more halves the time that extraction and assembly of 1,100 paragraphs take; still more gains nothing.
 */
const YOUNG_HEAP_MB = 64;
/** A second thread costs 0.2 s and some 30 MB: keep it through a working session's pauses, not through the night. */
const IDLE_MS = 60_000;

export function createDocumentTasks(threadPath: string, settings: DocumentTaskSettings = {}): DocumentTasks {
  const { escapeFormulas = true, ...limits } = { ...DEFAULT_LIMITS, ...settings };
  const threads = LIMITS.concurrentExtractions;
  const pool = new Piscina({
    filename: threadPath,
    // The first upload need not wait for a thread to load the filters (0.2 s).
    minThreads: 1,
    maxThreads: threads,
    idleTimeout: IDLE_MS,
    resourceLimits: { maxOldGenerationSizeMb: limits.heapMb, maxYoungGenerationSizeMb: YOUNG_HEAP_MB },
    // Atomics.wait would block the thread's event loop between tasks, and with it timers of the libraries.
    atomics: 'disabled',
  });
  // A thread that dies without a task (killed while idle) is replaced; there is nobody to tell.
  pool.on('error', () => undefined);
  const slots = createSlots(threads);

  const run = <Value>(name: string, task: unknown, limitMs: number, signal: AbortSignal) =>
    slots.run(signal, async () => {
      const overdue = AbortSignal.timeout(limitMs);
      try {
        // piscina ends the thread of a task whose signal aborts.
        const answer = (await pool.run(task, {
          name,
          signal: AbortSignal.any([signal, overdue]),
        })) as Outcome<Value>;
        if (answer.ok) return answer.value;
        throw fromErrorWire(answer.error);
      } catch (error) {
        if (signal.aborted) throw abortError();
        if (overdue.aborted) throw new Exhausted(`more than ${Math.round(limitMs / 1000)} seconds`);
        if (isOutOfMemory(error)) throw new Exhausted('more memory than a document may take');
        throw error;
      }
    });

  return {
    detect: (task) =>
      run<FileType>('detect', task, limits.extractMs, new AbortController().signal).catch(refuseExhausted),
    extract: (task, signal) =>
      run<ExtractResult>('extract', task, limits.extractMs, signal).catch(refuseExhausted),
    assemble: (task, signal) =>
      run<AssembleResult>('assemble', { ...task, escapeFormulas }, limits.assembleMs, signal).catch(
        (error: unknown) => {
          if (!(error instanceof Exhausted)) throw error;
          throw new WorkerError('timeout', `Building the translated file took ${error.what}.`, false);
        },
      ),
    close: () => pool.destroy(),
  };
}

/** A task over its time or memory limit. */
class Exhausted extends Error {
  readonly what: string;
  constructor(what: string) {
    super(what);
    this.what = what;
  }
}

function refuseExhausted(error: unknown): never {
  if (!(error instanceof Exhausted)) throw error;
  throw fieldProblem(
    'file',
    'hostile_file',
    `This file cannot be read: it takes ${error.what}, which honest documents never do. ` +
      'It may be damaged. Open it in its program, save it under a new name and send it again.',
  );
}

function isOutOfMemory(error: unknown): boolean {
  return error instanceof Error && 'code' in error && error.code === 'ERR_WORKER_OUT_OF_MEMORY';
}
