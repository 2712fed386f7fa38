import { setTimeout as pause } from 'node:timers/promises';
import type { Job } from '../contract/index.ts';
import { backoffMs } from '../lib/backoff.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import type { Log } from '../log.ts';
import type { JobRecord, Store } from '../store/port.ts';
import { damagedJob } from '../worker/port.ts';
import type { TranslatedChunk, TranslationPort } from '../worker/port.ts';
import { activate, later, viewActive } from './active-job.ts';
import type { ActiveJob } from './active-job.ts';
import { assembleJob } from './assembling.ts';
import type { Chunk, DeckLimits } from './deck.ts';
import type { Ending } from './ending.ts';
import { isCrash, isRetryable, jobErrorOf, MOST_FAILURES, RETRY_BACKOFF } from './failures.ts';
import { createScheduler } from './scheduler.ts';
import { isWorking, transition } from './state.ts';
import type { JobEvent, Refusal } from './state.ts';

/** One plan after the other: after a restart jobs go on in the order of their creation. */
const PLANS_AT_ONCE = 1;
/** Assemblies asked for at once; the translation process has limits of its own. */
const DOCUMENTS_AT_ONCE = 2;
const BATCHES_AT_ONCE = 4;
/** Crashes in the company of other jobs that make a job a suspect. Being near one is not yet a reason to fail. */
const SUSPECT_AFTER = 2;

export interface RunnerParts {
  store: Pick<Store, 'files'>;
  translation: TranslationPort;
  ending: Ending;
  limits: DeckLimits;
  log: Log | undefined;
  now: () => string;
  closing: AbortSignal;
  /** A job has changed in a way its status shows. */
  changed(accountId: string, job: Job): void;
}

/** The jobs that run: plan, chunks, assembly, end. */
export interface Runner {
  readonly jobs: ReadonlyMap<string, ActiveJob>;
  start(record: JobRecord): void;
  /** Resolves when the job is stored as cancelled; answers why where it cannot be. */
  cancel(job: ActiveJob): Promise<Exclude<Refusal, 'late'> | undefined>;
  /** The translation process is back: jobs that wait for their next try need not. */
  wakeAll(): void;
  /** To be called when a job's end is stored. */
  dismiss(job: ActiveJob): void;
  /** Begins nothing more, and resolves when no write to a journal is under way. */
  stop(): Promise<void>;
}

