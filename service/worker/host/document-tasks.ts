import { open, stat } from 'node:fs/promises';
import { fieldProblem, LIMITS, optionsOfFormat } from '../../contract/index.ts';
import type { AskedOptions, ProblemError } from '../../contract/index.ts';
import { WorkerError } from '../translation-port.ts';
import type {
  AssembleResult,
  AssembleTask,
  BatchResult,
  BatchTask,
  DrawnPage,
  DrawPageTask,
  CheckResult,
  CheckTask,
  CountedPackage,
  CountPackageTask,
  EditResult,
  EditTask,
  ExaminedDocument,
  ExamineDocumentTask,
  ExportTask,
  ExtractResult,
  ExtractTask,
  PackageTask,
  PreviewTask,
  ReadPackage,
  ReadPackageTask,
  RefusedFile,
  ReturnedPackage,
  ReturnPackageTask,
  UnpackEntryTask,
} from '../document-port.ts';
import { createTaskPool, TaskOverdueError } from '../../tasks/task-pool.ts';
import type { PoolTask } from '../../tasks/task-pool.ts';
import { DOCUMENT_HEAP, startDocumentProcess } from '../document/document-runner.ts';
import { RunnerDiedError } from '../../tasks/task-runner.ts';
import type { TaskRunner } from '../../tasks/task-runner.ts';

/** Work on documents and batches in separate processes, which can be killed. */
export interface DocumentTasks {
  extract(task: ExtractTask, signal: AbortSignal): Promise<ExtractResult | RefusedFile>;
  examine(task: ExamineDocumentTask, signal: AbortSignal): Promise<ExaminedDocument | RefusedFile>;
  prepareBatch(task: BatchTask, signal: AbortSignal): Promise<BatchResult>;
  assemble(task: AssembleTask, signal: AbortSignal): Promise<AssembleResult>;
  edit(task: EditTask, signal: AbortSignal): Promise<EditResult>;
  export(task: ExportTask, signal: AbortSignal): Promise<void>;
  check(task: CheckTask, signal: AbortSignal): Promise<CheckResult>;
  preview(task: PreviewTask, signal: AbortSignal): Promise<void>;
  drawPage(task: DrawPageTask, signal: AbortSignal): Promise<DrawnPage | undefined>;
  readPackage(task: ReadPackageTask, signal: AbortSignal): Promise<ReadPackage>;
  countPackage(task: CountPackageTask, signal: AbortSignal): Promise<CountedPackage>;
  returnPackage(task: ReturnPackageTask, signal: AbortSignal): Promise<ReturnedPackage>;
  unpackEntry(task: UnpackEntryTask, signal: AbortSignal): Promise<void>;
  close(): Promise<void>;
}

export interface DocumentTaskLimits {
  /** Milliseconds, not counting the time in the queue. */
  extractMs: number;
  assembleMs: number;
  /** JavaScript heap. The readers' own limits bound the memory outside it. */
  heapMb: number;
}

export interface DocumentTaskSettings extends Partial<DocumentTaskLimits> {
  /** Default format options for jobs, such as the environment's. */
  formatDefaults?: AskedOptions;
  /** Replaces the built thread. */
  threadPath?: string;
  /** A process that was started in advance. */
  first?: TaskRunner;
}

