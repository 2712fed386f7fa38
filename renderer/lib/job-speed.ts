import { computed, shallowRef } from 'vue';
import type { ComputedRef } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { addSample, secondsLeft } from './time-left.ts';
import type { Sample } from './time-left.ts';

/** How fast jobs advance, and so how long they take yet. */
export interface JobSpeed {
  /** Notes how far a job is, after each change of it. */
  note(job: Job, before: Job | undefined): void;
  /** Notes how far all jobs together are, once for all changes of a moment. */
  sample: () => void;
  forget(id: string): void;
  /** Seconds until a job is done, or undefined while there is too little to tell. */
  timeLeft: (job: Job) => number | undefined;
  /** Seconds until all that runs is done. */
  readonly allTimeLeft: ComputedRef<number | undefined>;
}

export function createJobSpeed(
  running: ComputedRef<readonly Job[]>,
  now: () => number = () => performance.now(),
): JobSpeed {
  const samples = new Map<string, Sample[]>();
  /** Segments that all jobs together have been given since some ran. */
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
