import type { z } from 'zod';
import type { ErrorCode } from './codes.ts';
import { createdBatchSchema, createdDocumentSchema, FILE_MEDIA_TYPES, jobSchema } from './job.ts';
import {
  accountChangeSchema,
  batchRequestSchema,
  contentQuerySchema,
  documentFormSchema,
  jobListQuerySchema,
  newAccountSchema,
  newKeySchema,
  segmentsQuerySchema,
  sessionRequestSchema,
} from './requests.ts';
import {
  accountSchema,
  accountsSchema,
  enginesSchema,
  healthSchema,
  jobListSchema,
  keysSchema,
  languagesSchema,
  modelsSchema,
  newKeyAnswerSchema,
  segmentsSchema,
  sessionSchema,
  usageSchema,
} from './resources.ts';

/**
 * Every route of the service: http binds its handlers to this table and the OpenAPI document is generated from it, so
 * that neither can say what the other does not.
 */
export interface RouteSpec {
  readonly method: 'get' | 'post' | 'patch' | 'delete';
  /** As OpenAPI writes it: `/v1/jobs/{id}/events`. */
  readonly path: string;
  readonly tag: string;
  readonly summary: string;
  readonly description?: string;
  /** The scope the key must have. */
  readonly auth: 'none' | 'translate' | 'admin';
  readonly query?: z.ZodObject;
  /** Request headers with a meaning of their own. */
  readonly headers?: readonly RequestHeader[];
  readonly request?: {
    readonly type: 'application/json' | 'multipart/form-data';
    readonly schema: z.ZodType;
  };
  readonly answers: Readonly<Record<number, Answer>>;
  /** Beside those any request can get: 400, 403, 404, 405, 408, 431, 500, and 401 where there is auth. */
  readonly problems?: readonly ProblemCase[];
}

export interface Answer {
  readonly description: string;
  /** What `data` of the success envelope is. */
  readonly data?: z.ZodType;
  /** The media types of an answer without envelope. */
  readonly types?: readonly string[];
  /** Headers that each such answer has. */
  readonly headers?: readonly ResponseHeader[];
  /** Headers that it may have; the description says when. */
  readonly sometimes?: readonly ResponseHeader[];
}

export interface ProblemCase {
  readonly status: number;
  readonly code: ErrorCode;
}

export type RequestHeader = 'Idempotency-Key' | 'Range' | 'If-None-Match' | 'If-Range';
export type ResponseHeader =
  | 'Allow'
  | 'Content-Disposition'
  | 'Content-Length'
  | 'Content-Range'
  | 'ETag'
  | 'Location'
  | 'Retry-After'
  | 'WWW-Authenticate';

