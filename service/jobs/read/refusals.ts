import { ProblemError } from '../../contract/index.ts';
import type { JobError } from '../../contract/index.ts';
import { sourceDamaged, WorkerError } from '../../worker/translation-port.ts';
import { jobErrorOf } from '../run/failures.ts';

/** The refusal for files or segments that no longer exist. */
export function gone(detail: string): ProblemError {
  return new ProblemError('not_found', detail);
}

/** The refusal that tells the client why a job's segments could not be read. */
export function readRefusalOf(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error;
  const { code, message } = error;
  if (code === 'aborted') return gone('The job was deleted meanwhile.');
  return code === 'damaged_job' ? jobFailed({ code, message }) : error;
}

/** The refusal of a failed job's file, with the job's error. */
export function jobFailed(error: JobError | undefined): ProblemError {
  return new ProblemError(
    'job_failed',
    error?.message ?? 'This job failed.',
    error ? { jobError: error } : {},
  );
}

/** The refusal of work that needs the source, which is missing or damaged. */
export function sourceGone(): ProblemError {
  return jobFailed(jobErrorOf(sourceDamaged()));
}
