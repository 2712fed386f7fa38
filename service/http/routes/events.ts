import type Koa from 'koa';
import { ownerOf } from '../../lib/owner.ts';
import { LIMITS, ProblemError } from '../../contract/index.ts';
import type { AlignmentView, Job, JobStatus } from '../../contract/index.ts';
import type { Jobs } from '../../jobs/jobs-port.ts';
import type { ModelView } from '../../models/models-port.ts';
import type { Call, Handlers, HttpServices } from '../handler.ts';
import { jobWithSegments } from '../response/batch-body.ts';
import { openFile } from '../response/send-file.ts';
import { startEvents } from '../response/event-stream.ts';
import type { EventStream } from '../response/event-stream.ts';
import { sendLatest } from '../response/latest-events.ts';
import { presentJob } from '../response/present-job.ts';
import { presentModel } from '../response/present-model.ts';

export function eventHandlers(
  services: HttpServices,
): Pick<Handlers, 'accountEvents' | 'alignmentEvents' | 'jobEvents' | 'modelEvents'> {
  /** Open streams of each account. */
  const open = new Map<string, number>();
  return {
    accountEvents: (call) => sendAccountEvents(services, open, call),
    alignmentEvents: (call) => sendAlignmentEvents(services, open, call),
    jobEvents: (call) => sendJobEvents(services, open, call),
    modelEvents: (call) => sendModelEvents(services, open, call),
  };
}

/** Each change of the account's jobs and alignments, after the running ones. */
function sendAccountEvents(
  { jobs, alignments, timeouts }: HttpServices,
  open: Map<string, number>,
  call: Call<'accountEvents'>,
): Promise<void> {
  const { accountId, clientId } = call.principal;
  const owner = ownerOf(call.principal);
  return sendRounds<Job | AlignmentView>(call, {
    open,
    heartbeatMs: timeouts.heartbeat,
    eventOf: ({ kind }) => (kind === 'alignment' ? 'alignment' : 'job'),
    // A finished batch is shown as in lists: its texts can be 10 MB, which not every listener wants.
    present: (item) => (item.kind === 'alignment' ? item : presentJob(item)),
    idOf: ({ id }) => id,
    subscribe: (offer) => {
      const listener = (account: string, item: Job | AlignmentView): void => {
        if (account === accountId && (clientId === undefined || clientId === item.client_id)) offer(item);
      };
      const [stop, stopOther] = [jobs.subscribe(listener), alignments.subscribe(listener)];
      return () => {
        stop();
        stopOther();
      };
    },
    inProgress: async () => {
      const limit = LIMITS.runningJobs * 10;
      const { jobs: running } = await jobs.list(owner, { status: 'running', limit });
      const { alignments: own } = alignments.list(owner, { limit });
      return [...running, ...own.filter(({ status }) => status === 'running')];
    },
  });
}

/** Each change of a model, after those being installed. */
function sendModelEvents(
  { models, timeouts }: HttpServices,
  open: Map<string, number>,
  call: Call<'modelEvents'>,
): Promise<void> {
  return sendRounds<ModelView>(call, {
    open,
    heartbeatMs: timeouts.heartbeat,
    eventOf: () => 'model',
    present: presentModel,
    idOf: (view) => view.model.id,
    subscribe: (offer) => models.subscribe(offer),
    inProgress: () => models.list({ state: 'installing' }),
  });
}

interface Rounds<Item> {
  /** Open streams of each account. */
  readonly open: Map<string, number>;
  readonly heartbeatMs: number;
  readonly eventOf: (item: Item) => string;
  readonly present: (item: Item) => object;
  readonly idOf: (item: Item) => string;
  /** Returns a function that ends the subscription. */
  readonly subscribe: (offer: (item: Item) => void) => () => void;
  /** The items in progress as the stream begins. */
  readonly inProgress: () => Promise<readonly Item[]>;
}

/** Sends the items in progress, then changes in rounds: a few events a second, however many changes. */
async function sendRounds<Item>(
  {
    ctx,
    principal,
    isAllowed,
  }: Pick<Call<'accountEvents' | 'modelEvents'>, 'ctx' | 'principal' | 'isAllowed'>,
  { open, heartbeatMs, eventOf: nameOf, present, idOf, subscribe, inProgress }: Rounds<Item>,
): Promise<void> {
  if (ctx.method === 'HEAD') {
    answerHead(ctx);
    return;
  }
  const release = admitStream(open, principal.accountId);
  const events = startEvents(ctx, { heartbeatMs, isAllowed });
  events.open();
  const changes = sendLatest(events, LIMITS.eventRoundMs, (item: Item) =>
    events.send(nameOf(item), JSON.stringify(present(item))),
  );
  const unsubscribe = subscribe((item) => changes.offer(idOf(item), item));
  events.onEnd(() => {
    unsubscribe();
    release();
  });
  try {
    // Changes from the subscription meanwhile are newer.
    for (const item of await inProgress()) changes.offerOlder(idOf(item), item);
  } catch (error) {
    events.end();
    throw error;
  }
}

