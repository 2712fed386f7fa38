import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { LIMITS, ProblemError } from '../contract/index.ts';
import type { JobKind } from '../contract/index.ts';
import type { Ledger } from '../accounts/port.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { Log } from '../log.ts';
import type { IdempotencyMark, JobRecord } from '../records/job-record.ts';
import type { Store } from '../store/port.ts';
import type { TranslationPort, TranslationProcess } from '../worker/port.ts';
import { createAdmission } from './admission.ts';
import type { Admission } from './admission.ts';
import { batchDamaged, sourceDamaged } from './assembling.ts';
import { createContents, jobFailed, mediaTypeOf } from './content.ts';
import type { Contents } from './content.ts';
import { createEditing } from './editing.ts';
import type { Editing } from './editing.ts';
import { createEnding } from './ending.ts';
import type { Ending } from './ending.ts';
import { createJobFinder, presentFound } from './find-job.ts';
import type { JobFinder } from './find-job.ts';
import { createIdempotency } from './idempotency.ts';
import type { Idempotency } from './idempotency.ts';
import { createIds } from './ids.ts';
import { runningEntry } from './job-entries.ts';
import { createRemembered, withGlossary } from './lexicon.ts';
import type { JobLexicon } from './lexicon.ts';
import { createJobEvents } from './job-events.ts';
import type { JobEvents } from './job-events.ts';
import type { CreatedJob, Jobs, NewBatch, NewDocument, NewJob } from './port.ts';
import { presentActive, presentEntry } from './present-job.ts';
import { recover } from './recovery.ts';
import { startRetention } from './retention.ts';
import type { RetentionRule } from './retention.ts';
import { createRunner } from './runner.ts';
import type { Runner } from './runner.ts';
import { isSourceWhole } from './source.ts';
import { transition } from './state.ts';
import { countStoredBytes } from './stored-bytes.ts';
import type { StoredBytes } from './stored-bytes.ts';
import { createTranslateTexts } from './texts.ts';
import type { TranslateTexts } from './texts.ts';
import { createExclusive } from './exclusive.ts';
import type { Exclusive } from './exclusive.ts';

/** Beside those at work: an engine that answers two in one go is not idle while the host hears of it. */
const CHUNKS_AHEAD = 2;
/** A removal waits so long for the charge to be written; on a full disk it must not wait for space that it makes. */
const CHARGE_LIMIT_MS = 2_000;

