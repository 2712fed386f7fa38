import { computed, shallowRef } from 'vue';
import type { ComputedRef } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { addSample, secondsLeft } from './time-left.ts';
import type { Sample } from './time-left.ts';

/** The speed of jobs, and so their remaining time. */
export interface JobSpeed {
  /** Records a job's progress, after each change. */
  note(job: Job, before: Job | undefined): void;
  /** Records the progress of all jobs together, once for simultaneous changes. */
  sample: () => void;
  forget(id: string): void;
  /** Seconds until a job is done; undefined while there is too little data. */
  timeLeft: (job: Job) => number | undefined;
  /** Seconds until all running jobs are done. */
  readonly allTimeLeft: ComputedRef<number | undefined>;
}

export function createJobSpeed(
  running: ComputedRef<readonly Job[]>,
  now: () => number = () => performance.now(),
): JobSpeed {
  const samples = new Map<string, Sample[]>();
  /** Segments completed by all jobs together since the last idle time. */
  let given = 0;
  const allSamples = shallowRef<readonly Sample[]>([]);

  return {
    note(job, before) {
      const completed = job.completed_segments ?? 0;
      if (before?.status === 'running') given += completed - (before.completed_segments ?? 0);
      if (job.status === 'running')
        samples.set(job.id, addSample(samples.get(job.id) ?? [], { at: now(), completed }));
      else samples.delete(job.id);
    },
    sample() {
      const sample = { at: now(), completed: given };
      allSamples.value = running.value.length === 0 ? [] : addSample(allSamples.value, sample);
    },
    forget(id) {
      samples.delete(id);
    },
    timeLeft: (job) => secondsLeft(samples.get(job.id) ?? [], job.total_segments),
    allTimeLeft: computed(() => {
      const left = running.value.reduce(
        (sum, job) => sum + job.total_segments - (job.completed_segments ?? 0),
        0,
      );
      return secondsLeft(allSamples.value, (allSamples.value.at(-1)?.completed ?? 0) + left);
    }),
  };
}
