import type Koa from 'koa';
import type { JobKind } from '../../contract/index.ts';
import type { CreatedJob } from '../../jobs/jobs-port.ts';
import { ok } from '../handler.ts';
import { noteRequest } from '../middleware/request-log.ts';
import { jobPath, POLL_AFTER, presentCreated } from './present-job.ts';

/** 202 with the given fields, the job's location, and when to poll first. */
export function answerCreated(ctx: Koa.Context, kind: JobKind, job: CreatedJob): void {
  noteRequest(ctx, { jobId: job.id });
  ctx.set('Location', jobPath(kind, job.id));
  ctx.set('Retry-After', POLL_AFTER);
  ok(ctx, presentCreated(job), 202);
}
