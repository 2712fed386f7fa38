import { ProblemError } from '../contract/index.ts';
import { errorCode } from './error-code.ts';

const FULL = ['ENOSPC', 'EDQUOT'];

/** The refusal `storage_full` for a full disk or quota of the system, else the error itself. */
export function asStorageError(error: unknown): unknown {
  return FULL.includes(errorCode(error) ?? '') ? diskFull(error) : error;
}

/** Awaits work on the disk; rejects as `asStorageError` says. */
export async function storing<T>(work: Promise<T>): Promise<T> {
  try {
    return await work;
  } catch (error) {
    throw asStorageError(error);
  }
}

export function isStorageFull(error: unknown): error is ProblemError {
  return error instanceof ProblemError && error.code === 'storage_full';
}

function diskFull(cause: unknown): ProblemError {
  const problem = new ProblemError(
    'storage_full',
    'There is no space left on the disk that holds the data folder. Free some space and try again.',
  );
  problem.cause = cause;
  return problem;
}
