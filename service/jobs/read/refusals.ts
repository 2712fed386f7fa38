import { ProblemError } from '../../contract/index.ts';
import type { JobError } from '../../contract/index.ts';
import { sourceDamaged, WorkerError } from '../../worker/translation-port.ts';
import { jobErrorOf } from '../run/failures.ts';

/** The refusal of a file, or of segments, that are no longer there. */
export function gone(detail: string): ProblemError {
  return new ProblemError('not_found', detail);
}

/** Why a job's segments could not be read, for the client. */
export function readRefusalOf(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error;
  const { code, message } = error;
  if (code === 'aborted') return gone('The job was deleted meanwhile.');
  return code === 'damaged_job' ? jobFailed({ code, message }) : error;
}

/** The refusal of a file that the job cannot give, with the job's error. */
export function jobFailed(error: JobError | undefined): ProblemError {
  return new ProblemError(
    'job_failed',
    error?.message ?? 'This job failed.',
    error ? { jobError: error } : {},
  );
}

/** The refusal of what could be made of the source alone, which is missing or damaged. */
export function sourceGone(): ProblemError {
  return jobFailed(jobErrorOf(sourceDamaged()));
}
