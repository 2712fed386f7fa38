import { clientOf, ownerOf } from '../../lib/owner.ts';
import { fieldProblem } from '../../contract/index.ts';
import { ok } from '../handler.ts';
import type { Call, Handlers, HttpServices } from '../handler.ts';
import { readIdempotency } from '../request/idempotency.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { answerCreated } from '../response/answer-created.ts';
import { presentJob } from '../response/present-job.ts';
import { checkHandlers } from './checks.ts';
import {
  editHandler,
  effortHandler,
  exportHandler,
  historyHandler,
  importHandler,
  reshapeHandler,
  segmentsHandler,
} from './segments.ts';

/** Of the doubtful segments, if none is named. */
const SHARE = 0.1;

export function jobHandlers(
  services: HttpServices,
): Pick<
  Handlers,
  | 'listJobs'
  | 'jobSegments'
  | 'segmentHistory'
  | 'jobEffort'
  | 'editJob'
  | 'secondOpinion'
  | 'splitSegment'
  | 'joinSegment'
  | 'exportJob'
  | 'importJob'
  | 'jobChecks'
  | 'ignoreFindings'
> {
  return {
    jobSegments: segmentsHandler(services),
    segmentHistory: historyHandler(services),
    jobEffort: effortHandler(services),
    editJob: editHandler(services),
    secondOpinion: (call) => secondOpinion(services, call),
    splitSegment: reshapeHandler(services),
    joinSegment: reshapeHandler(services),
    exportJob: exportHandler(services),
    importJob: importHandler(services),
    ...checkHandlers(services),
    listJobs: (call) => listJobs(services, call),
  };
}

async function secondOpinion(
  { jobs }: HttpServices,
  { ctx, params: { id }, body, principal, gone }: Call<'secondOpinion'>,
): Promise<void> {
  const { engine, indexes, order, share } = body;
  if ((indexes === undefined) === (order === undefined && share === undefined))
    throw fieldProblem('indexes', 'required', 'Send indexes, or order and share: one of the two.');
  const signal = gone();
  const job = await jobs.secondOpinion({
    ...{ owner: ownerOf(principal), id, engine, signal },
    asked: indexes ? { indexes } : { share: share ?? SHARE },
    ...readIdempotency(ctx, () => ({ id, ...body })),
    ...(principal.keyId === undefined ? {} : { keyId: principal.keyId }),
    ...(principal.isSession ? { isSession: true } : {}),
  });
  answerCreated(ctx, 'batch', job);
}

async function listJobs(
  { jobs, clients }: HttpServices,
  { ctx, query: { client_id: asked, ...query }, principal }: Call<'listJobs'>,
): Promise<void> {
  const isOfAll = asked === 'all' && principal.clientId === undefined;
  const clientId = isOfAll ? undefined : clientOf(clients.ownerFor(principal, asked));
  const page = await jobs.list(ownerOf(principal), withoutUndefined({ ...query, clientId }));
  ok(ctx, {
    jobs: page.jobs.map(presentJob),
    ...(page.nextCursor === undefined ? {} : { next_cursor: page.nextCursor }),
  });
}
