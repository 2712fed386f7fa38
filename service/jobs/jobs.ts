import { setMaxListeners } from 'node:events';
import { availableParallelism } from 'node:os';
import { fieldProblem, LIMITS } from '../contract/index.ts';
import type { JobWaiting } from '../contract/index.ts';
import type { Ledger } from '../accounts/accounts-port.ts';
import type { ClientRules } from '../clients/clients-port.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { StorageRoom } from '../lib/account-storage.ts';
import { ownerOf } from '../lib/owner.ts';
import type { Log } from '../log.ts';
import type { JobRecord } from '../records/job-record.ts';
import type { Store } from '../store/store-port.ts';
import type { TranslationPort } from '../worker/translation-port.ts';
import { createAdmission } from './admit/admission.ts';
import { startBuilds } from './read/builds.ts';
import { createChecking } from './read/checking.ts';
import { createContents } from './read/content.ts';
import { createEditing } from './read/editing.ts';
import { CHARGE_LIMIT_MS, createEnding } from './end/ending.ts';
import { createJobFinder } from './read/find-job.ts';
import { createIdempotency } from './admit/idempotency.ts';
import { createIds } from './admit/ids.ts';
import { noteOf } from './client-notes.ts';
import { runningEntry } from './job-entries.ts';
import { createRemembered } from './language-data.ts';
import type { JobLanguageData } from './language-data.ts';
import { createJobEvents } from './job-events.ts';
import type { JobEvents } from './job-events.ts';
import { jobMethods, removeJob, removeJobsOf } from './job-methods.ts';
import type { MethodParts } from './job-methods.ts';
import type { Jobs } from './jobs-port.ts';
import { presentActive } from './read/job-view.ts';
import { recover } from './end/recovery.ts';
import { createPages } from './read/pages.ts';
import { createGrammar } from './read/grammar.ts';
import type { CheckerInUse } from './read/grammar.ts';
import { createPreviews } from './read/previews.ts';
import { createResultFiles } from './read/result-files.ts';
import { daysByClient, startRetention } from './end/retention.ts';
import type { RetentionRule } from './end/retention.ts';
import { createRunner } from './run/runner.ts';
import { createRunningPlaces } from './admit/running-places.ts';
import { countStoredBytes } from './admit/stored-bytes.ts';
import type { StoredBytes } from './admit/stored-bytes.ts';
import { createTranslateTexts } from './run/texts.ts';
import { createExamining } from './admit/examining.ts';
import { createFirstPass } from './admit/first-pass.ts';
import { createExclusive } from './run/exclusive.ts';
import type { Direction, DirectionLimits, QueueLimits } from './run/work-queue.ts';

/** Chunks prepared beside those at work: an engine that finishes two at once stays busy. */
const CHUNKS_AHEAD = 2;

export interface JobsParts {
  store: Pick<Store, 'files' | 'jobs'>;
  accounts: Ledger;
  /** `onRestart`: called when the engines are there again after a crash. */
  translation: TranslationPort & { onRestart?(listener: () => void): void };
  limits?: {
    /** Running jobs of an account; 0 is unlimited. */
    runningJobs?: () => number;
    /** Segments of a document. */
    segments?: () => number;
    /** MB of an account's jobs on disk; 0 is unlimited. */
    storedMb?: () => number;
    /** Limits of each direction; undefined derives them from this machine's cores. */
    directions?: (direction: Direction) => DirectionLimits | undefined;
    /** Maximum milliseconds for texts translated at once. */
    textsMs?: number;
  };
  /** Why jobs of an engine wait, if they do: for a worker of a team, or its queue. */
  waiting?: (engine: string) => JobWaiting | undefined;
  /** Called whenever the rule is applied; without it no jobs are removed. */
  retention?: () => RetentionRule;
  /** Without it there are neither named glossaries nor a memory. */
  languageData?: JobLanguageData;
  /** What the work of clients may use. */
  clients: ClientRules;
  /** The machines to which an engine sends texts; none for one of this machine. */
  hostsOf?: (engine: string) => readonly string[];
  /** Without it nothing is checked by another program. */
  checker?: CheckerInUse;
  log?: Log;
  /** Milliseconds since 1970. */
  clock?: () => number;
}

export interface OpenJobs extends Jobs {
  /** The retention rule has changed. */
  applyRetention(): void;
  /** Removes all jobs of a client, running ones too. Resolves when none is left, not even in a backup. */
  removeOf(clientId: string): Promise<{ jobs: number; files: number }>;
  /** The space that an account's jobs take, and its limit for all stored data. */
  roomOf(accountId: string): Promise<StorageRoom>;
  /** Counts other data of an account among its jobs' space. */
  readonly storage: Pick<StoredBytes, 'reserve' | 'note' | 'release'>;
  /** The limits of a direction, or the reason its jobs wait, have changed. */
  wakeAll(): void;
  close(): Promise<void>;
}

/**
 * Opens the jobs: repairs the stored ones, resumes those that ran, and accepts new ones. Longer than 100 lines
 * since it joins their parts, each in a file.
 */
