import { z } from 'zod';
import { errorCodeSchema, ERROR_STATUS, fieldErrorCodeSchema } from './codes.ts';
import type { ErrorCode } from './codes.ts';
import { jobErrorSchema } from './job.ts';
import type { JobError } from './job.ts';
import { segmentSchema } from './resources/segments.ts';
import type { SegmentResource } from './resources/segments.ts';
import { specificsOf, specificsShape } from './specifics.ts';
import type { Specifics } from './specifics.ts';

export const fieldErrorSchema = z.object({
  /** The field as the client wrote it: `file`, `to`, `segments[3].text`. */
  field: z.string(),
  code: fieldErrorCodeSchema,
  message: z.string(),
  ...specificsShape,
});
export type FieldError = z.infer<typeof fieldErrorSchema>;

/** An error answer: RFC 9457 problem details, with our stable members beside the standard ones. */
export const problemSchema = z.object({
  context: errorCodeSchema,
  code: errorCodeSchema,
  type: z.string(),
  title: z.string(),
  status: z.int(),
  /** For people: what happened and what to do. */
  detail: z.string(),
  instance: z.string(),
  request_id: z.string(),
  ...specificsShape,
  errors: z.array(fieldErrorSchema).optional(),
  /** For `job_failed`: the job's error, as its status shows it. */
  error: jobErrorSchema.optional(),
  /** For `conflict` by a stale `If-Match`: the current state of the requested segments. */
  segments: z.array(segmentSchema).optional(),
});
export type Problem = z.infer<typeof problemSchema>;

/**
 * Thrown by any room to send the client an error. Holds only plain values, so that it crosses process
 * boundaries (`toWire`, `fromWire`). Anything else thrown becomes an `internal_error`.
 */
export class ProblemError extends Error {
  readonly code: ErrorCode;
  readonly status: number;
  readonly errors: FieldError[];
  /** Extra response headers, such as `Retry-After` (seconds) or `Allow`. */
  readonly headers: Record<string, string>;
  readonly jobError: JobError | undefined;
  readonly specifics: Specifics;
  readonly segments: readonly SegmentResource[] | undefined;

  constructor(code: ErrorCode, detail: string, more: ProblemMore = {}) {
    super(detail);
    this.name = 'ProblemError';
    this.code = code;
    this.status = more.status ?? ERROR_STATUS[code];
    this.errors = more.errors ?? [];
    this.headers = more.headers ?? {};
    this.jobError = more.jobError;
    this.specifics = specificsOf(more);
    this.segments = more.segments;
  }

  toWire(): ProblemWire {
    const { code, message, status, errors, headers, jobError, specifics, segments } = this;
    const plain = { code, message, status, errors, headers, ...specifics };
    return { problem: true, ...plain, ...(jobError ? { jobError } : {}), ...(segments ? { segments } : {}) };
  }

  static fromWire(wire: ProblemWire): ProblemError {
    return new ProblemError(wire.code, wire.message, wire);
  }
}

interface ProblemMore extends Specifics {
  status?: number;
  errors?: FieldError[];
  headers?: Record<string, string>;
  jobError?: JobError;
  segments?: readonly SegmentResource[];
}

export interface ProblemWire extends Specifics {
  problem: true;
  code: ErrorCode;
  message: string;
  status: number;
  errors: FieldError[];
  headers: Record<string, string>;
  jobError?: JobError;
  segments?: readonly SegmentResource[];
}

/** A refusal of one field: 400 `invalid_request` with a single entry in `errors`. */
export function fieldProblem(
  field: string,
  code: FieldError['code'],
  message: string,
  { status = 400, ...specifics }: Specifics & { status?: number } = {},
): ProblemError {
  const errors = [{ field, code, message, ...specifics }];
  return new ProblemError('invalid_request', message, { status, errors });
}
