import type { z } from 'zod';
import type { ErrorCode } from './codes.ts';

/**
 * A route. http parses each request by these schemas before the handler sees it, and the OpenAPI document is
 * generated from them, so the two cannot disagree.
 */
export interface RouteSpec {
  readonly method: 'get' | 'post' | 'put' | 'patch' | 'delete';
  /** As OpenAPI writes it: `/v1/jobs/{id}/events`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope the key must have. */
  readonly auth: 'none' | 'translate' | 'admin';
  /** Schema of each `{name}` in the path. A mismatch is 404, with the schema's message. */
  readonly params?: z.ZodObject;
  readonly query?: z.ZodObject;
  /** Request headers that the route reads. */
  readonly headers?: readonly RequestHeader[];
  readonly request?: JsonRequest | FormRequest;
  readonly answers: Readonly<Record<number, Answer>>;
  /** In addition to those of any request: 400, 403, 404, 405, 408, 431, 500, and 401 where there is auth. */
  readonly problems?: readonly ProblemCase[];
}

export interface JsonRequest {
  readonly type: 'application/json';
  readonly schema: z.ZodType;
  /** Bytes of the body; default `LIMITS.fileBytes`. */
  readonly maxBytes?: number;
  /** A request without a body is read as one without members. */
  readonly mayBeMissing?: true;
}

/** An upload: one part named `file`, and text fields. */
export interface FormRequest {
  readonly type: 'multipart/form-data';
  /** Schema of the text fields. */
  readonly schema: z.ZodObject;
  /** Names of the fields that hold JSON text. */
  readonly jsonFields: readonly string[];
  /** The file's description, for the OpenAPI document. */
  readonly file: string;
  /** Bytes of the file; default `LIMITS.fileBytes`. */
  readonly maxFileBytes?: number;
  /** Instead of the part named `file`: parts of these names, each at least once and at most `most` times. */
  readonly files?: { readonly names: readonly string[]; readonly most: number };
}

export interface Answer {
  readonly description: string;
  /** Schema of `data` in the success envelope. */
  readonly data?: z.ZodType;
  /** The media types of an answer without envelope. */
  readonly types?: readonly string[];
  /** Headers of each such answer. */
  readonly headers?: readonly ResponseHeader[];
  /** Headers of some answers; the description says when. */
  readonly sometimes?: readonly ResponseHeader[];
}

export interface ProblemCase {
  readonly status: number;
  readonly code: ErrorCode;
}

export type RequestHeader = 'Idempotency-Key' | 'Range' | 'If-Match' | 'If-None-Match' | 'If-Range';
export type ResponseHeader =
  | 'Allow'
  | 'Content-Disposition'
  | 'Content-Length'
  | 'Content-Range'
  | 'ETag'
  | 'Location'
  | 'Preview-Kind'
  | 'Page-Number'
  | 'Page-Box'
  | 'Retry-After'
  | 'WWW-Authenticate';

export const REFUSED = {
  credit: { status: 402, code: 'insufficient_credit' },
  conflict: { status: 409, code: 'conflict' },
  jobFailed: { status: 409, code: 'job_failed' },
  jobCancelled: { status: 409, code: 'job_cancelled' },
  layout: { status: 409, code: 'layout_unavailable' },
  tooLarge: { status: 413, code: 'invalid_request' },
  mediaType: { status: 415, code: 'invalid_request' },
  range: { status: 416, code: 'invalid_request' },
  mismatch: { status: 422, code: 'idempotency_mismatch' },
  quota: { status: 429, code: 'quota_exceeded' },
  running: { status: 429, code: 'too_many_jobs' },
  engine: { status: 503, code: 'engine_unavailable' },
  storage: { status: 507, code: 'storage_full' },
} as const satisfies Record<string, ProblemCase>;

export const WITH_BODY = [REFUSED.tooLarge, REFUSED.mediaType] as const;
export const NEW_JOB = [
  REFUSED.credit,
  REFUSED.quota,
  REFUSED.running,
  REFUSED.engine,
  REFUSED.storage,
] as const;
