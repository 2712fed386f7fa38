import { ProblemError } from '../../contract/index.ts';
import type { JobError } from '../../contract/index.ts';
import type { BackoffPolicy } from '../../lib/backoff.ts';
import type { Log } from '../../log.ts';
import { WorkerError } from '../../worker/translation-port.ts';

/** Consecutive tries without progress before a job fails. */
export const MAX_FAILURES = 5;
/** Waits between those tries. */
export const RETRY_BACKOFF: BackoffPolicy = { firstMs: 250, maxMs: 5_000 };

export function isRetryable(error: unknown): boolean {
  return error instanceof WorkerError && error.retryable;
}

export function isAborted(error: unknown): boolean {
  return error instanceof WorkerError && error.code === 'aborted';
}

export function isCrash(error: unknown): boolean {
  return error instanceof WorkerError && error.code === 'crashed';
}

export function isSourceDamaged(error: unknown): boolean {
  return error instanceof WorkerError && error.code === 'source_damaged';
}

/**
 * Why a job failed, for its `error`. Only messages written for people are passed on; others may hold paths.
 */
export function jobErrorOf(error: unknown): JobError {
  if (error instanceof ProblemError) {
    const known = error.code === 'storage_full' || error.code === 'engine_unavailable';
    return {
      code: known ? error.code : 'engine_failed',
      message: error.message,
      ...(known ? error.specifics : { details: { said: error.message } }),
    };
  }
  if (error instanceof WorkerError && (error.code === 'damaged_job' || error.code === 'source_damaged')) {
    return { code: error.code, message: error.message };
  }
  if (error instanceof WorkerError && error.code !== 'internal_error') {
    const tries = error.retryable ? ` It was tried ${MAX_FAILURES} times without progress.` : '';
    const said = asSentence(error.message);
    return { code: 'engine_failed', message: `${said}${tries}`, details: { said } };
  }
  return {
    code: 'internal_error',
    message: 'The job could not go on because of a fault in the service. The log says more; retry the job.',
  };
}

/** Why an engine that a request waits for has failed, for its client; other errors as they are. */
export function engineProblem(error: unknown, log: Log | undefined): unknown {
  if (!(error instanceof WorkerError) || isAborted(error)) return error;
  log?.error({ err: error }, 'an engine has failed a request');
  const { message } = error.code === 'internal_error' ? jobErrorOf(error) : error;
  return new ProblemError('engine_unavailable', asSentence(message));
}

function asSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
