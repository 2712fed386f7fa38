import type { Log } from '../log.ts';
import type { JobEntry } from '../records/job-entry.ts';
import type { ActiveJob } from './run/active-job.ts';
import type { JobChange } from './jobs-port.ts';

/**
 * `followed`: untouched segments that follow what was learned; nobody edited any. `checked`: those of which a checker said
 * something new; the job is as it was.
 */
export type EditedEntry = JobEntry & {
  readonly followed?: readonly number[];
  readonly checked?: readonly number[];
};

/** Events of jobs: senders do not know the listeners. */
interface JobEventMap extends Record<JobChange, unknown> {
  /** The job has begun, or was resumed after a restart. */
  started: ActiveJob;
  /** Its progress or stage has changed. */
  progressed: ActiveJob;
  /** Its end is decided and visible to clients. */
  ended: ActiveJob;
  /** A done job was edited. */
  edited: EditedEntry;
  /** A checker has said something new about segments of a done job. */
  checked: EditedEntry;
}

export interface JobEvents {
  /** Listeners are called in order of registration, until the returned function is called. */
  on<Name extends JobChange>(name: Name, listener: (job: JobEventMap[Name]) => void): () => void;
  emit<Name extends JobChange>(name: Name, job: JobEventMap[Name]): void;
}

export function createJobEvents(log: Log | undefined): JobEvents {
  const listeners: { [Name in JobChange]: Set<(job: JobEventMap[Name]) => void> } = {
    started: new Set(),
    progressed: new Set(),
    ended: new Set(),
    edited: new Set(),
    checked: new Set(),
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
          // A listener's fault, such as a stream that has just closed, must not stop the job.
          log?.error({ job_id: 'record' in job ? job.record.id : job.id, err }, 'a listener of jobs failed');
        }
      }
    },
  };
}
