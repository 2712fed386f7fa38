import { stat } from 'node:fs/promises';
import { fieldProblem } from '../contract/index.ts';
import type { ProblemError } from '../contract/index.ts';
import { builtFile } from '../lib/built-file.ts';
import { createTaskPool, TaskOverdueError } from '../tasks/task-pool.ts';
import { RunnerDiedError, startProcess } from '../tasks/task-runner.ts';
import type { ThreadLimits } from '../tasks/task-runner.ts';
import { WorkerError } from '../tasks/worker-error.ts';
import type { IMPORT_TASKS } from './import-thread.ts';

/**
 * Reads TMX files, glossaries, tables and entries in a request outside the host, under limits of time and memory,
 * round robin over accounts.
 */
export interface ImportReader {
  readUnits: Reader<'readUnits'>;
  readLanguages: Reader<'readLanguages'>;
  readGlossary: Reader<'readGlossary'>;
  readEntries: Reader<'readEntries'>;
  readTable: Reader<'readTable'>;
  writeTable: Reader<'writeTable'>;
  close(): Promise<void>;
}

type Tasks = typeof IMPORT_TASKS;
type Reader<Name extends keyof Tasks> = (
  account: string,
  task: Parameters<Tasks[Name]>[0],
  signal?: AbortSignal,
) => Promise<Awaited<ReturnType<Tasks[Name]>>>;

export interface ImportReaderOptions {
  readonly heap?: ThreadLimits;
  /** Milliseconds for a file of up to 10 MB; larger ones get proportionally more. */
  readonly limitMs?: number;
}

/** A TMX is read in chunks; a CSV of 10 MB as a whole, with the list of its cells. */
const HEAP: ThreadLimits = { heapMb: 512, youngHeapMb: 64 };
const LIMIT_MS = 30_000;
const LIMIT_BYTES = 10_485_760;
const IDLE_MS = 10_000;
/** A killed process is not the file's fault, unless it happens again. */
const TRIES = 2;

export function createImportReader({
  heap = HEAP,
  limitMs = LIMIT_MS,
}: ImportReaderOptions = {}): ImportReader {
  const pool = createTaskPool({
    start: () =>
      startProcess(builtFile('document-process.js'), [JSON.stringify(heap), builtFile('import-thread.js')]),
    // One runner is reserved for a second account.
    permits: 2,
    each: 1,
    idleMs: IDLE_MS,
    keep: 0,
  });
  const run = async <Value>(
    name: keyof Tasks,
    account: string,
    task: object,
    size: number,
    signal?: AbortSignal,
  ): Promise<Value> => {
    const limit = limitMs * Math.max(1, size / LIMIT_BYTES);
    for (let tries = 1; ; tries++) {
      try {
        return await pool.run<Value>({ account, name, task, limitMs: limit, signal });
      } catch (error) {
        if (error instanceof TaskOverdueError)
          throw hostile(`more than ${Math.round(error.limitMs / 1_000)} seconds`);
        if (!(error instanceof RunnerDiedError)) throw error;
        if (error.reason === 'broken') throw new WorkerError('crashed', error.message, true);
        if (error.reason === 'memory' || tries === TRIES) throw hostile('more memory than a file may take');
      }
    }
  };
  const runFile = async <Value>(
    name: keyof Tasks,
    account: string,
    task: { readonly path: string },
    signal?: AbortSignal,
  ): Promise<Value> => run(name, account, task, (await stat(task.path)).size, signal);
  return {
    readUnits: (account, task, signal) => runFile('readUnits', account, task, signal),
    readLanguages: (account, task, signal) => runFile('readLanguages', account, task, signal),
    readGlossary: (account, task, signal) => runFile('readGlossary', account, task, signal),
    readEntries: (account, task, signal) =>
      run(
        'readEntries',
        account,
        task,
        task.asked.reduce((sum, { text }) => sum + text.length, 0),
        signal,
      ),
    readTable: (account, task, signal) => runFile('readTable', account, task, signal),
    writeTable: (account, task, signal) => runFile('writeTable', account, task, signal),
    close: () => pool.close(),
  };
}

function hostile(what: string): ProblemError {
  return fieldProblem(
    'file',
    'hostile_file',
    `This file cannot be read: it takes ${what}. It may be damaged. Export it again from its program and send the new file.`,
  );
}
