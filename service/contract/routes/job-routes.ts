import { z } from 'zod';
import { noFieldsSchema } from '../fields.ts';
import { createdBatchSchema, createdDocumentSchema, EXPORT_MEDIA_TYPES, jobSchema } from '../job.ts';
import { LIMITS } from '../api-limits.ts';
import { checksQuerySchema, ignoreRequestSchema, jobChecksSchema } from '../checks.ts';
import {
  editQuerySchema,
  editRequestSchema,
  exportQuerySchema,
  jobParams,
  joinRequestSchema,
  secondRequestSchema,
  segmentParams,
  segmentsQuerySchema,
  splitRequestSchema,
} from '../requests/jobs.ts';
import { effortSchema } from '../resources/effort.ts';
import {
  editedSegmentsSchema,
  importedSegmentsSchema,
  reshapedSegmentsSchema,
  segmentHistorySchema,
  segmentsSchema,
} from '../resources/segments.ts';
import { NEW_JOB, REFUSED, WITH_BODY } from '../route-spec.ts';
import type { Answer, RouteSpec } from '../route-spec.ts';

const STATUS_ANSWER: Answer = {
  description: 'The job. `Retry-After` while it runs.',
  data: jobSchema,
  sometimes: ['Retry-After'],
};

/** Refusals of requests that edit a done job's translations. */
const CHANGES_REFUSED = [
  ...WITH_BODY,
  REFUSED.conflict,
  REFUSED.jobFailed,
  REFUSED.jobCancelled,
  REFUSED.storage,
];

export function createdAnswer(data: z.ZodType): Answer {
  return {
    description: 'The job is stored and runs.',
    data,
    headers: ['Location', 'Retry-After'],
  };
}

/** At the kind's own path, and at /v1/jobs for clients that list jobs of both kinds. */
export function segmentsRoute(base: string, tag: string) {
  return {
    method: 'get',
    path: `${base}/{id}/segments`,
    tag,
    summary: "The job's segments and their translations, also while it runs",
    description:
      'In pages. `translated_text` is null where there is no translation yet. Equal segments are translated once and show the same.',
    auth: 'translate',
    params: jobParams,
    query: segmentsQuerySchema,
    answers: { 200: { description: 'A page of segments.', data: segmentsSchema } },
  } as const satisfies RouteSpec;
}

export function editRoute(base: string, tag: string) {
  return {
    method: 'patch',
    path: `${base}/{id}/segments`,
    tag,
    summary: "Change translations of a done job's segments",
    description:
      'All of them or none. The answer comes once they are stored; the file is built when it is asked for. Each standalone code of the ' +
      'source must be in the translation once, and pairs well nested. Costs nothing. With the `revision` that the client has last seen ' +
      'as `If-Match`, an edit that came in between is not overwritten: `conflict`, with the present `segments`.',
    auth: 'translate',
    params: jobParams,
    query: editQuerySchema,
    headers: ['If-Match'],
    request: { type: 'application/json', schema: editRequestSchema },
    answers: { 200: { description: 'The changed segments.', data: editedSegmentsSchema } },
    problems: CHANGES_REFUSED,
  } as const satisfies RouteSpec;
}

export const secondRoute = {
  method: 'post',
  path: '/v1/jobs/{id}/segments/second',
  tag: 'jobs',
  summary: 'Another engine translates some segments of a done job',
  description:
    'A second opinion: the answer is a new batch, which is watched, cancelled, charged and deleted as others are. As it goes on, the segments of ' +
    'this job get its answers as `offers` of the kind `second`. Confirmed and copied segments are left out. Nothing changes by itself.',
  auth: 'translate',
  params: jobParams,
  headers: ['Idempotency-Key'],
  request: { type: 'application/json', schema: secondRequestSchema },
  answers: { 202: createdAnswer(createdBatchSchema) },
  problems: [...WITH_BODY, REFUSED.conflict, REFUSED.mismatch, ...NEW_JOB],
} as const satisfies RouteSpec;

/** The versions of one segment. */
export const historyRoute = {
  method: 'get',
  path: '/v1/jobs/{id}/segments/{index}/history',
  tag: 'jobs',
  summary: "A segment's earlier translations: the engine's or the memory's answer, and each edit",
  description:
    'Who made an edit and when, newest first. Kept with the job; of more than 20 edits the oldest go. A segment made by a split or a join begins with it.',
  auth: 'translate',
  params: segmentParams,
  answers: { 200: { description: 'The segment and its versions.', data: segmentHistorySchema } },
} as const satisfies RouteSpec;

/** The checks before delivery. */
export const checksRoute = {
  method: 'get',
  path: '/v1/jobs/{id}/checks',
  tag: 'jobs',
  summary: 'Check a done job before it is delivered',
  description:
    "Beside the flags of single segments: the whole job, by the profile of its client (`defaults.checks`) and the job's own (`checks`). " +
    'Made anew each time; changes nothing.',
  auth: 'translate',
  params: jobParams,
  query: checksQuerySchema,
  answers: {
    200: { description: 'The findings.', data: jobChecksSchema, types: [EXPORT_MEDIA_TYPES.xlsx] },
  },
  problems: [REFUSED.conflict, REFUSED.storage],
} as const satisfies RouteSpec;
export const ignoreRoute = {
  method: 'patch',
  path: '/v1/jobs/{id}/checks',
  tag: 'jobs',
  summary: 'Ignore findings with a reason, or open them again',
  description: 'All of them or none. A segment that is changed has new findings, which are open.',
  auth: 'translate',
  params: jobParams,
  request: { type: 'application/json', schema: ignoreRequestSchema },
  answers: { 200: { description: 'The findings as they are now.', data: jobChecksSchema } },
  problems: CHANGES_REFUSED,
} as const satisfies RouteSpec;

