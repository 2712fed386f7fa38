import { setTimeout as pause } from 'node:timers/promises';
import type { JobError } from '../../contract/index.ts';
import { backoffMs } from '../../lib/backoff.ts';
import { createFairSemaphore } from '../../lib/semaphore.ts';
import type { FairSemaphore } from '../../lib/semaphore.ts';
import { ownerOf } from '../../lib/owner.ts';
import type { Log } from '../../log.ts';
import type { JobWaiting } from '../../contract/index.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { Store } from '../../store/store-port.ts';
import { damagedJob, WorkerError } from '../../worker/translation-port.ts';
import type { Plan, TranslatedChunk } from '../../worker/document-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import type { ClientRules } from '../../clients/clients-port.ts';
import { noteOf } from '../client-notes.ts';
import { activate } from './active-job.ts';
import type { ActiveJob } from './active-job.ts';
import { assembleJob, noAnswers } from './assembling.ts';
import type { EndDetails, Ending } from '../end/ending.ts';
import { isCrash, isRetryable, jobErrorOf, MAX_FAILURES, RETRY_BACKOFF } from './failures.ts';
import type { JobEvents } from '../job-events.ts';
import type { Remembered } from '../language-data.ts';
import { createScheduler } from './scheduler.ts';
import type { Scheduler } from './scheduler.ts';
import { isWorking, transition } from '../state.ts';
import type { Refusal, StateEvent } from '../state.ts';
import { later } from '../timestamps.ts';
import type { Chunk, QueueLimits } from './work-queue.ts';

/** One plan per account at a time: after a restart its jobs resume in order of creation. */
const PLANS = { permits: 2, each: 1 };
/** A job becomes a suspect after this many crashes beside other jobs. Such crashes alone do not fail it. */
const SUSPECT_AFTER = 2;
/** Fail a job after this many unanswered texts at its start, though later ones might be answered. */
const MAX_UNANSWERED = 200;

export interface RunnerParts {
  clients: ClientRules;
  hostsOf: (engine: string) => readonly string[];
  store: Pick<Store, 'files'>;
  remembered: Remembered;
  translation: TranslationPort;
  ending: Ending;
  events: JobEvents;
  limits: QueueLimits;
  /** The reason that jobs of an engine wait now. */
  waiting: ((engine: string) => JobWaiting | undefined) | undefined;
  log: Log | undefined;
  now: () => string;
  closing: AbortSignal;
}

/** The jobs that run: plan, chunks, assembly, end. */
export interface Runner {
  readonly jobs: ReadonlyMap<string, ActiveJob>;
  /** Jobs of an account that run. */
  countOf(accountId: string): number;
  start(record: JobRecord): void;
  /** Resolves when the job is stored as cancelled; returns the reason if it cannot be. */
  cancel(job: ActiveJob): Promise<Exclude<Refusal, 'late'> | undefined>;
  /** The engine process is back, or limits have changed: retry waiting jobs now. */
  wakeAll(): void;
  /** Begins nothing more, and resolves when no journal write is pending. */
  stop(): Promise<void>;
}

/** Shared by the steps of a job. */
interface Context extends RunnerParts {
  readonly jobs: Map<string, ActiveJob>;
  readonly scheduler: Scheduler;
  readonly plans: FairSemaphore;
}

export function createRunner(parts: RunnerParts): Runner {
  const context: Context = {
    ...parts,
    jobs: new Map(),
    scheduler: createScheduler(parts.limits, {
      translate: (chunk) => translate(context, chunk),
      store: (chunk, translated) => storeChunk(context, chunk, translated),
      failed: (chunk, error, begun) => retryOrFail(context, chunk, error, begun),
    }),
    plans: createFairSemaphore(PLANS),
  };
  const { store, events, now } = parts;
  const { jobs, scheduler } = context;
  events.on('ended', (job) => jobs.delete(job.record.id));

  return {
    jobs,
    countOf: (accountId) => [...jobs.values()].filter(({ record }) => record.account_id === accountId).length,
    start(record) {
      const waiting = () => parts.waiting?.(record.engine);
      const job = activate(record, store.files.paths(record), now(), waiting);
      jobs.set(record.id, job);
      void run(context, job).catch((error: unknown) => fail(context, job, error));
      events.emit('started', job);
    },
    async cancel(job) {
      const refused = step(job, 'cancel');
      if (refused) return refused === 'late' ? 'conflict' : refused;
      if (job.state === 'ending_cancelled') await finish(context, job, { warnings: job.record.warnings });
      return undefined;
    },
    wakeAll() {
      for (const jobId of jobs.keys()) scheduler.wake(jobId);
      // The reason for waiting may have changed.
      if (parts.waiting) for (const job of jobs.values()) progressed(context, job);
    },
    async stop() {
      scheduler.stop();
      await Promise.allSettled([...jobs.values()].map((job) => job.writing));
    },
  };
}

