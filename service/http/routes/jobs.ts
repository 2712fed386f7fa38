import type { Job } from '../../contract/index.ts';
import type { Jobs } from '../../jobs/port.ts';
import { ok } from '../handler.ts';
import type { Call, Handlers, HttpServices } from '../handler.ts';
import { jobWithSegments } from '../response/batch-body.ts';
import { startEvents } from '../response/event-stream.ts';
import type { EventStream } from '../response/event-stream.ts';
import { presentJob } from '../response/present-job.ts';
import { segmentsHandler } from './segments.ts';

export function jobHandlers(
  services: HttpServices,
): Pick<Handlers, 'listJobs' | 'jobEvents' | 'jobSegments'> {
  const { jobs } = services;
  return {
    jobSegments: segmentsHandler(services),
    listJobs: (call) => listJobs(jobs, call),
    jobEvents: (call) => sendEvents(jobs, call),
  };
}

async function listJobs(jobs: Jobs, { ctx, query, principal }: Call<'listJobs'>): Promise<void> {
  const { kind, status, limit, cursor } = query;
  const page = await jobs.list(principal.accountId, {
    limit,
    ...(kind ? { kind } : {}),
    ...(status ? { status } : {}),
    ...(cursor ? { cursor } : {}),
  });
  ok(ctx, {
    jobs: page.jobs.map(presentJob),
    ...(page.nextCursor === undefined ? {} : { next_cursor: page.nextCursor }),
  });
}

/**
 * The present state, then each change, and the end. Changes that come while an event is being sent are not queued: the next
 * event has the newest state, so that a slow reader costs no memory.
 */
async function sendEvents(jobs: Jobs, { ctx, params, principal }: Call<'jobEvents'>): Promise<void> {
  const { accountId } = principal;
  const { id } = params;
  const first = await jobs.get(accountId, id);
  if (ctx.method === 'HEAD') {
    ctx.status = 200;
    ctx.body = '';
    ctx.type = 'text/event-stream';
    return;
  }
  const events = startEvents(ctx);
  let latest: Job | undefined = first;
  let isSending = false;
  const sendLatest = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    for (let job = latest; job; job = latest) {
      latest = undefined;
      await sendJob(jobs, accountId, job, events);
      if (job.status !== 'running') {
        events.end();
        return;
      }
    }
    isSending = false;
  };
  const unsubscribe = jobs.subscribe((owner, job) => {
    if (owner !== accountId || job.id !== id) return;
    latest = job;
    sendLatest().catch(() => events.end());
  });
  events.onEnd(unsubscribe);
  // Between the look above and the subscription the job may have changed.
  latest = await jobs.get(accountId, id);
  sendLatest().catch(() => events.end());
}

async function sendJob(jobs: Jobs, accountId: string, job: Job, events: EventStream): Promise<void> {
  const name = job.status === 'running' ? 'progress' : job.status;
  const shown = presentJob(job);
  const segments =
    job.kind === 'batch' && job.status === 'done' ? await jobs.batchSegments(accountId, job.id) : undefined;
  await events.send(name, segments ? jobWithSegments(shown, segments).chunks() : JSON.stringify(shown));
}