export function createRunner(parts: RunnerParts): Runner {
  const { store, translation, ending, log, now, closing } = parts;
  const jobs = new Map<string, ActiveJob>();
  const plans = createSemaphore(PLANS_AT_ONCE);
  const assemblies = {
    document: createSemaphore(DOCUMENTS_AT_ONCE),
    batch: createSemaphore(BATCHES_AT_ONCE),
  };
  const scheduler = createScheduler(parts.limits, { translate, store: storeChunk, failed: chunkFailed });

  const wanted = (job: ActiveJob): boolean => isWorking(job.state) && !closing.aborted;
  const changed = (job: ActiveJob): void => {
    job.updatedAt = later(now(), job.updatedAt);
    parts.changed(job.record.account_id, viewActive(job));
  };
  const step = (job: ActiveJob, event: JobEvent): Refusal | undefined => {
    const next = transition(job.state, event);
    if ('refused' in next) return next.refused;
    job.state = next.to;
    return undefined;
  };

  /** Stores the end after whatever is being written to the journal. */
  const finish = (job: ActiveJob, details: Parameters<Ending['store']>[1]): Promise<void> => {
    const { id } = job.record;
    scheduler.remove(id);
    void translation.release(id).catch(() => undefined);
    job.writing = job.writing.catch(() => undefined).then(() => ending.store(job, details));
    return job.writing;
  };
  const fail = (job: ActiveJob, error: unknown): void => {
    if (closing.aborted || step(job, 'fail')) return;
    log?.error({ job_id: job.record.id, err: error }, 'job failed');
    void finish(job, { warnings: job.record.warnings, error: jobErrorOf(error) });
  };

  /** Tries a step again while its failure may pass and the job is still wanted. */
  const attempt = async <T>(job: ActiveJob, work: () => Promise<T>): Promise<T> => {
    for (let failures = 1; ; failures++) {
      try {
        return await work();
      } catch (error) {
        if (!isRetryable(error) || failures >= MOST_FAILURES || !wanted(job)) throw error;
        await pause(backoffMs(failures, RETRY_BACKOFF), undefined, { ref: false });
      }
    }
  };

  const run = async (job: ActiveJob): Promise<void> => {
    const { paths, record } = job;
    const plan = await plans(() =>
      attempt(job, () =>
        translation.plan({
          jobId: record.id,
          segmentsPath: paths.segments,
          journalPath: paths.journal,
          jobPath: paths.job,
        }),
      ),
    );
    if (!wanted(job)) return;
    // Cut off between two lines it would pass for a shorter document, and come back without its end.
    if (plan.segmentCount !== record.segment_count) throw damagedJob('segments.ndjson');
    await store.files.truncateJournal(record.id, plan.journalBytes);
    job.completed = plan.completed;
    job.outstanding = plan.pending.length;
    if (!wanted(job)) return;
    if (job.outstanding === 0) await assemble(job);
    else
      scheduler.add(
        record.id,
        `${record.engine} ${record.engine_pair.from} ${record.engine_pair.to}`,
        plan.pending,
      );
  };

  const assemble = async (job: ActiveJob): Promise<void> => {
    if (step(job, 'translated')) return;
    changed(job);
    const work = (): Promise<Parameters<Ending['store']>[1]> =>
      assembleJob(job, {
        assemble: (task) => attempt(job, () => translation.assemble(task)),
        hasSource: async () => (await store.files.stat(job.paths.source)) !== undefined,
      });
    const end = await assemblies[job.record.kind](work);
    if (closing.aborted) return;
    if (end.error) {
      if (!step(job, 'fail')) void finish(job, end);
    } else if (!step(job, 'assembled')) void finish(job, end);
  };

  function translate(jobId: string, indexes: number[]): Promise<TranslatedChunk> {
    const job = jobs.get(jobId);
    if (!job) return Promise.reject(new Error(`Job ${jobId} does not run.`));
    const { paths, record } = job;
    return translation.translate({
      jobId,
      account: record.account_id,
      segmentsPath: paths.segments,
      jobPath: paths.job,
      engine: record.engine,
      pair: record.engine_pair,
      indexes,
    });
  }

  async function storeChunk(chunk: Chunk, translated: TranslatedChunk): Promise<void> {
    const job = jobs.get(chunk.jobId);
    if (!job) return;
    const append = async (): Promise<boolean> => {
      // Late: the job has ended while this waited for its turn.
      if (!wanted(job)) return false;
      await store.files.appendJournal(chunk.jobId, translated.lines);
      return true;
    };
    const written = job.writing.then(append);
    job.writing = written.then(
      () => undefined,
      () => undefined,
    );
    try {
      if (!(await written)) return;
    } catch (error) {
      fail(job, error);
      return;
    }
    job.completed += chunk.items.reduce((sum, item) => sum + item.weight, 0);
    job.outstanding -= chunk.items.length;
    job.failures = 0;
    scheduler.setSuspect(chunk.jobId, false);
    if (!wanted(job)) return;
    if (job.outstanding > 0) changed(job);
    else void assemble(job).catch((error: unknown) => fail(job, error));
  }

  function chunkFailed(chunk: Chunk, error: unknown, begun: number): void {
    const job = jobs.get(chunk.jobId);
    if (!job || !wanted(job)) return;
    if (!isRetryable(error)) {
      fail(job, error);
      return;
    }
    if (begun >= job.failedAt) {
      job.failedAt = performance.now();
      const inCompany = isCrash(error) && !chunk.alone;
      job.failures = inCompany ? Math.min(job.failures + 1, SUSPECT_AFTER) : job.failures + 1;
    }
    if (job.failures >= MOST_FAILURES) {
      fail(job, error);
      return;
    }
    if (isCrash(error) && job.failures >= SUSPECT_AFTER) scheduler.setSuspect(chunk.jobId, true);
    setTimeout(() => scheduler.wake(chunk.jobId), backoffMs(job.failures, RETRY_BACKOFF)).unref();
  }

  return {
    jobs,
    start(record) {
      const job = activate(record, store.files.paths(record), now());
      jobs.set(record.id, job);
      void run(job).catch((error: unknown) => fail(job, error));
    },
    async cancel(job) {
      const refused = step(job, 'cancel');
      if (refused) return refused === 'late' ? 'conflict' : refused;
      if (job.state === 'ending_cancelled') await finish(job, { warnings: job.record.warnings });
      return undefined;
    },
    wakeAll() {
      for (const jobId of jobs.keys()) scheduler.wake(jobId);
    },
    dismiss(job) {
      jobs.delete(job.record.id);
      parts.changed(job.record.account_id, viewActive(job));
    },
    async stop() {
      scheduler.stop();
      await Promise.allSettled([...jobs.values()].map((job) => job.writing));
    },
  };
}
