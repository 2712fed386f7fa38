import { createdBatchSchema } from '../job.ts';
import { batchRequestSchema } from '../requests/jobs.ts';
import { NEW_JOB, REFUSED, WITH_BODY } from '../route-spec.ts';
import type { RouteSpec } from '../route-spec.ts';
import { createdAnswer, jobRoutes } from './job-routes.ts';

const batch = jobRoutes('batch', 'a batch job');

export const batchRoutes = {
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
  editBatch: batch.edit,
  exportBatch: batch.export,
  importBatch: batch.import,
  retryBatch: batch.retry,
  deleteBatch: batch.remove,
} as const satisfies Record<string, RouteSpec>;