const REFUSED = {
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

const WITH_BODY = [REFUSED.tooLarge, REFUSED.mediaType] as const;
const NEW_JOB = [REFUSED.credit, REFUSED.quota, REFUSED.running, REFUSED.engine, REFUSED.storage] as const;

const STATUS_ANSWER: Answer = {
  description: 'The job. `Retry-After` while it runs.',
  data: jobSchema,
  sometimes: ['Retry-After'],
};

function createdAnswer(data: z.ZodType): Answer {
  return {
    description: 'The job is stored and runs.',
    data,
    headers: ['Location', 'Retry-After'],
  };
}

const FILE_TYPES = Object.values(FILE_MEDIA_TYPES);
const FILE_HEADERS = ['Content-Disposition', 'Content-Length', 'ETag'] as const;
const FILE_ANSWER: Answer = { description: 'The file.', types: FILE_TYPES, headers: FILE_HEADERS };
const PART_ANSWER: Answer = {
  description: 'The part that `Range` asked for.',
  types: FILE_TYPES,
  headers: [...FILE_HEADERS, 'Content-Range'],
};
const UNCHANGED_ANSWER: Answer = {
  description: 'The file is the one of `If-None-Match`.',
  headers: ['ETag'],
};

/** Under the kind's own path, and under /v1/jobs for clients that list jobs of both kinds. */
function segmentsRoute(base: string, tag: string) {
  return {
    method: 'get',
    path: `${base}/{id}/segments`,
    tag,
    summary: "The job's segments and their translations, also while it runs",
    description:
      'In pages. `translated_text` is null where there is no translation yet. Equal segments are translated once and show the same.',
    auth: 'translate',
    query: segmentsQuerySchema,
    answers: { 200: { description: 'A page of segments.', data: segmentsSchema } },
  } as const satisfies RouteSpec;
}

/** Routes that documents and batches have alike. */
function jobRoutes(kind: 'documents' | 'batch', noun: string) {
  const base = `/v1/translate/${kind}/{id}`;
  return {
    status: {
      method: 'get',
      path: base,
      tag: kind,
      summary: `Status of ${noun}`,
      auth: 'translate',
      answers: { 200: STATUS_ANSWER },
    },
    cancel: {
      method: 'post',
      path: `${base}/cancel`,
      tag: kind,
      summary: `Cancel ${noun}`,
      description: 'Asked again, answers the same. A job that is done or failed cannot be cancelled.',
      auth: 'translate',
      answers: { 200: { description: 'The job, already `cancelled`.', data: jobSchema } },
      problems: [REFUSED.conflict],
    },
    retry: {
      method: 'post',
      path: `${base}/retry`,
      tag: kind,
      summary: `Run ${noun} that failed or was cancelled again, as a new job`,
      auth: 'translate',
      answers: {
        202: createdAnswer(kind === 'documents' ? createdDocumentSchema : createdBatchSchema),
      },
      problems: [REFUSED.conflict, ...NEW_JOB],
    },
    segments: segmentsRoute(`/v1/translate/${kind}`, kind),
    remove: {
      method: 'delete',
      path: base,
      tag: kind,
      summary: `Delete ${noun} and its files; a running one is cancelled first`,
      auth: 'translate',
      answers: { 204: { description: 'Gone.' } },
    },
  } as const satisfies Record<string, RouteSpec>;
}

const document = jobRoutes('documents', 'a document job');
const batch = jobRoutes('batch', 'a batch job');

export const ROUTES = {
  createDocument: {
    method: 'post',
    path: '/v1/translate/documents',
    tag: 'documents',
    summary: 'Translate a document',
    auth: 'translate',
    headers: ['Idempotency-Key'],
    request: { type: 'multipart/form-data', schema: documentFormSchema },
    answers: { 202: createdAnswer(createdDocumentSchema) },
    problems: [...WITH_BODY, REFUSED.mismatch, ...NEW_JOB],
  },
  documentStatus: document.status,
  documentContent: {
    method: 'get',
    path: '/v1/translate/documents/{id}/content',
    tag: 'documents',
    summary: 'The translated file',
    auth: 'translate',
    query: contentQuerySchema,
    headers: ['Range', 'If-None-Match', 'If-Range'],
    answers: {
      200: FILE_ANSWER,
      202: { description: 'The job still runs.', data: jobSchema, headers: ['Retry-After'] },
      206: PART_ANSWER,
      304: UNCHANGED_ANSWER,
    },
    problems: [REFUSED.jobFailed, REFUSED.jobCancelled, REFUSED.layout, REFUSED.range],
  },
  documentSource: {
    method: 'get',
    path: '/v1/translate/documents/{id}/source',
    tag: 'documents',
    summary: 'The upload as it came',
    auth: 'translate',
    headers: ['Range', 'If-None-Match', 'If-Range'],
    answers: {
      200: FILE_ANSWER,
      206: PART_ANSWER,
      304: UNCHANGED_ANSWER,
    },
    problems: [REFUSED.range],
  },
  cancelDocument: document.cancel,
  documentSegments: document.segments,
  retryDocument: document.retry,
  deleteDocument: document.remove,

  createBatch: {
    method: 'post',
    path: '/v1/translate/batch',
    tag: 'batch',
    summary: 'Translate a list of segments',
    auth: 'translate',
    headers: ['Idempotency-Key'],
    request: { type: 'application/json', schema: batchRequestSchema },
    answers: { 202: createdAnswer(createdBatchSchema) },
    problems: [...WITH_BODY, REFUSED.mismatch, ...NEW_JOB],
  },
  batchStatus: batch.status,
  cancelBatch: batch.cancel,
  batchSegments: batch.segments,
  retryBatch: batch.retry,
  deleteBatch: batch.remove,

  listJobs: {
    method: 'get',
    path: '/v1/jobs',
    tag: 'jobs',
    summary: 'Jobs of the account, newest first',
    auth: 'translate',
    query: jobListQuerySchema,
    answers: { 200: { description: 'A page of jobs.', data: jobListSchema } },
  },
  jobSegments: segmentsRoute('/v1/jobs', 'jobs'),
  jobEvents: {
    method: 'get',
    path: '/v1/jobs/{id}/events',
    tag: 'jobs',
    summary: 'Progress of a job as Server-Sent Events',
    description:
      'Events `progress`, then one of `done`, `failed`, `cancelled`; data is the job as status shows it. The present state comes first.',
    auth: 'translate',
    answers: { 200: { description: 'The events.', types: ['text/event-stream'] } },
  },

  listLanguages: {
    method: 'get',
    path: '/v1/languages',
    tag: 'catalog',
    summary: 'Languages, and the pairs that can be translated',
    auth: 'translate',
    answers: { 200: { description: 'The catalog.', data: languagesSchema } },
  },
  listEngines: {
    method: 'get',
    path: '/v1/engines',
    tag: 'catalog',
    summary: 'Engines, what they can do, and why one is not ready',
    auth: 'translate',
    answers: { 200: { description: 'The engines in order of preference.', data: enginesSchema } },
  },
  listModels: {
    method: 'get',
    path: '/v1/models',
    tag: 'catalog',
    summary: 'Models of offline engines',
    auth: 'translate',
    answers: { 200: { description: 'The models.', data: modelsSchema } },
  },
  showUsage: {
    method: 'get',
    path: '/v1/usage',
    tag: 'accounts',
    summary: "The account's credit, usage and quota",
    auth: 'translate',
    answers: { 200: { description: 'The usage.', data: usageSchema } },
  },

  createSession: {
    method: 'post',
    path: '/v1/session',
    tag: 'accounts',
    summary: 'The session key for a one-time token',
    auth: 'none',
    request: { type: 'application/json', schema: sessionRequestSchema },
    answers: { 200: { description: 'The session key.', data: sessionSchema } },
    problems: [...WITH_BODY, { status: 401, code: 'unauthorized' }],
  },
  listAccounts: {
    method: 'get',
    path: '/v1/accounts',
    tag: 'accounts',
    summary: 'All accounts',
    auth: 'admin',
    answers: { 200: { description: 'The accounts.', data: accountsSchema } },
  },
  createAccount: {
    method: 'post',
    path: '/v1/accounts',
    tag: 'accounts',
    summary: 'Create an account',
    auth: 'admin',
    request: { type: 'application/json', schema: newAccountSchema },
    answers: { 201: { description: 'The new account.', data: accountSchema, headers: ['Location'] } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
  showAccount: {
    method: 'get',
    path: '/v1/accounts/{id}',
    tag: 'accounts',
    summary: 'One account',
    auth: 'admin',
    answers: { 200: { description: 'The account.', data: accountSchema } },
  },
  updateAccount: {
    method: 'patch',
    path: '/v1/accounts/{id}',
    tag: 'accounts',
    summary: "Change an account's name, balance or quota",
    auth: 'admin',
    request: { type: 'application/json', schema: accountChangeSchema },
    answers: { 200: { description: 'The account as it is now.', data: accountSchema } },
    problems: [...WITH_BODY, REFUSED.conflict, REFUSED.storage],
  },
  listKeys: {
    method: 'get',
    path: '/v1/keys',
    tag: 'accounts',
    summary: 'All keys, without their secrets',
    auth: 'admin',
    answers: { 200: { description: 'The keys.', data: keysSchema } },
  },
  createKey: {
    method: 'post',
    path: '/v1/keys',
    tag: 'accounts',
    summary: 'Create a key; it is shown this once',
    auth: 'admin',
    request: { type: 'application/json', schema: newKeySchema },
    answers: { 201: { description: 'The new key.', data: newKeyAnswerSchema } },
    problems: [...WITH_BODY, REFUSED.storage],
  },
  revokeKey: {
    method: 'delete',
    path: '/v1/keys/{id}',
    tag: 'accounts',
    summary: 'Revoke a key',
    auth: 'admin',
    answers: { 204: { description: 'The key no longer works.' } },
    problems: [REFUSED.storage],
  },

  health: {
    method: 'get',
    path: '/v1/health',
    tag: 'service',
    summary: 'Whether the service is up',
    auth: 'none',
    answers: { 200: { description: 'It is.', data: healthSchema } },
  },
  openApi: {
    method: 'get',
    path: '/v1/openapi.json',
    tag: 'service',
    summary: 'This document',
    auth: 'none',
    answers: { 200: { description: 'OpenAPI 3.1.', types: ['application/json'] } },
  },
  docs: {
    method: 'get',
    path: '/v1/docs',
    tag: 'service',
    summary: 'This document, as a page to read',
    auth: 'none',
    answers: { 200: { description: 'A page.', types: ['text/html'] } },
  },
} as const satisfies Record<string, RouteSpec>;

/** The name of a route: its handler's name, and `operationId` in the OpenAPI document. */
export type OperationId = keyof typeof ROUTES;