export interface JobsParts {
  store: Pick<Store, 'files' | 'jobs'>;
  accounts: Ledger;
  translation: TranslationPort & Partial<Pick<TranslationProcess, 'onRestart'>>;
  limits?: {
    /** Running jobs of an account; 0 is unlimited. */
    runningJobs?: () => number;
    /** MB that an account's jobs may take on disk; 0 is unlimited. */
    storedMb?: () => number;
    /** Chunks at work of one engine. */
    chunks?: number;
    /** Milliseconds that texts translated at once may take. */
    textsMs?: number;
  };
  /** Asked whenever the jobs are gone through; none are removed unless given. */
  retention?: () => RetentionRule;
  /** Without it there are no named glossaries and no memory. */
  lexicon?: JobLexicon;
  log?: Log;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

export interface OpenJobs extends Jobs {
  /** The retention rule has changed. */
  applyRetention(): void;
  close(): Promise<void>;
}

/** What the methods of `Jobs` share. */
interface Context {
  readonly store: Pick<Store, 'files' | 'jobs'>;
  readonly ledger: Ledger;
  readonly translation: TranslationPort;
  readonly events: JobEvents;
  readonly ending: Ending;
  readonly runner: Runner;
  readonly finder: JobFinder;
  readonly contents: Contents;
  readonly editing: Editing;
  readonly exclusive: Exclusive;
  readonly admission: Admission;
  readonly storedBytes: StoredBytes;
  readonly idempotency: Idempotency;
  readonly translateTexts: TranslateTexts;
  readonly lexicon: JobLexicon | undefined;
}

/** Opens the jobs: brings what is stored in order, goes on with what ran, and takes new ones. */
export async function createJobs(parts: JobsParts): Promise<OpenJobs> {
  const { store, accounts: ledger, translation, limits, log, clock = Date.now } = parts;
  const now = (): string => new Date(clock()).toISOString();
  const closing = new AbortController();
  // On a full disk each ended job waits with it to be stored.
  setMaxListeners(0, closing.signal);
  const events = createJobEvents(log);
  const ending = createEnding({ store, ledger, events, now, closing: closing.signal });
  const perEngine = limits?.chunks ?? Math.max(1, availableParallelism() - 1) + CHUNKS_AHEAD;
  const remembered = createRemembered(parts.lexicon, log);
  const runner = createRunner({
    remembered,
    store,
    translation,
    ending,
    events,
    limits: { perEngine, perJob: perEngine },
    log,
    now,
    closing: closing.signal,
  });
  const idempotency = createIdempotency({
    store,
    clock,
    log,
    exists: async (id) => runner.jobs.has(id) || (await store.jobs.get(id)) !== undefined,
  });
  keepIndex(store, events);
  logEvents(log, events);
  const begin = (record: JobRecord): void => {
    idempotency.remember(record);
    runner.start(record);
  };
  const { running, newest } = await recover({ store, ledger, ending, remembered, log, now });
  const exclusive = createExclusive();
  const finder = createJobFinder(store, runner.jobs);
  const storedBytes = countStoredBytes({
    store,
    events,
    mostMb: limits?.storedMb ?? (() => LIMITS.storedMb),
    closing: closing.signal,
    log,
  });
  const built = (record: JobRecord): Promise<void> => storedBytes.recount(record);
  const admission = createAdmission({
    store,
    ledger,
    translation,
    storedBytes,
    maxRunning: limits?.runningJobs ?? (() => LIMITS.runningJobs),
    runningOf: (accountId) => runner.countOf(accountId),
    newId: createIds(clock, newest),
    now,
    admit: begin,
  });
  const translateTexts = createTranslateTexts({
    remembered,
    ledger,
    translation,
    maxRunning: limits?.runningJobs ?? (() => LIMITS.runningJobs),
    runningOf: (accountId) => runner.countOf(accountId),
    log,
    now,
    ...(limits?.textsMs === undefined ? {} : { limitMs: limits.textsMs }),
  });
  const context: Context = {
    lexicon: parts.lexicon,
    translateTexts,
    store,
    ledger,
    translation,
    events,
    ending,
    runner,
    finder,
    contents: createContents(store, translation, { exclusive, built }),
    editing: createEditing({ store, translation, remembered, finder, exclusive, built, events, now, log }),
    exclusive,
    admission,
    storedBytes,
    idempotency,
  };

  for (const record of running) {
    ledger.resume(record.account_id, record.id, record.source_chars);
    begin(record);
  }
  storedBytes.start();
  const retention = startRetention({
    rule: parts.retention ?? (() => ({ maxAgeDays: 0, maxJobs: 0 })),
    jobs: store.jobs,
    events,
    remove: ({ account_id, id }) => removeJob(context, account_id, id),
    log,
    clock,
  });
  idempotency
    .learn()
    .catch((err: unknown) => log?.error({ err }, 'the idempotency keys of earlier jobs could not be read'));
  translation.onRestart?.(() => runner.wakeAll());

  return {
    ...jobMethods(context),
    applyRetention: () => retention.apply(),
    async close() {
      closing.abort();
      await retention.stop();
      await runner.stop();
      await withTimeLimit(CHARGE_LIMIT_MS, ending.pending()).catch(() => undefined);
    },
  };
}

function jobMethods(context: Context): Jobs {
  const { store, runner, finder, contents, events } = context;
  return {
    createDocument: (request) => createDocument(context, request),
    createBatch: (request) => createBatch(context, request),
    translateTexts: async (request) => {
      const route = await routeOf(context, request);
      return context.translateTexts(await withGlossary(context.lexicon, request), route);
    },
    get: (accountId, id, kind) => finder.show(accountId, id, kind),
    async batchSegments(accountId, id) {
      const { status } = await finder.show(accountId, id, 'batch');
      return status === 'done' ? contents.batch(await finder.recordOf(id)) : undefined;
    },
    async segments(accountId, id, { cursor = 0, ...page }, kind) {
      const found = await finder.find(accountId, id, kind);
      const record = 'active' in found ? found.active.record : await finder.recordOf(id);
      return contents.segments(record, { start: cursor, ...page });
    },
    edit: (accountId, id, edits, kind) => context.editing.apply(accountId, id, edits, kind),
    importFile: (accountId, id, path, kind) => context.editing.importFile(accountId, id, path, kind),
    exportFile: (accountId, id, format, kind) => context.editing.exportFile(accountId, id, format, kind),
    async list(accountId, query) {
      const { entries, next } = await store.jobs.list({ account_id: accountId, ...query });
      const jobs = entries.map((entry) => {
        const active = runner.jobs.get(entry.id);
        return active ? presentActive(active) : presentEntry(entry);
      });
      return { jobs, ...(next === undefined ? {} : { nextCursor: next }) };
    },
    cancel: (accountId, id, kind) => cancelJob(context, accountId, id, kind),
    retry: (accountId, id, kind, idempotency) => retryJob(context, accountId, id, kind, idempotency),
    remove: (accountId, id, kind) => removeJob(context, accountId, id, kind),
    content: (accountId, id, options) => contentOf(context, accountId, id, options),
    async source(accountId, id) {
      await finder.show(accountId, id, 'document');
      return contents.source(await finder.recordOf(id));
    },
    subscribe(listener) {
      const stops = (['started', 'progressed', 'ended'] as const).map((name) =>
        events.on(name, (job) => listener(job.record.account_id, presentActive(job), name)),
      );
      stops.push(events.on('edited', (entry) => listener(entry.account_id, presentEntry(entry), 'edited')));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** The upload belongs to the job that is made of it; whatever else becomes of the request, it is removed here. */
async function createDocument(context: Context, request: NewDocument): Promise<CreatedJob> {
  const { admission, idempotency, store } = context;
  try {
    const route = await routeOf(context, request);
    const whole = await withGlossary(context.lexicon, request);
    return await idempotency.once('document', whole, () => admission.createDocument(whole, route));
  } finally {
    // What cannot be removed now is at the next start.
    await store.files.removeUpload(request.upload.path).catch(() => undefined);
  }
}

async function createBatch(context: Context, request: NewBatch): Promise<CreatedJob> {
  const { admission, idempotency } = context;
  const route = await routeOf(context, request);
  const whole = await withGlossary(context.lexicon, request);
  return idempotency.once('batch', whole, () => admission.createBatch(whole, route));
}

function routeOf(
  { translation }: Context,
  { from, to, engine }: Pick<NewJob, 'from' | 'to' | 'engine'>,
): ReturnType<TranslationPort['route']> {
  return translation.route({ from, to, ...(engine === undefined ? {} : { engine }) });
}

async function cancelJob(
  context: Context,
  accountId: string,
  id: string,
  kind?: JobKind,
): ReturnType<Jobs['cancel']> {
  const { finder, runner } = context;
  const found = await finder.find(accountId, id, kind);
  if ('active' in found) {
    const refused = await runner.cancel(found.active);
    // The end was already decided: what it is can be said when it is stored.
    if (refused === 'wait') await found.active.ended;
    return refused ? await cancelJob(context, accountId, id, kind) : await finder.show(accountId, id, kind);
  }
  const { status } = found.entry;
  if (status !== 'running' && 'to' in transition(status, 'cancel')) return presentFound(found);
  throw new ProblemError('conflict', `This job is ${status} and can no longer be cancelled.`, {
    reason: 'not_cancellable',
  });
}

async function removeJob(context: Context, accountId: string, id: string, kind?: JobKind): Promise<void> {
  const { finder, runner, ending, ledger, store, storedBytes } = context;
  const found = await finder.find(accountId, id, kind);
  if ('active' in found && (await runner.cancel(found.active)) === 'wait') await found.active.ended;
  const charged = ending.pending(id).then(() => ledger.flush());
  await withTimeLimit(CHARGE_LIMIT_MS, charged).catch(() => undefined);
  ending.forget(id);
  // Ends what edits it or builds its file; what waits behind that finds no job.
  await context.translation.release(id).catch(() => undefined);
  await context.exclusive(id, async () => {
    await store.files.remove(id);
    storedBytes.release(id);
    await store.jobs.remove(id);
  });
}

async function retryJob(
  context: Context,
  accountId: string,
  id: string,
  kind: JobKind | undefined,
  idempotency: IdempotencyMark | undefined,
): Promise<CreatedJob> {
  const { finder, contents, store } = context;
  const job = await finder.show(accountId, id, kind);
  if (job.status === 'running' || !('to' in transition(job.status, 'retry'))) {
    throw new ProblemError(
      'conflict',
      `This job is ${job.status}. Only a failed or cancelled one can be retried.`,
      { reason: 'not_retryable' },
    );
  }
  const record = await finder.recordOf(id);
  const request: NewJob = {
    accountId,
    from: record.from,
    to: record.to,
    ...(record.asked_engine === undefined ? {} : { engine: record.asked_engine }),
    options: record.options,
    // A retry of another job with the same key is another request.
    ...(idempotency
      ? { idempotency: { key: idempotency.key, payload: `${idempotency.payload} ${id}`, route: 'retry' } }
      : {}),
  };
  if (record.kind === 'batch') {
    const storedAt = store.files.paths(record).segments;
    if (!(await store.files.stat(storedAt))) throw jobFailed(batchDamaged());
    return createBatch(context, { ...request, segments: { storedAt } });
  }
  const source = await contents.source(record);
  const paths = store.files.paths(record);
  // Else the checks of an upload would blame the file that was sent.
  if (!(await isSourceWhole(store.files, { record, paths }))) throw jobFailed(sourceDamaged());
  const upload = {
    path: await store.files.copyToUpload(source.path),
    fileName: record.file_name,
    mediaType: mediaTypeOf(record),
  };
  return createDocument(context, { ...request, upload });
}

async function contentOf(
  { finder, contents }: Context,
  accountId: string,
  id: string,
  options: { simple: boolean },
): ReturnType<Jobs['content']> {
  const job = await finder.show(accountId, id, 'document');
  switch (job.status) {
    case 'running':
      return { running: job };
    case 'failed':
      throw jobFailed(job.error);
    case 'cancelled':
      throw new ProblemError(
        'job_cancelled',
        'This job was cancelled; there is no translated file. Retry it.',
      );
    case 'done':
      return { file: await contents.result(job, await finder.recordOf(id), options) };
  }
}

/** The index has a row of each job from its start; ends are put there by the ending, with what it knows of the charge. */
function keepIndex(store: Pick<Store, 'jobs'>, events: JobEvents): void {
  events.on('started', ({ record, updatedAt }) => store.jobs.put(runningEntry(record, updatedAt)));
}

function logEvents(log: Log | undefined, events: JobEvents): void {
  events.on('started', ({ record }) => {
    const { id, kind, file_type, segment_count, engine } = record;
    log?.info({ job_id: id, kind, ...(file_type ? { file_type } : {}), segment_count, engine }, 'job runs');
  });
  events.on('ended', (job) =>
    log?.info({ job_id: job.record.id, status: presentActive(job).status }, 'job ended'),
  );
}
