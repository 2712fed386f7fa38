import type { JobKind } from '../../contract/index.ts';
import { ownerOf } from '../../lib/owner.ts';
import { ok } from '../handler.ts';
import type { Handler, HttpServices } from '../handler.ts';
import { whose } from '../request/whose.ts';
import { readIdempotency } from '../request/idempotency.ts';
import { answerCreated } from '../response/answer-created.ts';
import { presentJob } from '../response/present-job.ts';
import { editHandler, exportHandler, importHandler, segmentsHandler } from './segments.ts';

/** The handlers shared by documents and batches. An id of the other kind counts as unknown. */
export function sharedJobHandlers(
  services: HttpServices,
  kind: JobKind,
): {
  cancel: Handler<'cancelDocument' | 'cancelBatch'>;
  retry: Handler<'retryDocument' | 'retryBatch'>;
  remove: Handler<'deleteDocument' | 'deleteBatch'>;
  segments: Handler<'documentSegments' | 'batchSegments'>;
  edit: Handler<'editDocument' | 'editBatch'>;
  exportFile: Handler<'exportDocument' | 'exportBatch'>;
  importFile: Handler<'importDocument' | 'importBatch'>;
} {
  const { jobs } = services;
  return {
    segments: segmentsHandler(services, kind),
    edit: editHandler(services, kind),
    exportFile: exportHandler(services, kind),
    importFile: importHandler(services, kind),
    cancel: async ({ ctx, params, principal }) => {
      ok(ctx, presentJob(await jobs.cancel(ownerOf(principal), params.id, kind)));
    },
    retry: async ({ ctx, params, principal }) => {
      const idempotency = readIdempotency(ctx, () => ({ retry: params.id }), 'retry');
      const { keyId } = whose(principal);
      const options = {
        ...idempotency,
        ...(principal.isSession ? { isSession: true } : {}),
        ...(keyId === undefined ? {} : { keyId }),
      };
      answerCreated(ctx, kind, await jobs.retry(ownerOf(principal), params.id, kind, options));
    },
    remove: async ({ ctx, params, principal }) => {
      await jobs.remove(ownerOf(principal), params.id, kind, whose(principal).keyId);
      ctx.status = 204;
    },
  };
}
