import type { Jobs } from '../../jobs/jobs-port.ts';
import { ok } from '../handler.ts';
import type { Call, Handlers, HttpServices } from '../handler.ts';
import { withoutUndefined } from '../request/without-undefined.ts';
import { presentJob } from '../response/present-job.ts';
import {
  editHandler,
  exportHandler,
  historyHandler,
  importHandler,
  reshapeHandler,
  segmentsHandler,
} from './segments.ts';

export function jobHandlers(
  services: HttpServices,
): Pick<
  Handlers,
  | 'listJobs'
  | 'jobSegments'
  | 'segmentHistory'
  | 'editJob'
  | 'splitSegment'
  | 'joinSegment'
  | 'exportJob'
  | 'importJob'
> {
  const { jobs } = services;
  return {
    jobSegments: segmentsHandler(services),
    segmentHistory: historyHandler(services),
    editJob: editHandler(services),
    splitSegment: reshapeHandler(services),
    joinSegment: reshapeHandler(services),
    exportJob: exportHandler(services),
    importJob: importHandler(services),
    listJobs: (call) => listJobs(jobs, call),
  };
}

async function listJobs(jobs: Jobs, { ctx, query, principal }: Call<'listJobs'>): Promise<void> {
  const page = await jobs.list(principal.accountId, withoutUndefined(query));
  ok(ctx, {
    jobs: page.jobs.map(presentJob),
    ...(page.nextCursor === undefined ? {} : { next_cursor: page.nextCursor }),
  });
}
