import type { TranslatedChunk } from '../../worker/document-port.ts';
import { createWorkQueue, keyOf } from './work-queue.ts';
import type { Chunk, QueuedJob, QueueLimits } from './work-queue.ts';

export interface SchedulerTasks {
  translate(chunk: Chunk): Promise<TranslatedChunk>;
  /** Stores a translated chunk. Not called for a job that was removed meanwhile. */
  store(chunk: Chunk, translated: TranslatedChunk): Promise<void>;
  /** The chunk waits until `wake`, unless the job is removed. `begun`: performance.now() at dispatch. */
  failed(chunk: Chunk, error: unknown, begun: number): void;
}

/** Keeps engines busy with chunks of all running jobs, round robin. */
export interface Scheduler {
  add(job: QueuedJob): void;
  remove(jobId: string): void;
  wake(jobId: string): void;
  setSuspect(jobId: string, suspect: boolean): void;
  /** Stops dispatching; answers still under way are dropped when they arrive. */
  stop(): void;
}

export function createScheduler(limits: QueueLimits, tasks: SchedulerTasks): Scheduler {
  const queue = createWorkQueue(limits);
  const present = new Set<string>();
  /** When a chunk of each direction last came back. */
  const lastEnd = new Map<string, number>();
  let stopped = false;

  const dispatch = (): void => {
    for (let chunk = stopped ? undefined : queue.next(); chunk; chunk = queue.next()) void work(chunk);
  };

  const work = async (chunk: Chunk): Promise<void> => {
    const begun = performance.now();
    let translated: TranslatedChunk;
    try {
      translated = await tasks.translate(chunk);
    } catch (error) {
      queue.putBack(chunk);
      if (present.has(chunk.jobId) && !stopped) tasks.failed(chunk, error, begun);
      dispatch();
      return;
    }
    // Without the wait for the previous chunk, or chunks of a busy engine would become ever smaller.
    const end = performance.now();
    const key = keyOf(chunk.direction);
    const sincePrevious = end - Math.max(begun, lastEnd.get(key) ?? 0);
    lastEnd.set(key, end);
    // Storing overlaps with the next chunk: the engine is free already.
    queue.translated(chunk, translated.workedMs ?? sincePrevious, translated.batchChars);
    dispatch();
    if (present.has(chunk.jobId) && !stopped) await tasks.store(chunk, translated);
    queue.stored(chunk);
    dispatch();
  };

  return {
    add(job) {
      present.add(job.id);
      queue.add(job);
      dispatch();
    },
    remove(jobId) {
      present.delete(jobId);
      queue.remove(jobId);
      dispatch();
    },
    wake(jobId) {
      queue.wake(jobId);
      dispatch();
    },
    setSuspect: (jobId, suspect) => queue.setSuspect(jobId, suspect),
    stop() {
      stopped = true;
    },
  };
}
