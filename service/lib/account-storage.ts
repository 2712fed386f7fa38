import { ProblemError } from '../contract/index.ts';

const MB = 1_048_576;

/** Bytes that an account stores beside the item in question, and its limit in all. */
export interface StorageRoom {
  readonly stored: number;
  readonly limit: number;
}

/** Jobs, glossaries and memory of an account share one limit. `stored`: the bytes they use now. */
export function accountStorageFull({ stored, limit }: StorageRoom): ProblemError {
  const [takes, most] = [Math.ceil(stored / MB), Math.floor(limit / MB)];
  return new ProblemError(
    'storage_full',
    `This account's jobs, alignments, glossaries and memory take ${takes} MB on disk, and with this they would take more than the ${most} MB they may. ` +
      'Delete jobs, alignments and glossaries that are no longer needed, clear the memory of a direction, or raise max_stored_mb in the settings.',
    { reason: 'account_storage', details: { stored: takes, limit: most } },
  );
}
