import type { Job } from '../../../service/contract/index.ts';

/** The progress shown in the taskbar. */
export interface Activity {
  running: number;
  /** 0–1 over all jobs since work began; undefined while nothing runs. */
  progress: number | undefined;
}

/** Sums up all accounts' jobs. Pure. */
export interface JobActivity {
  /** Applies a change. Returns whether it ended the job. */
  apply(job: Job): boolean;
  now(): Activity;
}

export function createJobActivity(): JobActivity {
  const running = new Map<string, { done: number; total: number }>();
  // Ended jobs stay in the sum until all have ended, or progress would fall with each one.
  let ended = { done: 0, total: 0 };

  return {
    apply(job) {
      const total = job.total_segments;
      if (job.status === 'running') {
        running.set(job.id, { done: job.completed_segments ?? 0, total });
        return false;
      }
      const hasEnded = running.delete(job.id);
      if (hasEnded && job.status === 'done') ended = { done: ended.done + total, total: ended.total + total };
      if (running.size === 0) ended = { done: 0, total: 0 };
      return hasEnded;
    },
    now() {
      if (running.size === 0) return { running: 0, progress: undefined };
      let { done, total } = ended;
      for (const job of running.values()) {
        done += job.done;
        total += job.total;
      }
      return { running: running.size, progress: total === 0 ? 0 : Math.min(1, done / total) };
    },
  };
}