export async function createJobs(parts: JobsParts): Promise<OpenJobs> {
  const { store, accounts: ledger, translation, limits, clients, log, clock = Date.now } = parts;
  const { hostsOf = () => [] } = parts;
  const now = (): string => new Date(clock()).toISOString();
  const closing = new AbortController();
  // On a full disk each ended job waits for it, to be stored.
  setMaxListeners(0, closing.signal);
  const events = createJobEvents(log);
  const ending = createEnding({ store, ledger, events, now, closing: closing.signal });
  const remembered = createRemembered(parts.languageData, clients, log);
  const runner = createRunner({
    clients,
    hostsOf,
    remembered,
    store,
    translation,
    ending,
    events,
    limits: orThisMachine(limits?.directions),
    waiting: parts.waiting,
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
  void remembered.catchUp(closing.signal);
  const exclusive = createExclusive();
  const finder = createJobFinder(store, runner.jobs);
  const storedBytes = countStoredBytes({
    store,
    events,
    maxMb: limits?.storedMb ?? (() => LIMITS.storedMb),
    besides: parts.languageData?.stored,
    closing: closing.signal,
    log,
  });
  const editing = createEditing({
    ...{ store, translation, clients, remembered, finder, exclusive, events, now, log },
    closing: closing.signal,
  });
  const grammar = createGrammar({
    ...{ store, translation, clients, events, log },
    checker: parts.checker ?? { url: () => undefined, ignored: () => [] },
    closing: closing.signal,
  });
  const results = createResultFiles({
    store,
    events,
    translation,
    built: (record) => storedBytes.recount(record),
    noteMarks: (id, built) => editing.noteMarks(id, built),
  });
  const builds = startBuilds({ store, results, events, log });
  const places = createRunningPlaces({
    max: limits?.runningJobs ?? (() => LIMITS.runningJobs),
    runningOf: (accountId) => runner.countOf(accountId),
  });
  const newId = createIds(clock, newest);
  const maxSegments = limits?.segments ?? (() => LIMITS.documentSegments);
  const admission = createAdmission({
    store,
    ledger,
    translation,
    storedBytes,
    places,
    maxSegments,
    newId,
    now,
    checkClient: (request) => {
      if (!clients.of(ownerOf(request))) throw clientGone();
    },
    formatDefaults: (request) => clients.of(ownerOf(request))?.defaults.format_options,
    admit: (record, { keyId }) => {
      noteOf(clients, record, { event: 'job_created', ...(keyId === undefined ? {} : { key_id: keyId }) });
      begin(record);
    },
  });
  const translateTexts = createTranslateTexts({
    clients,
    hostsOf,
    remembered,
    ledger,
    translation,
    places,
    log,
    now,
    ...(limits?.textsMs === undefined ? {} : { limitMs: limits.textsMs }),
  });
  const methodParts: MethodParts = {
    clients,
    languageData: parts.languageData,
    remembered,
    translateTexts,
    examine: createExamining({
      ...{ store, translation, clients, languageData: parts.languageData, maxSegments, newId },
    }),
    listTerms: createFirstPass({
      ...{ store, translation, clients, hostsOf, languageData: parts.languageData, maxSegments, newId, log },
    }),
    preview: createPreviews({ store, translation, finder, log }),
    page: createPages({ store, translation, finder }),
    grammar,
    checking: createChecking({ store, translation, clients, finder, exclusive, grammar }),
    store,
    ledger,
    translation,
    events,
    ending,
    runner,
    finder,
    contents: createContents({ store, translation, results }),
    editing,
    exclusive,
    results,
    builds,
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
    daysOf: () => daysByClient(clients),
    all: () => store.jobs.all(),
    events,
    remove: ({ account_id, id }) => removeJob(methodParts, account_id, id),
    log,
    clock,
  });
  idempotency
    .learn()
    .catch((err: unknown) => log?.error({ err }, 'the idempotency keys of earlier jobs could not be read'));
  translation.onRestart?.(() => runner.wakeAll());

  return {
    ...jobMethods(methodParts),
    applyRetention: () => retention.apply(),
    removeOf: (clientId) => removeJobsOf(methodParts, clientId),
    roomOf: (accountId) => storedBytes.roomOf(accountId),
    storage: storedBytes,
    wakeAll: () => runner.wakeAll(),
    async close() {
      closing.abort();
      builds.stop();
      await retention.stop();
      await runner.stop();
      await withTimeLimit(CHARGE_LIMIT_MS, ending.pending()).catch(() => undefined);
    },
  };
}

function clientGone(): Error {
  return fieldProblem('client_id', 'invalid', 'The client of this job has just been removed.', {
    reason: 'unknown_client',
  });
}

/** Every engine may work on all cores but one. */
function orThisMachine(
  given: ((direction: Direction) => DirectionLimits | undefined) | undefined,
): QueueLimits {
  const chunks = Math.max(1, availableParallelism() - 1) + CHUNKS_AHEAD;
  const limits = { chunks, perJob: 2 * chunks, shares: chunks };
  return (direction) => given?.(direction) ?? limits;
}

/** The index has each job from its start; `ending` adds the end, with the charge. */
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