/** Prepares a new or resumed job, from its folder's files to its first chunks. */
async function run(context: Context, job: ActiveJob): Promise<void> {
  const { paths, record } = job;
  const plan = await context.plans(record.account_id, () =>
    attempt(context, job, () =>
      context.translation.plan({
        jobId: record.id,
        account: record.account_id,
        segmentsPath: paths.segments,
        journalPath: paths.journal,
      }),
    ),
  );
  if (!isWanted(context, job)) return;
  // A file cut between two lines would pass for a shorter document, and come back without its end.
  if (plan.segmentCount !== record.segment_count) throw damagedJob('segments.ndjson');
  job.completed = plan.completed;
  if (plan.completed > 0) job.unanswered = undefined;
  const pending = await takeRemembered(context, job, plan.pending);
  if (!isWanted(context, job)) return;
  job.outstanding = pending.length;
  progressed(context, job);
  if (job.outstanding === 0) await assemble(context, job);
  else {
    context.scheduler.add({
      id: record.id,
      accountId: record.account_id,
      direction: { engine: record.engine, pair: record.engine_pair },
      pending,
    });
  }
}

/** Writes the memory's translations into the journal; returns the segments left for the engine. */
async function takeRemembered(
  context: Context,
  job: ActiveJob,
  pending: Plan['pending'],
): Promise<Plan['pending']> {
  const { record, paths } = job;
  const { lines, indexes } = await context.remembered.linesFor(
    record,
    paths,
    pending.map(({ index }) => index),
  );
  if (indexes.length === 0 || !(await appendQueued(context, job, lines))) return pending;
  const known = new Set(indexes);
  const found = pending.filter(({ index }) => known.has(index));
  job.completed = (job.completed ?? 0) + found.reduce((sum, { weight }) => sum + weight, 0);
  if (found.length > 0) job.unanswered = undefined;
  return pending.filter(({ index }) => !known.has(index));
}

async function assemble(context: Context, job: ActiveJob): Promise<void> {
  if (step(job, 'translated')) return;
  progressed(context, job);
  const stored = context.store.files.syncJournal(job.record.id);
  stored.catch(() => undefined);
  const end = await assembleJob(
    job,
    (task) => attempt(context, job, () => context.translation.assemble(task)),
    (lines) => context.store.files.appendJournal(job.record.id, lines, { durable: false }),
  );
  // The translations must be on disk before the end line.
  await stored;
  if (context.closing.aborted) return;
  if (!step(job, end.error ? 'fail' : 'assembled')) void finish(context, job, end);
}

async function translate(
  context: Context,
  { jobId, items, direction, alone }: Chunk,
): Promise<TranslatedChunk> {
  const job = context.jobs.get(jobId);
  if (!job) throw new Error(`Job ${jobId} does not run.`);
  const { paths, record } = job;
  // The client may have forbidden the engine since the job began.
  context.clients.checkEngine(
    ownerOf({ accountId: record.account_id, clientId: record.client_id }),
    record.engine,
  );
  noteSent(context, job);
  // Anew for each chunk: what is learned meanwhile holds for the rest.
  const corrections = await context.remembered.correctionsFor(record);
  const checks = await context.remembered.checksFor(record);
  return context.translation.translate({
    jobId,
    corrections,
    checks,
    work: () =>
      context.remembered.workFor(
        record,
        paths,
        items.map(({ index }) => index),
      ),
    account: record.account_id,
    owner: ownerOf({ accountId: record.account_id, clientId: record.client_id }),
    segmentsPath: paths.segments,
    title: record.file_name?.replace(/\.\w+$/, ''),
    options: record.options,
    ...direction,
    indexes: items.map(({ index }) => index),
    ...(alone ? { alone } : {}),
  });
}

/** Says once in each run that a job's texts go to other machines. */
function noteSent({ clients, hostsOf }: Context, job: ActiveJob): void {
  const hosts = hostsOf(job.record.engine);
  if (job.isSent || hosts.length === 0) return;
  job.isSent = true;
  noteOf(clients, job.record, { event: 'text_sent', hosts: [...hosts], segments: job.outstanding });
}

