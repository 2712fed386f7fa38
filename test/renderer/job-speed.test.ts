import { describe, expect, it } from 'vitest';
import { computed, ref } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { createJobSpeed } from '../../renderer/lib/job-speed.ts';

/** Jobs of 100 segments, each as far as `done` says; those of 100 have ended. */
function timed() {
  const jobs = ref<Job[]>([]);
  let seconds = 0;
  const speed = createJobSpeed(
    computed(() => jobs.value.filter((job) => job.status === 'running')),
    () => seconds * 1000,
  );
  return {
    speed,
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
      for (const job of jobs.value) speed.note(job, before.get(job.id));
      speed.sample();
      return jobs.value;
    },
  };
}

describe('the speed of jobs', () => {
  it('shows how long each takes, and how long all do', () => {
    const { speed, at } = timed();
    at(0, { fast: 0, slow: 0 });
    expect(speed.allTimeLeft.value).toBeUndefined();
    const [fast, slow] = at(10, { fast: 50, slow: 25 });
    expect([speed.timeLeft(fast!), speed.timeLeft(slow!)]).toEqual([10, 30]);
    // 125 segments at 7.5 a second.
    expect(speed.allTimeLeft.value).toBe(15);
  });

  it('counts the last segments of a job that ends, and says nothing once none runs', () => {
    const { speed, at } = timed();
    at(0, { first: 0, second: 0 });
    const [first] = at(10, { first: 100, second: 0 });
    expect(speed.timeLeft(first!)).toBeUndefined();
    expect(speed.allTimeLeft.value).toBe(10);
    at(20, { first: 100, second: 100 });
    expect(speed.allTimeLeft.value).toBeUndefined();
  });
});