/** Reserves one of the account's streams; throws if all are taken. Returns a release function. */
function admitStream(open: Map<string, number>, accountId: string): () => void {
  const count = open.get(accountId) ?? 0;
  if (count >= LIMITS.eventStreams) throw tooManyStreams();
  open.set(accountId, count + 1);
  return () => {
    const left = (open.get(accountId) ?? 1) - 1;
    if (left > 0) open.set(accountId, left);
    else open.delete(accountId);
  };
}

/** Something that ends: a job, an alignment. */
interface Following<Item> {
  /** Open streams of each account. */
  readonly open: Map<string, number>;
  readonly heartbeatMs: number;
  readonly current: () => Item | Promise<Item>;
  /** Returns a function that ends the subscription. */
  readonly subscribe: (offer: (item: Item) => void) => () => void;
  readonly send: (item: Item, events: EventStream) => Promise<void>;
}

/**
 * The current state, then each change, and the end. Changes during the sending of an event are not queued:
 * the next event has the latest state, so that a slow reader costs no memory.
 */
async function follow<Item extends { readonly status: JobStatus }>(
  {
    ctx,
    principal,
    isAllowed,
  }: Pick<Call<'jobEvents' | 'alignmentEvents'>, 'ctx' | 'principal' | 'isAllowed'>,
  { open, heartbeatMs, current, subscribe, send }: Following<Item>,
): Promise<void> {
  const first = await current();
  if (ctx.method === 'HEAD') {
    answerHead(ctx);
    return;
  }
  const release = admitStream(open, principal.accountId);
  const events = startEvents(ctx, { heartbeatMs, isAllowed });
  let latest: Item | undefined = first;
  let isSending = false;
  const sendLatest = async (): Promise<void> => {
    if (isSending) return;
    isSending = true;
    for (let item = latest; item; item = latest) {
      latest = undefined;
      await send(item, events);
      if (item.status !== 'running') {
        events.end();
        return;
      }
    }
    isSending = false;
  };
  const unsubscribe = subscribe((item) => {
    latest = item;
    sendLatest().catch(() => events.end());
  });
  events.onEnd(() => {
    unsubscribe();
    release();
  });
  // It may have changed between the read above and the subscription.
  latest = await current();
  sendLatest().catch(() => events.end());
}

function sendJobEvents(
  { jobs, timeouts }: HttpServices,
  open: Map<string, number>,
  call: Call<'jobEvents'>,
): Promise<void> {
  const owner = ownerOf(call.principal);
  const { id } = call.params;
  return follow<Job>(call, {
    open,
    heartbeatMs: timeouts.heartbeat,
    current: () => jobs.get(owner, id),
    subscribe: (offer) =>
      jobs.subscribe((_account, job) => {
        if (job.id === id) offer(job);
      }),
    send: (job, events) => sendJob(jobs, owner, job, events),
  });
}

function sendAlignmentEvents(
  { alignments, timeouts }: HttpServices,
  open: Map<string, number>,
  call: Call<'alignmentEvents'>,
): Promise<void> {
  const owner = ownerOf(call.principal);
  const { id } = call.params;
  return follow<AlignmentView>(call, {
    open,
    heartbeatMs: timeouts.heartbeat,
    current: () => alignments.get(owner, id),
    subscribe: (offer) =>
      alignments.subscribe((_account, alignment) => {
        if (alignment.id === id) offer(alignment);
      }),
    send: (alignment, events) => events.send(eventOf(alignment), JSON.stringify(alignment)),
  });
}

function eventOf({ status }: { readonly status: JobStatus }): string {
  return status === 'running' ? 'progress' : status;
}

async function sendJob(jobs: Jobs, owner: string, job: Job, events: EventStream): Promise<void> {
  const name = eventOf(job);
  const shown = presentJob(job);
  const segments =
    job.kind === 'batch' && job.status === 'done' ? await jobs.batchSegments(owner, job.id) : undefined;
  if (!segments) return events.send(name, JSON.stringify(shown));
  const file = await openFile(segments.path);
  try {
    await events.send(name, (await jobWithSegments(shown, file)).chunks());
  } finally {
    await file.close();
  }
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
    {
      headers: { 'Retry-After': '10' },
      reason: 'event_streams',
      details: { limit: LIMITS.eventStreams },
    },
  );
}
