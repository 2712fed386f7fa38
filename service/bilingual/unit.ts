import { fieldProblem } from '../contract/index.ts';
import type { ProblemError, SegmentFlag, SegmentOrigin } from '../contract/index.ts';

/** A segment as a bilingual file holds it. Texts in the form in which the wire shows them: coded in documents, plain in batches. */
export interface BilingualUnit {
  readonly index: number;
  /** The client's own. */
  readonly id?: string;
  readonly source: string;
  readonly target: string;
  readonly origin: SegmentOrigin;
  readonly flags: readonly SegmentFlag[];
}

/** A done job as a bilingual file holds it. */
export interface BilingualJob {
  readonly id: string;
  /** Whether texts have inline codes. */
  readonly coded: boolean;
  /** Of the source document, or of the batch. */
  readonly name: string;
  /** Canonical tags. */
  readonly from: string;
  readonly to: string;
  readonly units: readonly BilingualUnit[];
}

/** What a file says of a segment. */
export interface ReadUnit {
  readonly index: number;
  readonly source: string;
  readonly target: string;
}

/** A bilingual file as read: `jobId` where the format has a place for it. */
export interface ReadFile {
  readonly jobId?: string;
  readonly units: readonly ReadUnit[];
}

/** More than any job has: a file with more is no export of one. */
export const MOST_UNITS = 5_000;

export function notAnExport(why: string): ProblemError {
  return fieldProblem(
    'file',
    'invalid',
    `This file cannot be imported: ${why}. Export the job as XLIFF, CSV or XLSX, change the translations there, and send that file.`,
    { reason: 'no_export' },
  );
}

export function tooManyUnits(): ProblemError {
  return notAnExport(`it has more than ${MOST_UNITS.toLocaleString('en')} segments, which no job has`);
}
