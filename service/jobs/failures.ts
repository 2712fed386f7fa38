import { ProblemError } from '../contract/index.ts';
import type { JobError } from '../contract/index.ts';
import { StorageFullError } from '../store/port.ts';
import { WorkerError } from '../worker/port.ts';

/** Tries in a row without progress before a job fails. */
export const MOST_FAILURES = 5;
const FIRST_PAUSE_MS = 250;
const MOST_PAUSE_MS = 5_000;

/** How long to wait before the next try: doubles with each failure in a row. */
export function pauseAfter(failures: number): number {
  return Math.min(MOST_PAUSE_MS, FIRST_PAUSE_MS * 2 ** Math.max(0, failures - 1));
}

export function isRetryable(error: unknown): boolean {
  return error instanceof WorkerError && error.retryable;
}

export function isCrash(error: unknown): boolean {
  return error instanceof WorkerError && error.code === 'crashed';
}

/** Why a job failed, for its `error`. Only messages made for people are passed on; others may hold paths. */
export function jobErrorOf(error: unknown): JobError {
  if (error instanceof StorageFullError) return { code: 'storage_full', message: error.message };
  if (error instanceof ProblemError) {
    const known = error.code === 'storage_full' || error.code === 'engine_unavailable';
    return { code: known ? error.code : 'engine_failed', message: error.message };
  }
  if (error instanceof WorkerError && error.code === 'damaged_job') {
    return { code: error.code, message: error.message };
  }
  if (error instanceof WorkerError && error.code !== 'internal_error') {
    const tries = error.retryable ? ` It was tried ${MOST_FAILURES} times without progress.` : '';
    return { code: 'engine_failed', message: `${asSentence(error.message)}${tries}` };
  }
  return {
    code: 'internal_error',
    message: 'The job could not go on because of a fault in the service. The log says more; retry the job.',
  };
}

/** The refusal of a request for a reason of storage; other errors as they are. */
export function asProblem(error: unknown): unknown {
  return error instanceof StorageFullError ? new ProblemError('storage_full', error.message) : error;
}

function asSentence(message: string): string {
  return /[.!?]$/.test(message) ? message : `${message}.`;
}
