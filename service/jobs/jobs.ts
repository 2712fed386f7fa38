import { availableParallelism } from 'node:os';
import { LIMITS, ProblemError } from '../contract/index.ts';
import type { Job, JobKind } from '../contract/index.ts';
import type { Ledger } from '../accounts/port.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { Log } from '../log.ts';
import type { JobEntry, JobRecord, Store } from '../store/port.ts';
import type { TranslationPort, TranslationProcess } from '../worker/port.ts';
import { unescapeText } from '../text/codes.ts';
import { viewActive } from './active-job.ts';
import type { ActiveJob } from './active-job.ts';
import { createAdmission } from './admission.ts';
import { createContents, mediaTypeOf } from './content.ts';
import { createEnding } from './ending.ts';
import { createIdempotency } from './idempotency.ts';
import { createIds } from './ids.ts';
import type { Jobs } from './port.ts';
import { recover } from './recovery.ts';
import { outdatedJobs } from './retention.ts';
import type { RetentionRule } from './retention.ts';
import { createRunner } from './runner.ts';
import { transition } from './state.ts';

/** Two at work and one waiting: an engine that answers two in one go is not idle while the host hears of it. */
const CHUNKS_AHEAD = 3;
const RETENTION_EVERY_MS = 3_600_000;
/** A removal waits so long for the charge to be written; on a full disk it must not wait for space that it makes. */
const CHARGE_LIMIT_MS = 2_000;

