import { LIMITS } from '../../service/contract/api-limits.ts';
import { ServiceProblem } from '../api/errors.ts';
import { words } from '../i18n/words.ts';
import type { RaisableLimit } from './upload-entry.ts';

const MEGABYTE = 1_048_576;

/** The limit that a document exceeds. */
export interface OverLimit {
  readonly count: number;
  readonly limit: number;
  /** Absent if no setting can admit it. */
  readonly raise: RaisableLimit | undefined;
}

/** The limit on size that a file exceeds. */
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

/** The limit on segments by which the service refused a document. */
export function overSegments(error: unknown): OverLimit | undefined {
  if (!(error instanceof ServiceProblem)) return undefined;
  const details = error.fields.find(({ code }) => code === 'too_many_segments')?.details;
  if (details?.['setting'] !== 'max_segments') return undefined;
  const [count, limit] = [Number(details['count']), Number(details['limit'])];
  // Rounded up, so that the next chapter does not need the same again.
  const needed = Math.min(Math.ceil(count / 1_000) * 1_000, LIMITS.maxDocumentSegments);
  return {
    count,
    limit,
    raise: count > LIMITS.maxDocumentSegments ? undefined : { setting: 'max_segments', needed },
  };
}

/** Says it, and what helps. */
export function segmentsSentence({ count, limit }: OverLimit, isRaisable: boolean): string {
  return words.counted('upload.tooManySegments', count, {
    limit: words.number(limit),
    advice: words.t(isRaisable ? 'upload.raiseOrSplit' : 'upload.split'),
  });
}