/** Far above an ordinary 10 MB file's needs (p99 0.4 s); assembly reads it again and writes it. */
const DEFAULT_LIMITS: DocumentTaskLimits = {
  extractMs: 30_000,
  assembleMs: 120_000,
  heapMb: DOCUMENT_HEAP.heapMb,
};
/** Above 10 MB or 1,100 segments a task may take proportionally longer, up to this. */
const MAX_MS = 600_000;
/** A PDF of many pages takes longer than its bytes tell: milliseconds for each page, and the least bytes of one. */
const PDF_PAGE_MS = 200;
const PDF_PAGE_BYTES = 500;
const PDF_PAGES = 2_000;
/** The header of a PDF is within these bytes (PDF Reference 1.7, Appendix H, note 13). */
const PDF_HEAD_BYTES = 1_024;
/** Size of a segments file that is built in the usual time. */
const SEGMENTS_BYTES = 4 * 1_048_576;
/** Starting another process costs 0.2 s and 50 MB: keep it through a session's pauses, not overnight. */
const IDLE_MS = 60_000;
/** A process reserved for a second account: slow files do not hold up another account's. */
const RESERVED = 1;
/** A batch up to this size takes some milliseconds: it never waits for a document, whose account it may be. */
const SMALL_BATCH_BYTES = 262_144;
const SMALL_BATCHES = 2;
/** A process killed by a person is not the document's fault, unless it happens twice. */
const TRIES = 2;

export function createDocumentTasks(processPath: string, settings: DocumentTaskSettings = {}): DocumentTasks {
  const { formatDefaults = {}, threadPath, first, ...limits } = { ...DEFAULT_LIMITS, ...settings };
  const heap = { ...DOCUMENT_HEAP, heapMb: limits.heapMb };
  const start = () => startDocumentProcess(processPath, heap, threadPath);
  const pool = createTaskPool({
    start,
    first,
    permits: LIMITS.concurrentExtractions + RESERVED,
    each: LIMITS.concurrentExtractions,
    idleMs: IDLE_MS,
  });
  const smallBatches = createTaskPool({
    ...{ start, permits: SMALL_BATCHES, each: SMALL_BATCHES - 1 },
    ...{ idleMs: IDLE_MS, keep: 0 },
  });

  const run = async <Value>(
    task: PoolTask,
    exhausted: (what: string) => Error,
    isSmallBatch = false,
  ): Promise<Value> => {
    for (let tries = 1; ; tries++) {
      try {
        return await (isSmallBatch ? smallBatches : pool).run<Value>(task);
      } catch (error) {
        if (error instanceof TaskOverdueError) {
          throw exhausted(`more than ${Math.round(error.limitMs / 1_000)} seconds`);
        }
        if (!(error instanceof RunnerDiedError)) throw error;
        if (error.reason === 'broken') throw new WorkerError('crashed', error.message, true);
        if (error.reason === 'memory' || tries === TRIES) {
          throw exhausted('more memory than a document may take');
        }
      }
    }
  };
  const withDefaults = <Task extends Pick<AssembleTask, 'fileType' | 'formatOptions'>>(task: Task): Task => {
    if (!task.fileType) return task;
    const names: readonly string[] = optionsOfFormat(task.fileType);
    const defaults = Object.entries(formatDefaults).filter(([name]) => names.includes(name));
    return { ...task, formatOptions: { ...Object.fromEntries(defaults), ...task.formatOptions } };
  };
  const within = (limitMs: number, times: number): number =>
    Math.max(limitMs, Math.min(limitMs * times, MAX_MS));
  const readingLimit = async ({
    sourcePath,
    maxSegments = 0,
  }: Omit<ExtractTask, 'segmentsPath'>): Promise<number> => {
    const [bytes, isPdf] = await Promise.all([bytesOf(sourcePath), beginsAsPdf(sourcePath)]);
    const usual = within(
      limits.extractMs,
      Math.max(bytes / LIMITS.fileBytes, maxSegments / LIMITS.documentSegments),
    );
    const pages = isPdf ? Math.min(PDF_PAGES, bytes / PDF_PAGE_BYTES) : 0;
    return Math.max(usual, limits.extractMs + pages * PDF_PAGE_MS);
  };
  const reading = async (name: string, task: Omit<ExtractTask, 'segmentsPath'>, signal: AbortSignal) => ({
    account: task.account,
    name,
    task,
    limitMs: await readingLimit(task),
    signal,
  });
  const building = async (name: string, task: BuildTask, signal: AbortSignal) => {
    const [source, segments] = await Promise.all([bytesOf(task.sourcePath), bytesOf(task.segmentsPath)]);
    const times = Math.max(source / LIMITS.fileBytes, segments / SEGMENTS_BYTES);
    return { account: task.account, name, task, limitMs: within(limits.assembleMs, times), signal };
  };

  const onPackage = async (name: string, task: PackageTask, signal: AbortSignal) => ({
    account: task.account,
    name,
    task,
    limitMs: within(limits.assembleMs, (await bytesOf(task.sourcePath)) / LIMITS.fileBytes),
    signal,
  });

  return {
    extract: async (task, signal) => run(await reading('extract', task, signal), hostileFile),
    examine: async (task, signal) => run(await reading('examine', task, signal), hostileFile),
    prepareBatch: async (task, signal) =>
      run(
        { account: task.account, name: 'prepareBatch', task, limitMs: limits.extractMs, signal },
        hostileBatch,
        (await bytesOf(task.sourcePath)) <= SMALL_BATCH_BYTES,
      ),
    assemble: async (task, signal) =>
      run(
        await building('assemble', withDefaults(task), signal),
        overdueResult,
        task.kind === 'batch' && (await bytesOf(task.segmentsPath)) <= SMALL_BATCH_BYTES,
      ),
    edit: async (task, signal) =>
      run(await building('edit', task, signal), task.imported ? hostileFile : overdueResult),
    export: async (task, signal) => run(await building('export', task, signal), overdueResult),
    drawPage: async (task, signal) => run(await building('drawPage', task, signal), overdueResult),
    check: async (task, signal) => run(await building('check', task, signal), overdueCheck),
    preview: async (task, signal) =>
      run(await building('preview', withDefaults(task), signal), overdueResult),
    readPackage: async (task, signal) => run(await onPackage('readPackage', task, signal), hostilePackage),
    countPackage: async (task, signal) =>
      run(
        { account: task.account, name: 'countPackage', task, limitMs: limits.assembleMs, signal },
        hostilePackage,
      ),
    returnPackage: async (task, signal) => run(await onPackage('returnPackage', task, signal), overdueResult),
    unpackEntry: async (task, signal) => run(await onPackage('unpackEntry', task, signal), overdueResult),
    close: async () => {
      await Promise.all([pool.close(), smallBatches.close()]);
    },
  };
}