export interface JobsParts {
  store: Pick<Store, 'files' | 'jobs'>;
  accounts: Ledger;
  translation: TranslationPort & Partial<Pick<TranslationProcess, 'onRestart'>>;
  limits?: {
    /** Running jobs of an account; 0 is unlimited. */
    runningJobs?: number;
    /** Chunks at work over all jobs. */
    chunks?: number;
  };
  /** Off unless given. */
  retention?: RetentionRule;
  log?: Log;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

/** Opens the jobs: brings what is stored in order, goes on with what ran, and takes new ones. */
export async function createJobs(parts: JobsParts): Promise<Jobs & { close(): Promise<void> }> {
  const { store, accounts: ledger, translation, limits, log, clock = Date.now } = parts;
  const now = (): string => new Date(clock()).toISOString();
  const closing = new AbortController();
  const listeners = new Set<(accountId: string, job: Job) => void>();
  const changed = (accountId: string, job: Job): void => {
    for (const listener of listeners) {
      try {
        listener(accountId, job);
      } catch (err) {
        // A listener's fault, such as a stream that has just closed, must not stop the job it listens to.
        log?.error({ job_id: job.id, err }, 'a listener of jobs failed');
      }
    }
  };
  const ending = createEnding({
    store,
    ledger,
    now,
    closing: closing.signal,
    onEnded: (job) => {
      log?.info({ job_id: job.record.id, status: viewActive(job).status }, 'job ended');
      runner.dismiss(job);
    },
  });
  const runner = createRunner({
    store,
    translation,
    ending,
    limits: { slots: limits?.chunks ?? Math.max(CHUNKS_AHEAD, availableParallelism()), perJob: CHUNKS_AHEAD },
    log,
    now,
    closing: closing.signal,
    changed,
  });
  const contents = createContents(store, translation);
  const idempotency = createIdempotency({
    store,
    clock,
    exists: async (id) => runner.jobs.has(id) || (await store.jobs.get(id)) !== undefined,
  });
  const begin = (record: JobRecord): void => {
    idempotency.remember(record);
    const { id, kind, file_type, segment_count, engine } = record;
    log?.info({ job_id: id, kind, ...(file_type ? { file_type } : {}), segment_count, engine }, 'job runs');
    runner.start(record);
    const job = runner.jobs.get(record.id);
    if (!job) return;
    store.jobs.put({ account_id: record.account_id, job: viewActive(job) });
    changed(record.account_id, viewActive(job));
  };
  const { running, newest } = await recover({ store, ledger, ending, log, now });
  const admission = createAdmission({
    store,
    ledger,
    translation,
    maxRunning: limits?.runningJobs ?? LIMITS.runningJobs,
    runningOf: (accountId) =>
      [...runner.jobs.values()].filter(({ record }) => record.account_id === accountId).length,
    newId: createIds(clock, newest),
    now,
    admit: begin,
  });

  for (const record of running) {
    ledger.resume(record.account_id, record.id, record.source_chars);
    begin(record);
  }

  /** The running job, or the index's row of an ended one. */
  const find = async (
    accountId: string,
    id: string,
    kind?: JobKind,
  ): Promise<{ active: ActiveJob } | { entry: JobEntry }> => {
    const active = runner.jobs.get(id);
    if (active) {
      if (active.record.account_id !== accountId || (kind && active.record.kind !== kind)) throw notFound();
      return { active };
    }
    const entry = await store.jobs.get(id);
    if (entry?.account_id !== accountId || (kind && entry.job.kind !== kind)) throw notFound();
    return { entry };
  };
  const show = async (accountId: string, id: string, kind?: JobKind): Promise<Job> => {
    const found = await find(accountId, id, kind);
    return 'active' in found ? viewActive(found.active) : found.entry.job;
  };
  const recordOf = async (id: string): Promise<JobRecord> => {
    const record = await store.files.readJob(id);
    if (!record) throw notFound('The folder of this job is damaged or gone. Upload the document again.');
    return record;
  };

  const cancel: Jobs['cancel'] = async (accountId, id, kind) => {
    const found = await find(accountId, id, kind);
    if ('active' in found) {
      const refused = await runner.cancel(found.active);
      // The end was already decided: what it is can be said when it is stored.
      if (refused === 'wait') await found.active.ended;
      return refused ? await cancel(accountId, id, kind) : await show(accountId, id, kind);
    }
    const { job } = found.entry;
    if (job.status !== 'running' && 'to' in transition(job.status, 'cancel')) return job;
    throw new ProblemError('conflict', `This job is ${job.status} and can no longer be cancelled.`);
  };

  const remove = async (accountId: string, id: string, kind?: JobKind): Promise<void> => {
    const found = await find(accountId, id, kind);
    if ('active' in found && (await runner.cancel(found.active)) === 'wait') await found.active.ended;
    await withTimeLimit(
      CHARGE_LIMIT_MS,
      ending.pending(id).then(() => ledger.flush()),
    ).catch(() => undefined);
    ending.forget(id);
    await store.files.remove(id);
    await store.jobs.remove(id);
  };

  const createDocument: Jobs['createDocument'] = async (request) => {
    const create = () => admission.createDocument(request);
    const { job, isNew } = await idempotency.once('document', request, create);
    if (!isNew) await store.files.removeUpload(request.upload.path);
    return job;
  };
  const createBatch: Jobs['createBatch'] = async (request) =>
    (await idempotency.once('batch', request, () => admission.createBatch(request))).job;

  const retry: Jobs['retry'] = async (accountId, id, kind, mark) => {
    const { status } = await show(accountId, id, kind);
    if (status === 'running' || !('to' in transition(status, 'retry'))) {
      throw new ProblemError(
        'conflict',
        `This job is ${status}. Only a failed or cancelled one can be retried.`,
      );
    }
    const record = await recordOf(id);
    const request = {
      accountId,
      from: record.from,
      to: record.to,
      ...(record.asked_engine === undefined ? {} : { engine: record.asked_engine }),
      options: record.options,
      ...(mark === undefined ? {} : { idempotency: mark }),
    };
    if (record.kind === 'batch') {
      const segments = (await store.files.readSegments(id)).map((segment) => ({
        ...segment,
        text: unescapeText(segment.text),
      }));
      return createBatch({ ...request, segments });
    }
    const { path } = await contents.source(record);
    const upload = {
      path: await store.files.copyToUpload(path),
      fileName: record.file_name,
      mediaType: mediaTypeOf(record),
    };
    return createDocument({ ...request, upload });
  };

  const tidy = async (): Promise<void> => {
    if (!parts.retention) return;
    for (const { account_id, job } of await outdatedJobs(store.jobs, parts.retention, clock())) {
      if (!closing.signal.aborted) await remove(account_id, job.id);
    }
  };
  const tidyQuietly = (): void =>
    void tidy().catch((error: unknown) => log?.error({ err: error }, 'retention failed'));
  tidyQuietly();
  idempotency
    .learn()
    .catch((err: unknown) => log?.error({ err }, 'the idempotency keys of earlier jobs could not be read'));
  const tidying = setInterval(tidyQuietly, RETENTION_EVERY_MS).unref();
  translation.onRestart?.(() => runner.wakeAll());

  return {
    createDocument,
    createBatch,
    get: show,
    async batchSegments(accountId, id) {
      const { status } = await show(accountId, id, 'batch');
      return status === 'done' ? contents.batch(await recordOf(id)) : undefined;
    },
    async segments(accountId, id, { limit, cursor = 0 }, kind) {
      const found = await find(accountId, id, kind);
      const record = 'active' in found ? found.active.record : await recordOf(id);
      return contents.segments(record, { start: cursor, limit });
    },
    async list(accountId, query) {
      const { entries, next } = await store.jobs.list({ account_id: accountId, ...query });
      const jobs = entries.map(({ job }) => {
        const active = runner.jobs.get(job.id);
        return active ? viewActive(active) : job;
      });
      return { jobs, ...(next === undefined ? {} : { nextCursor: next }) };
    },
    cancel,
    retry,
    remove,
    async content(accountId, id, options) {
      const job = await show(accountId, id, 'document');
      switch (job.status) {
        case 'running':
          return { running: job };
        case 'failed':
          throw new ProblemError(
            'job_failed',
            job.error?.message ?? 'This job failed.',
            job.error ? { jobError: job.error } : {},
          );
        case 'cancelled':
          throw new ProblemError(
            'job_cancelled',
            'This job was cancelled; there is no translated file. Retry it.',
          );
        case 'done':
          return { file: await contents.result(job, await recordOf(id), options) };
      }
    },
    async source(accountId, id) {
      await show(accountId, id, 'document');
      return contents.source(await recordOf(id));
    },
    subscribe(listener) {
      listeners.add(listener);
      return () => void listeners.delete(listener);
    },
    async close() {
      clearInterval(tidying);
      closing.abort();
      await runner.stop();
      await withTimeLimit(CHARGE_LIMIT_MS, ending.pending()).catch(() => undefined);
    },
  };
}

function notFound(
  detail = 'There is no such job. GET /v1/jobs lists the jobs of this account.',
): ProblemError {
  return new ProblemError('not_found', detail);
}