async function storeChunk(context: Context, chunk: Chunk, translated: TranslatedChunk): Promise<void> {
  const job = context.jobs.get(chunk.jobId);
  if (!job) return;
  try {
    // The last chunk of a job becomes durable while the file is assembled.
    const durable = () => job.outstanding > chunk.items.length;
    if (!(await appendQueued(context, job, translated.lines, durable))) return;
  } catch (error) {
    fail(context, job, error);
    return;
  }
  job.completed = (job.completed ?? 0) + chunk.items.reduce((sum, item) => sum + item.weight, 0);
  job.outstanding -= chunk.items.length;
  job.failures = 0;
  context.scheduler.setSuspect(chunk.jobId, false);
  if (!isWanted(context, job)) return;
  if (job.outstanding > 0 && isHopeless(job, chunk, translated)) endAsFailed(context, job, noAnswers());
  else if (job.outstanding > 0) progressed(context, job);
  else void assemble(context, job).catch((error: unknown) => fail(context, job, error));
}

/**
 * Whether the engine has translated nothing so far, and likely will not: each further text may cost money.
 */
function isHopeless(job: ActiveJob, { items }: Chunk, { answered }: TranslatedChunk): boolean {
  if (answered) job.unanswered = undefined;
  else if (answered === false && job.unanswered !== undefined) job.unanswered += items.length;
  return (job.unanswered ?? 0) >= MAX_UNANSWERED;
}

/**
 * Appends to the journal after pending writes. `durable` is called just before the write. Returns false if
 * the job has ended meanwhile.
 */
function appendQueued(
  context: Context,
  job: ActiveJob,
  lines: Uint8Array,
  durable = () => true,
): Promise<boolean> {
  const written = job.writing.then(async () => {
    if (!isWanted(context, job)) return false;
    await context.store.files.appendJournal(job.record.id, lines, { durable: durable() });
    return true;
  });
  job.writing = written.then(
    () => undefined,
    () => undefined,
  );
  return written;
}

/** A chunk failed. `begun`: performance.now() when it was dispatched. */
function retryOrFail(context: Context, chunk: Chunk, error: unknown, begun: number): void {
  const { jobs, scheduler } = context;
  const job = jobs.get(chunk.jobId);
  if (!job || !isWanted(context, job)) return;
  if (!isRetryable(error)) {
    fail(context, job, error);
    return;
  }
  if (begun >= job.failedAt) {
    job.failedAt = performance.now();
    const inCompany = isCrash(error) && !chunk.alone;
    job.failures = inCompany ? Math.min(job.failures + 1, SUSPECT_AFTER) : job.failures + 1;
  }
  if (job.failures >= MAX_FAILURES) {
    fail(context, job, error);
    return;
  }
  if (isCrash(error) && job.failures >= SUSPECT_AFTER) scheduler.setSuspect(chunk.jobId, true);
  setTimeout(() => scheduler.wake(chunk.jobId), backoffMs(job.failures, RETRY_BACKOFF)).unref();
}

/** Retries a step while its failure may pass and the job is still wanted. */
async function attempt<T>(context: Context, job: ActiveJob, work: () => Promise<T>): Promise<T> {
  for (let failures = 1; ; failures++) {
    // A request sent after a cancelled job was released would run to its end.
    if (!isWanted(context, job)) throw new WorkerError('aborted', 'The job has ended.', false);
    try {
      return await work();
    } catch (error) {
      if (!isRetryable(error) || failures >= MAX_FAILURES || !isWanted(context, job)) throw error;
      await pause(backoffMs(failures, RETRY_BACKOFF), undefined, { ref: false });
    }
  }
}

function fail(context: Context, job: ActiveJob, error: unknown): void {
  if (endAsFailed(context, job, jobErrorOf(error)))
    context.log?.error({ job_id: job.record.id, err: error }, 'job failed');
}

/** Ends a job as failed; false where it has ended already. */
function endAsFailed(context: Context, job: ActiveJob, error: JobError): boolean {
  if (context.closing.aborted || step(job, 'fail')) return false;
  void finish(context, job, { warnings: job.record.warnings, error });
  return true;
}

/** Stores the end after pending journal writes. */
function finish(
  { scheduler, translation, ending }: Context,
  job: ActiveJob,
  details: EndDetails,
): Promise<void> {
  const { id } = job.record;
  scheduler.remove(id);
  void translation.release(id).catch(() => undefined);
  job.writing = job.writing.catch(() => undefined).then(() => ending.store(job, details));
  return job.writing;
}

function progressed({ now, events }: Context, job: ActiveJob): void {
  job.updatedAt = later(now(), job.updatedAt);
  events.emit('progressed', job);
}

function isWanted({ closing }: Context, job: ActiveJob): boolean {
  return isWorking(job.state) && !closing.aborted;
}

function step(job: ActiveJob, event: StateEvent): Refusal | undefined {
  const next = transition(job.state, event);
  if ('refused' in next) return next.refused;
  job.state = next.to;
  return undefined;
}
