import type { Log } from '../log.ts';
import type { ActiveJob } from './active-job.ts';

/** What happens to running jobs. The parts of this room meet here: whoever causes an event need not know who waits for it. */
interface JobEventMap {
  /** The job has begun, or gone on after a restart. */
  started: ActiveJob;
  /** Its progress or its stage is another. */
  progressed: ActiveJob;
  /** Its end is decided and clients may see it. */
  ended: ActiveJob;
}

export type JobEventName = keyof JobEventMap;

export interface JobEvents {
  /** Listeners are called in the order in which they came, until the returned function is called. */
  on(name: JobEventName, listener: (job: ActiveJob) => void): () => void;
  emit(name: JobEventName, job: ActiveJob): void;
}

export function createJobEvents(log: Log | undefined): JobEvents {
  const listeners: Record<JobEventName, Set<(job: ActiveJob) => void>> = {
    started: new Set(),
    progressed: new Set(),
    ended: new Set(),
  };
  return {
    on(name, listener) {
      listeners[name].add(listener);
      return () => void listeners[name].delete(listener);
    },
    emit(name, job) {
      for (const listener of listeners[name]) {
        try {
          listener(job);
        } catch (err) {
          // A listener's fault, such as a stream that has just closed, must not stop the job it listens to.
          log?.error({ job_id: job.record.id, err }, 'a listener of jobs failed');
        }
      }
    },
  };
}
