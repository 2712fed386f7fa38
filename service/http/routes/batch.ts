import { Readable } from 'node:stream';
import { whoseWork } from '../request/whose.ts';
import { ownerOf } from '../../lib/owner.ts';
import type Koa from 'koa';
import type { Job } from '../../contract/index.ts';
import type { JobFile } from '../../jobs/jobs-port.ts';
import { ok } from '../handler.ts';
import type { Call, HandlersFor, HttpServices } from '../handler.ts';
import { readIdempotency } from '../request/idempotency.ts';
import { jobRequest } from '../request/job-options.ts';
import { answerCreated } from '../response/answer-created.ts';
import { envelope, jobWithSegments } from '../response/batch-body.ts';
import { openFile } from '../response/send-file.ts';
import { POLL_AFTER, presentJob } from '../response/present-job.ts';
import { sharedJobHandlers } from './shared-job-handlers.ts';

export function batchHandlers(services: HttpServices): HandlersFor<'batch'> {
  const shared = sharedJobHandlers(services, 'batch');
  return {
    createBatch: (call) => createBatch(services, call),
    batchStatus: (call) => showBatch(services, call),
    batchSegments: shared.segments,
    editBatch: shared.edit,
    exportBatch: shared.exportFile,
    importBatch: shared.importFile,
    cancelBatch: shared.cancel,
    retryBatch: shared.retry,
    deleteBatch: shared.remove,
  };
}

async function createBatch(
  services: HttpServices,
  { ctx, body, principal, gone }: Call<'createBatch'>,
): Promise<void> {
  const signal = gone();
  const idempotency = readIdempotency(ctx, () => body);
  const job = await services.jobs.createBatch({
    ...whoseWork(services, principal, body.client_id),
    ...jobRequest(body),
    segments: body.segments.map(({ text, id }) => ({ text, ...(id === undefined ? {} : { id }) })),
    ...idempotency,
    signal,
  });
  answerCreated(ctx, 'batch', job);
}

async function showBatch(
  { jobs }: HttpServices,
  { ctx, params, principal }: Call<'batchStatus'>,
): Promise<void> {
  const job = await jobs.get(ownerOf(principal), params.id, 'batch');
  if (job.status === 'running') ctx.set('Retry-After', POLL_AFTER);
  const segments = job.status === 'done' ? await jobs.batchSegments(ownerOf(principal), job.id) : undefined;
  if (segments) await sendWithSegments(ctx, job, segments);
  else ok(ctx, presentJob(job));
}

async function sendWithSegments(ctx: Koa.Context, job: Job, segments: JobFile): Promise<void> {
  const file = await openFile(segments.path);
  const close = (): void => void file.close().catch(() => undefined);
  try {
    const json = envelope(await jobWithSegments(presentJob(job), file));
    ctx.status = 200;
    if (ctx.method === 'HEAD') {
      ctx.body = '';
      close();
    } else ctx.body = Readable.from(json.chunks(), { objectMode: false }).once('close', close);
    ctx.type = 'json';
    ctx.length = json.bytes;
  } catch (error) {
    close();
    throw error;
  }
}
