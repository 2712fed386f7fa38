import { fieldProblem, LIMITS, ProblemError } from '../contract/index.ts';
import type { FieldErrorCode, Reason, SegmentFlag, SegmentOrigin, SegmentState } from '../contract/index.ts';
import type { SentencePlace } from '../documents/format.ts';

/** A segment in a bilingual file. Texts as on the wire: coded in documents, plain in batches. */
export interface BilingualUnit {
  readonly index: number;
  /** The client's own. */
  readonly id?: string;
  readonly source: string;
  readonly target: string;
  readonly origin: SegmentOrigin;
  /** `translated` where absent. */
  readonly state?: SegmentState;
  readonly flags: readonly SegmentFlag[];
  /** The reviewers' comments. */
  readonly comment?: string;
  /** The reviewer's own, where the export is to have it. */
  readonly privateNote?: string;
  /** For a sentence: its place in its paragraph. */
  readonly sentence?: SentencePlace;
}

/** A done job as a bilingual file holds it. */
export interface BilingualJob {
  readonly id: string;
  /** Whether texts have inline codes. */
  readonly coded: boolean;
  /** Name of the source document, or of the batch. */
  readonly name: string;
  /** Canonical tags. */
  readonly from: string;
  readonly to: string;
  readonly units: readonly BilingualUnit[];
}

/** One segment as a bilingual file has it. */
export interface ReadUnit {
  readonly index: number;
  readonly source: string;
  readonly target: string;
  /** As the file says, where it has a place for it. */
  readonly state?: SegmentState;
  /** All of it, where the file has a place for it. */
  readonly comment?: string;
  readonly privateNote?: string;
  /** Its row of a table has been merged with others, or divided: its texts may be in other cells. */
  readonly isRowChanged?: boolean;
}

/** A bilingual file as read: `jobId` where the format has a place for it. */
export interface ReadFile {
  readonly jobId?: string;
  readonly units: readonly ReadUnit[];
}

/** More than any job has: a file with more is no export of one. */
export const MAX_UNITS = LIMITS.maxDocumentSegments;

const ADVICE =
  'Export the job as XLIFF, CSV, XLSX or a Word table, change the translations there, and send that file.';

export function notAnExport(why: string, reason: Reason = 'no_export'): ProblemError {
  return fieldProblem('file', 'invalid', `This file cannot be imported: ${why}. ${ADVICE}`, { reason });
}

const DOCUMENT_ADVICE: readonly FieldErrorCode[] = ['damaged_file', 'hostile_file', 'undecodable_text'];

/** A refusal by the readers of documents without its advice, which is for documents. */
export function refusedImport(error: unknown): unknown {
  const code = error instanceof ProblemError ? error.errors[0]?.code : undefined;
  if (!(error instanceof ProblemError) || !code || !DOCUMENT_ADVICE.includes(code)) return error;
  const [what] = error.message.split('. ');
  return fieldProblem('file', code, `${what}. ${ADVICE}`, { reason: 'no_export' });
}

export function tooManyUnits(): ProblemError {
  return notAnExport(`it has more than ${MAX_UNITS.toLocaleString('en')} segments, which no job has`);
}
