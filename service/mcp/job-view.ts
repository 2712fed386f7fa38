import { z } from 'zod';
import type { Job } from '../contract/index.ts';
import { withoutAddresses } from '../client/cli-error.ts';
import { counted } from './counted.ts';

/** A job as assistants see it. */
export const jobShape = {
  job_id: z.string(),
  status: z.enum(['running', 'done', 'failed', 'cancelled']),
  stage: z.enum(['translating', 'assembling']).optional().describe('While it runs.'),
  completed_segments: z.int().nonnegative(),
  total_segments: z.int().nonnegative(),
  seconds_remaining: z.int().nonnegative().optional().describe('An estimate, while it runs.'),
  file_name: z.string().optional(),
  from: z.string(),
  to: z.string(),
  engine: z.string(),
  flagged_segments: z
    .int()
    .nonnegative()
    .optional()
    .describe('Segments to look at; list_segments shows them.'),
  warnings: z.array(z.string()),
  error: z.string().optional(),
};
export const jobViewSchema = z.strictObject(jobShape);
export type JobView = z.infer<typeof jobViewSchema>;

export function viewOf(job: Job, now = Date.now()): JobView {
  const remaining = secondsRemaining(job, now);
  return {
    job_id: job.id,
    status: job.status,
    ...(job.stage === undefined ? {} : { stage: job.stage }),
    completed_segments: completedOf(job),
    total_segments: job.total_segments,
    ...(remaining === undefined ? {} : { seconds_remaining: remaining }),
    ...(job.file_name === undefined ? {} : { file_name: job.file_name }),
    from: job.from,
    to: job.to,
    engine: job.engine,
    ...(job.status === 'done' ? { flagged_segments: job.flagged_segments ?? 0 } : {}),
    warnings: job.warnings.map(({ message }) => withoutAddresses(message)),
    ...(job.error === undefined ? {} : { error: withoutAddresses(job.error.message) }),
  };
}

export function completedOf(job: Job): number {
  return job.completed_segments ?? (job.status === 'done' ? job.total_segments : 0);
}

/** At the speed so far; undefined before the first segment. */
function secondsRemaining(job: Job, now: number): number | undefined {
  const completed = completedOf(job);
  if (job.status !== 'running' || completed === 0) return undefined;
  const elapsed = (now - Date.parse(job.created_at)) / 1_000;
  return Math.max(0, Math.round((elapsed / completed) * (job.total_segments - completed)));
}

/** A line for people. */
export function lineOf(view: JobView): string {
  const name = view.file_name ?? view.job_id;
  if (view.status === 'running') {
    return `${name} is being translated: ${view.completed_segments} of ${counted(view.total_segments, 'segment')}. Ask job_status with ${view.job_id}.`;
  }
  if (view.status === 'done') {
    return `${name} is translated (job ${view.job_id}). ${counted(view.flagged_segments ?? 0, 'segment')} flagged.`;
  }
  return `${name} ${view.status === 'failed' ? 'failed' : 'was cancelled'}. ${view.error ?? ''}`.trim();
}
