import { clientOf, ownerOf } from '../../lib/owner.ts';
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
  return {
    jobSegments: segmentsHandler(services),
    segmentHistory: historyHandler(services),
    editJob: editHandler(services),
    splitSegment: reshapeHandler(services),
    joinSegment: reshapeHandler(services),
    exportJob: exportHandler(services),
    importJob: importHandler(services),
    listJobs: (call) => listJobs(services, call),
  };
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
