import type { Specifics } from '../contract/index.ts';
import { isStorageFull, asStorageError } from '../lib/storage-error.ts';

export type ModelErrorCode = 'hash_mismatch' | 'not_found' | 'network' | 'no_space' | 'unusable';

/** Why a model could not be installed: a stable code, and a sentence with the remedy. */
export class ModelError extends Error {
  readonly code: ModelErrorCode;
  readonly specifics: Specifics;
  constructor(
    code: ModelErrorCode,
    message: string,
    { cause, ...specifics }: Specifics & { cause?: unknown } = {},
  ) {
    super(message, { cause });
    this.name = 'ModelError';
    this.code = code;
    this.specifics = specifics;
  }
}

/** The ModelError for a system error; any other error unchanged. */
export function asModelError(error: unknown): unknown {
  if (!isStorageFull(asStorageError(error))) return error;
  return new ModelError(
    'no_space',
    'The disk that holds the data folder is full. Free some space and install the model again; what was downloaded is kept.',
    { cause: error },
  );
}
