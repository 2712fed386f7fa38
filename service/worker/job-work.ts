import { setMaxListeners } from 'node:events';
import { abortError } from '../tasks/wire-error.ts';

/** The work in progress per job, for `release`. AbortSignals do not cross processes; ids do. */
export interface JobWork {
  /** Runs `work` under the job's signal. */
  run<Value>(jobId: string, work: (signal: AbortSignal) => Promise<Value>): Promise<Value>;
  /** Aborts the job's work, and resolves when it has ended. Later work of the same id starts afresh. */
  release(jobId: string): Promise<void>;
}

interface Job {
  readonly controller: AbortController;
  readonly running: Set<Promise<unknown>>;
}

export function createJobWork(): JobWork {
  const jobs = new Map<string, Job>();
  return {
    run: async (jobId, work) => {
      const job = jobs.get(jobId) ?? newJob();
      jobs.set(jobId, job);
      const running = work(job.controller.signal);
      job.running.add(running);
      try {
        const value = await running;
        // A result that arrives after the release is dropped.
        job.controller.signal.throwIfAborted();
        return value;
      } finally {
        job.running.delete(running);
        if (job.running.size === 0 && jobs.get(jobId) === job) jobs.delete(jobId);
      }
    },
    release: async (jobId) => {
      const job = jobs.get(jobId);
      if (!job) return;
      jobs.delete(jobId);
      job.controller.abort(abortError());
      await Promise.allSettled(job.running);
    },
  };
}

function newJob(): Job {
  const controller = new AbortController();
  // Each chunk waits for it, some twice; Node warns of a leak above ten listeners.
  setMaxListeners(0, controller.signal);
  return { controller, running: new Set() };
}
