import type { z } from 'zod';
import { createdBatchSchema, createdDocumentSchema, jobSchema } from '../job.ts';
import { jobParams, segmentsQuerySchema } from '../requests.ts';
import { segmentsSchema } from '../resources.ts';
import { NEW_JOB, REFUSED } from '../route-spec.ts';
import type { Answer, RouteSpec } from '../route-spec.ts';

const STATUS_ANSWER: Answer = {
  description: 'The job. `Retry-After` while it runs.',
  data: jobSchema,
  sometimes: ['Retry-After'],
};

export function createdAnswer(data: z.ZodType): Answer {
  return {
    description: 'The job is stored and runs.',
    data,
    headers: ['Location', 'Retry-After'],
  };
}

/** Under the kind's own path, and under /v1/jobs for clients that list jobs of both kinds. */
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

/** Routes that documents and batches have alike. */
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
      problems: [REFUSED.conflict, REFUSED.mismatch, ...NEW_JOB],
    },
    segments: segmentsRoute(`/v1/translate/${kind}`, kind),
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
