import { WorkerError } from '../translation-port.ts';
import type { TranslationPort } from '../translation-port.ts';
import { createTaskPool, TaskOverdueError } from '../../tasks/task-pool.ts';
import { RunnerDiedError } from '../../tasks/task-runner.ts';
import { startDocumentProcess } from '../document/document-runner.ts';
import type { AlignmentPort } from '../alignment-port.ts';
import { createJobWork } from '../job-work.ts';

export interface AlignmentTasks extends AlignmentPort {
  close(): Promise<void>;
}

/** 20,000 sentences a side take some two minutes of an idle processor. */
const ALIGN_MS = 1_200_000;
const PAGE_MS = 60_000;
/** Both texts, their words and the table of links; a run that needs more is not one of 20,000 sentences. */
const HEAP_MB = 1_536;
const IDLE_MS = 30_000;

/** Alignments in processes of their own: a long one holds up neither documents nor the pages of another. */
export function createAlignmentTasks(
  processPath: string,
  translation: Pick<TranslationPort, 'translate' | 'release'>,
): AlignmentTasks {
  const work = createJobWork();
  const start = () => startDocumentProcess(processPath, { heapMb: HEAP_MB, youngHeapMb: 64 });
  const long = createTaskPool({ start, permits: 1, each: 1, idleMs: IDLE_MS, keep: 0 });
  const short = createTaskPool({ start, permits: 2, each: 1, idleMs: IDLE_MS, keep: 0 });
  const run = <Value>(
    pool: typeof long,
    name: string,
    task: { readonly id: string; readonly account: string },
    limitMs: number,
  ): Promise<Value> =>
    work.run(task.id, async (signal) => {
      try {
        return await pool.run<Value>({ account: task.account, name, task, limitMs, signal });
      } catch (error) {
        if (error instanceof TaskOverdueError || error instanceof RunnerDiedError) throw tooLong(error);
        throw error;
      }
    });
  return {
    split: (task) => run(short, 'splitTexts', task, PAGE_MS),
    align: (task) => run(long, 'alignJob', task, ALIGN_MS),
    pairs: (task) => run(short, 'pairsPage', task, PAGE_MS),
    change: (task) => run(short, 'changePairs', task, PAGE_MS),
    writeUnits: (task) => run(short, 'writeUnits', task, PAGE_MS),
    translate: async ({ id, account, owner, textsPath, engine, pair, indexes }) => {
      const { lines } = await translation.translate({
        jobId: id,
        ...{ account, owner },
        segmentsPath: textsPath,
        engine,
        pair,
        options: {},
        indexes,
      });
      return lines;
    },
    release: async (id) => {
      await Promise.all([work.release(id), translation.release(id)]);
    },
    close: async () => {
      await Promise.all([long.close(), short.close()]);
    },
  };
}

function tooLong(error: Error): WorkerError {
  const failure = new WorkerError(
    'timeout',
    'These files take more time or memory than an alignment may have. Split them at the same place and align the parts.',
    false,
  );
  failure.cause = error;
  return failure;
}
