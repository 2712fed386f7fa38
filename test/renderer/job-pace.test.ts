import { describe, expect, it } from 'vitest';
import { computed, ref } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { createJobPace } from '../../renderer/lib/job-pace.ts';

/** Jobs of 100 segments, each as far as `done` says; those of 100 have ended. */
function paced() {
  const jobs = ref<Job[]>([]);
  let seconds = 0;
  const pace = createJobPace(
    computed(() => jobs.value.filter((job) => job.status === 'running')),
    () => seconds * 1000,
  );
  return {
    pace,
    at: (now: number, done: Record<string, number>): Job[] => {
      seconds = now;
      const before = new Map(jobs.value.map((job) => [job.id, job]));
      jobs.value = Object.entries(done).map(
        ([id, completed]) =>
          ({
            id,
            status: completed === 100 ? 'done' : 'running',
            total_segments: 100,
            completed_segments: completed,
          }) as Job,
      );
      for (const job of jobs.value) pace.note(job, before.get(job.id));
      pace.sample();
      return jobs.value;
    },
  };
}

describe('the pace of jobs', () => {
  it('tells how long each takes, and how long all do', () => {
    const { pace, at } = paced();
    at(0, { fast: 0, slow: 0 });
    expect(pace.allTimeLeft.value).toBeUndefined();
    const [fast, slow] = at(10, { fast: 50, slow: 25 });
    expect([pace.timeLeft(fast!), pace.timeLeft(slow!)]).toEqual([10, 30]);
    // 125 segments at 7.5 a second.
    expect(pace.allTimeLeft.value).toBe(15);
  });

  it('counts the last segments of a job that ends, and says nothing once none runs', () => {
    const { pace, at } = paced();
    at(0, { first: 0, second: 0 });
    const [first] = at(10, { first: 100, second: 0 });
    expect(pace.timeLeft(first!)).toBeUndefined();
    expect(pace.allTimeLeft.value).toBe(10);
    at(20, { first: 100, second: 100 });
    expect(pace.allTimeLeft.value).toBeUndefined();
  });
});
