import type { JobEntry, JobStore } from '../store/port.ts';

export interface RetentionRule {
  /** Ended jobs older than this go; 0 keeps them. */
  readonly maxAgeDays: number;
  /** Of each account's ended jobs so many stay, the newest; 0 keeps them all. */
  readonly maxJobs: number;
}

const DAY_MS = 86_400_000;

/** Ended jobs that a retention rule no longer keeps, oldest first. */
export async function outdatedJobs(
  jobs: Pick<JobStore, 'all'>,
  rule: RetentionRule,
  now: number,
): Promise<JobEntry[]> {
  if (rule.maxAgeDays <= 0 && rule.maxJobs <= 0) return [];
  const ended: JobEntry[] = [];
  for await (const entry of jobs.all()) if (entry.job.status !== 'running') ended.push(entry);
  const kept = new Map<string, number>();
  return ended
    .reverse()
    .filter((entry) => {
      const count = (kept.get(entry.account_id) ?? 0) + 1;
      kept.set(entry.account_id, count);
      return isTooMany(count, rule.maxJobs) || isTooOld(entry, rule.maxAgeDays, now);
    })
    .reverse();
}

function isTooMany(count: number, maxJobs: number): boolean {
  return maxJobs > 0 && count > maxJobs;
}

function isTooOld({ job }: JobEntry, maxAgeDays: number, now: number): boolean {
  return maxAgeDays > 0 && now - Date.parse(job.finished_at ?? job.updated_at) > maxAgeDays * DAY_MS;
}