/** What confirming a job has cost its translator. */
export const effortRoute = {
  method: 'get',
  path: '/v1/jobs/{id}/effort',
  tag: 'jobs',
  summary: "What the confirmed segments of a job have cost: words changed and time, by the draft's origin",
  description:
    "Distance is not time: both are given. Only the job's account can read it. `format=csv` and `xlsx` are a row an origin, the whole job last.",
  auth: 'translate',
  params: jobParams,
  query: z.object({ format: z.enum(['json', 'csv', 'xlsx']).default('json') }),
  answers: {
    200: {
      description: 'The effort.',
      data: effortSchema,
      types: [EXPORT_MEDIA_TYPES.csv, EXPORT_MEDIA_TYPES.xlsx],
    },
  },
} as const satisfies RouteSpec;

/** Splits or joins sentences of a done document. */
export const splitRoute = {
  method: 'post',
  path: '/v1/jobs/{id}/segments/split',
  tag: 'jobs',
  summary: 'Split a segment of a done document in two',
  description:
    'Where the sentences were told wrongly. The file stays as it was until a translation is changed; links and fields are never cut. ' +
    'Both parts have the formats of the place. `segment_kept_whole`: a copied segment, or one with its own translation or length.',
  auth: 'translate',
  params: jobParams,
  headers: ['If-Match'],
  request: { type: 'application/json', schema: splitRequestSchema },
  answers: { 200: { description: 'The two segments.', data: reshapedSegmentsSchema } },
  problems: CHANGES_REFUSED,
} as const satisfies RouteSpec;
export const joinRoute = {
  ...splitRoute,
  path: '/v1/jobs/{id}/segments/join',
  summary: 'Join a segment of a done document with the next one',
  description:
    'Only within a paragraph (`join_across_paragraphs`). The white space between them becomes text of the segment. It has the lower ' +
    'state of the two: confirmed where both were.',
  request: { type: 'application/json', schema: joinRequestSchema },
  answers: { 200: { description: 'The segment.', data: reshapedSegmentsSchema } },
} as const satisfies RouteSpec;

export const UNCHANGED_ANSWER: Answer = {
  description: 'The file is the one of `If-None-Match`.',
  headers: ['ETag'],
};

export function exportRoute(base: string, tag: string) {
  return {
    method: 'get',
    path: `${base}/{id}/export`,
    tag,
    summary: "A done job's segments and translations as a bilingual file",
    auth: 'translate',
    params: jobParams,
    query: exportQuerySchema,
    headers: ['If-None-Match'],
    answers: {
      200: {
        description: 'The file.',
        types: [...new Set(Object.values(EXPORT_MEDIA_TYPES))],
        headers: ['Content-Disposition', 'Content-Length', 'ETag'],
      },
      304: UNCHANGED_ANSWER,
    },
    problems: [REFUSED.conflict, REFUSED.storage],
  } as const satisfies RouteSpec;
}

export function importRoute(base: string, tag: string) {
  return {
    method: 'post',
    path: `${base}/{id}/import`,
    tag,
    summary: 'Take over translations from a bilingual file of this job that was edited elsewhere',
    description:
      'An XLIFF, CSV or XLSX that came from `export`. Translations with broken codes are left out and named; the others are changed as ' +
      'PATCH of the segments does. A file of another job is refused (`other_job`).',
    auth: 'translate',
    params: jobParams,
    request: {
      type: 'multipart/form-data',
      schema: noFieldsSchema,
      jsonFields: [],
      file: `An XLIFF, CSV or XLSX file of at most ${LIMITS.fileBytes} bytes.`,
    },
    answers: { 200: { description: 'What was changed.', data: importedSegmentsSchema } },
    problems: CHANGES_REFUSED,
  } as const satisfies RouteSpec;
}

/** Routes that documents and batches share. */
export function jobRoutes(kind: 'documents' | 'batch', noun: string) {
  const base = `/v1/translate/${kind}/{id}`;
  return {
    status: {
      method: 'get',
      path: base,
      tag: kind,
      summary: `Status of ${noun}`,
      auth: 'translate',
      params: jobParams,
      answers: { 200: STATUS_ANSWER },
    },
    cancel: {
      method: 'post',
      path: `${base}/cancel`,
      tag: kind,
      summary: `Cancel ${noun}`,
      description: 'Asked again, answers the same. A job that is done or failed cannot be cancelled.',
      auth: 'translate',
      params: jobParams,
      answers: { 200: { description: 'The job, already `cancelled`.', data: jobSchema } },
      problems: [REFUSED.conflict],
    },
    retry: {
      method: 'post',
      path: `${base}/retry`,
      tag: kind,
      summary: `Run ${noun} that failed or was cancelled again, as a new job`,
      auth: 'translate',
      params: jobParams,
      headers: ['Idempotency-Key'],
      answers: {
        202: createdAnswer(kind === 'documents' ? createdDocumentSchema : createdBatchSchema),
      },
      problems: [REFUSED.conflict, REFUSED.jobFailed, REFUSED.mismatch, ...NEW_JOB],
    },
    segments: segmentsRoute(`/v1/translate/${kind}`, kind),
    edit: editRoute(`/v1/translate/${kind}`, kind),
    export: exportRoute(`/v1/translate/${kind}`, kind),
    import: importRoute(`/v1/translate/${kind}`, kind),
    remove: {
      method: 'delete',
      path: base,
      tag: kind,
      summary: `Delete ${noun} and its files; a running one is cancelled first`,
      auth: 'translate',
      params: jobParams,
      answers: { 204: { description: 'Gone.' } },
    },
  } as const satisfies Record<string, RouteSpec>;
}
