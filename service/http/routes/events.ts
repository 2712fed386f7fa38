import type Koa from 'koa';
import { LIMITS, ProblemError } from '../../contract/index.ts';
import type { Job } from '../../contract/index.ts';
import type { Jobs } from '../../jobs/port.ts';
import type { ModelView } from '../../models/port.ts';
import type { Call, Handlers, HttpServices } from '../handler.ts';
import { jobWithSegments } from '../response/batch-body.ts';
import { startEvents } from '../response/event-stream.ts';
import type { EventStream } from '../response/event-stream.ts';
import { sendLatest } from '../response/latest-events.ts';
import { presentJob } from '../response/present-job.ts';
import { presentModel } from '../response/present-model.ts';

export function eventHandlers(
  services: HttpServices,
): Pick<Handlers, 'accountEvents' | 'jobEvents' | 'modelEvents'> {
  /** Open streams of each account. */
  const open = new Map<string, number>();
  return {
    accountEvents: (call) => sendAccountEvents(services, open, call),
    jobEvents: (call) => sendJobEvents(services, call),
    modelEvents: (call) => sendModelEvents(services, open, call),
  };
}

/** Each change of the account's jobs, in rounds: a job that changes a hundred times a second is sent a few times a second. */
async function sendAccountEvents(
  { jobs, timeouts }: HttpServices,
  open: Map<string, number>,
  { ctx, principal: { accountId }, isAllowed }: Call<'accountEvents'>,
): Promise<void> {
  if (ctx.method === 'HEAD') {
    answerHead(ctx);
    return;
  }
  const release = admitStream(open, accountId);
  const events = startEvents(ctx, { heartbeatMs: timeouts.heartbeat, isAllowed });
  events.open();
  const changes = sendLatest(events, LIMITS.eventRoundMs, (job: Job) =>
    // A finished batch is shown as lists show it: its texts can be 10 MB, which not every listener wants.
    events.send('job', JSON.stringify(presentJob(job))),
  );
  const unsubscribe = jobs.subscribe((owner, job) => {
    if (owner === accountId) changes.offer(job.id, job);
  });
  events.onEnd(() => {
    unsubscribe();
    release();
  });
  try {
    const running = await jobs.list(accountId, { status: 'running', limit: LIMITS.runningJobs * 10 });
    // Whatever came by the subscription meanwhile is newer.
    for (const job of running.jobs) changes.offerOlder(job.id, job);
  } catch (error) {
    events.end();
    throw error;
  }
}

/** Each change of a model in rounds, those that are being installed first. */
async function sendModelEvents(
  { models, timeouts }: HttpServices,
  open: Map<string, number>,
  { ctx, principal: { accountId }, isAllowed }: Call<'modelEvents'>,
): Promise<void> {
  if (ctx.method === 'HEAD') {
    answerHead(ctx);
    return;
  }
  const release = admitStream(open, accountId);
  const events = startEvents(ctx, { heartbeatMs: timeouts.heartbeat, isAllowed });
  const changes = sendLatest(events, LIMITS.eventRoundMs, (view: ModelView) =>
    events.send('model', JSON.stringify(presentModel(view))),
  );
  const unsubscribe = models.subscribe((view) => changes.offer(view.model.id, view));
  events.onEnd(() => {
    unsubscribe();
    release();
  });
  for (const view of await models.list({ state: 'installing' })) changes.offerOlder(view.model.id, view);
}

/** Takes one of the account's streams; throws where all are taken. Returns what gives it back. */
function admitStream(open: Map<string, number>, accountId: string): () => void {
  const count = open.get(accountId) ?? 0;
  if (count >= LIMITS.eventStreams) throw tooManyStreams();
  open.set(accountId, count + 1);
  return () => void open.set(accountId, (open.get(accountId) ?? 1) - 1);
}

/**
 * The present state, then each change, and the end. Changes that come while an event is being sent are not queued: the next
 * event has the newest state, so that a slow reader costs no memory.
 */
async function sendJobEvents(
  { jobs, timeouts }: HttpServices,
  { ctx, params, principal, isAllowed }: Call<'jobEvents'>,
): Promise<void> {
  const { accountId } = principal;
  const { id } = params;
  const first = await jobs.get(accountId, id);
  if (ctx.method === 'HEAD') {
    answerHead(ctx);
    return;
  }
  const events = startEvents(ctx, { heartbeatMs: timeouts.heartbeat, isAllowed });
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

function answerHead(ctx: Koa.Context): void {
  ctx.status = 200;
  ctx.body = '';
  ctx.type = 'text/event-stream';
}

function tooManyStreams(): ProblemError {
  return new ProblemError(
    'quota_exceeded',
    `The account has ${LIMITS.eventStreams} streams of events open, which is the most. Close one, or ask for /v1/jobs instead.`,
    { headers: { 'Retry-After': '10' } },
  );
}