/** A task on a job's files. */
type BuildTask = Pick<AssembleTask, 'account' | 'segmentsPath'> & {
  readonly sourcePath?: string | undefined;
};

/** 0 if there is no such file: the task reports that. */
async function bytesOf(path: string | undefined): Promise<number> {
  if (path === undefined) return 0;
  return (await stat(path).catch(() => ({ size: 0 }))).size;
}

async function beginsAsPdf(path: string): Promise<boolean> {
  const file = await open(path).catch(() => undefined);
  try {
    const head = Buffer.alloc(PDF_HEAD_BYTES);
    await file?.read(head, 0, head.length, 0);
    return head.includes('%PDF-');
  } finally {
    await file?.close();
  }
}

function overdueResult(what: string): WorkerError {
  return new WorkerError('timeout', `Building the translated file took ${what}.`, false);
}

function overdueCheck(what: string): WorkerError {
  return new WorkerError('timeout', `Checking the translations took ${what}.`, false);
}

function hostileFile(what: string): ProblemError {
  return fieldProblem(
    'file',
    'hostile_file',
    `This file cannot be read: it takes ${what}, which ordinary documents never do. ` +
      'It may be damaged. Open it in its program, save it under a new name and send it again.',
  );
}

function hostilePackage(): ProblemError {
  return fieldProblem(
    'file',
    'too_large',
    'The package takes more time or memory than is given to one. Ask for several smaller packages.',
  );
}

function hostileBatch(what: string): ProblemError {
  return fieldProblem(
    'segments',
    'invalid',
    `These segments cannot be read: they take ${what}, which ordinary texts never do. Send them in smaller pieces.`,
  );
}
