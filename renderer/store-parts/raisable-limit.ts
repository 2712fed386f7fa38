import { LIMITS } from '../../service/contract/api-limits.ts';
import { ServiceProblem } from '../api/errors.ts';
import type { RaisableLimit } from './upload-entry.ts';

const MEGABYTE = 1_048_576;

/** The limit that refused a document. */
export interface OverLimit {
  readonly count: number;
  readonly limit: number;
  /** Absent where no setting can let it in. */
  readonly raise: RaisableLimit | undefined;
}

/** The limit of the size that a file is over. */
export function overSize(bytes: number, maxFileMb: number): OverLimit | undefined {
  const limit = maxFileMb === 0 ? LIMITS.maxFileMb : maxFileMb;
  if (bytes <= limit * MEGABYTE) return undefined;
  const needed = Math.ceil(bytes / MEGABYTE);
  return {
    count: bytes,
    limit,
    raise: needed > LIMITS.maxFileMb ? undefined : { setting: 'max_file_mb', needed },
  };
}

/** The limit of segments by which the service has refused a document. */
export function overSegments(error: unknown): OverLimit | undefined {
  if (!(error instanceof ServiceProblem)) return undefined;
  const details = error.fields.find(({ code }) => code === 'too_many_segments')?.details;
  if (details?.['setting'] !== 'max_segments') return undefined;
  const [count, limit] = [Number(details['count']), Number(details['limit'])];
  // Rounded up: the next chapter should not need the same again.
  const needed = Math.min(Math.ceil(count / 1_000) * 1_000, LIMITS.maxDocumentSegments);
  return {
    count,
    limit,
    raise: count > LIMITS.maxDocumentSegments ? undefined : { setting: 'max_segments', needed },
  };
}
