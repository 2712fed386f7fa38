import type { Ledger } from '../accounts/accounts-port.ts';
import type { ClientRules } from '../clients/clients-port.ts';
import { fieldProblem, ProblemError } from '../contract/index.ts';
import type { JobKind } from '../contract/index.ts';
import { accountOf, clientOf, GENERAL, ownerOf } from '../lib/owner.ts';
import { withTimeLimit } from '../lib/time-limit.ts';
import type { Fingerprint, JobRecord } from '../records/job-record.ts';
import type { Store } from '../store/store-port.ts';
import type { SegmentsTask } from '../worker/document-port.ts';
import type { Route } from '../worker/engine-port.ts';
import type { TranslationPort } from '../worker/translation-port.ts';
import type { Admission, RoutedDocument } from './admit/admission.ts';
import { assembleTask, batchDamaged } from './run/assembling.ts';
import { mediaTypeOf } from './read/content.ts';
import type { Contents } from './read/content.ts';
import type { Editing } from './read/editing.ts';
import { CHARGE_LIMIT_MS } from './end/ending.ts';
import type { Ending } from './end/ending.ts';
import type { Exclusive } from './run/exclusive.ts';
import { presentFound } from './read/find-job.ts';
import type { JobFinder } from './read/find-job.ts';
import type { Grammar } from './read/grammar.ts';
import type { Idempotency } from './admit/idempotency.ts';
import type { JobEvents } from './job-events.ts';
import { noteOf } from './client-notes.ts';
import { withGlossary } from './language-data.ts';
import type { JobLanguageData, Remembered } from './language-data.ts';
import type { SecondAnswers } from '../memory/memory-port.ts';
import type {
  CreatedJob,
  Jobs,
  NewBatch,
  NewDocument,
  NewJob,
  NewTexts,
  SecondRequest,
  UndetectedDocument,
} from './jobs-port.ts';
import { presentActive, presentEntry } from './read/job-view.ts';
import { jobFailed, sourceGone } from './read/refusals.ts';
import type { ResultFiles } from './read/result-files.ts';
import type { Runner } from './run/runner.ts';
import { transition } from './state.ts';
import type { StoredBytes } from './admit/stored-bytes.ts';
import type { TranslateTexts } from './run/texts.ts';

/** The dependencies of the methods of `Jobs`. */
export interface MethodParts {
  readonly clients: ClientRules;
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
  readonly results: Pick<ResultFiles, 'unbuilt'>;
  readonly builds: { forget(jobId: string): void };
  readonly admission: Admission;
  readonly storedBytes: StoredBytes;
  readonly idempotency: Idempotency;
  readonly translateTexts: TranslateTexts;
  readonly examine: Jobs['examine'];
  readonly listTerms: Jobs['listTerms'];
  readonly preview: Jobs['preview'];
  readonly page: Jobs['page'];
  readonly grammar: Grammar;
  readonly checking: Pick<Jobs, 'checks' | 'ignoreFindings' | 'checkReport'>;
  readonly languageData: JobLanguageData | undefined;
  readonly remembered: Pick<Remembered, 'doubts' | 'offers' | 'secondOpinion'>;
}

/** What leaves segments out, or orders them. */
const FILTERS = [
  'state',
  'flag',
  'match',
  'repeated',
  'min_length',
  'max_length',
  'q',
  'source',
  'target',
  'missing',
  'sort',
] as const;

type AskedPage = Pick<Parameters<Jobs['segments']>[2], 'indexes' | 'limit' | 'sort'>;

/** The indexes of a page's segments; with a filter some of them. */
function placesOf(
  cursor: number,
  { indexes, limit, sort }: AskedPage,
  doubts?: SegmentsTask['doubts'],
): readonly number[] {
  if (indexes) return indexes;
  if (sort !== 'doubt' || !doubts) return Array.from({ length: limit }, (_, n) => cursor + n);
  const sorted = [...doubts].sort(([i, one], [j, other]) => other.value - one.value || i - j);
  return sorted.slice(cursor, cursor + limit).map(([index]) => index);
}

async function secondsOf({ store }: MethodParts, id: string): Promise<SecondAnswers[]> {
  return (await store.files.readSeconds(id)).map(({ job, engine }) => {
    const { segments, journal } = store.files.paths({ id: job, kind: 'batch' });
    return { engine, segmentsPath: segments, journalPath: journal };
  });
}

/** Of all segments, if they are to be in this order; else of a page as it stands in the document. */
async function doubtsFor(
  { remembered, store }: MethodParts,
  record: JobRecord,
  cursor: number,
  page: AskedPage,
): Promise<SegmentsTask['doubts']> {
  const paths = store.files.paths(record);
  if (page.sort === 'doubt') return remembered.doubts(record, paths, { isWaitedFor: true });
  const doubts = await remembered.doubts(record, paths, { indexes: placesOf(cursor, page) });
  return doubts.size === 0 ? undefined : doubts;
}

/** Builds the methods of `Jobs`, which documents them. */
export function jobMethods(parts: MethodParts): Jobs {
  const { store, runner, finder, contents, events } = parts;
  return {
    createDocument: (request) => createDocument(parts, request),
    createBatch: (request) => createBatch(parts, request),
    examine: parts.examine,
    listTerms: parts.listTerms,
    translateTexts: async (requests) => {
      const routed: NewTexts[] = [];
      for (const request of requests)
        routed.push(request.isInTarget ? { ...request, route: undefined } : await prepared(parts, request));
      return parts.translateTexts(routed);
    },
    get: (accountId, id, kind) => finder.show(accountId, id, kind),
    async batchSegments(accountId, id) {
      const { status } = await finder.show(accountId, id, 'batch');
      return status === 'done' ? contents.batch(await finder.recordOf(id)) : undefined;
    },
    async segments(accountId, id, { cursor = 0, offers: asked = 'some', ...page }, kind) {
      const found = await finder.find(accountId, id, kind);
      // Read before the page: if the page is newer, an edit with this revision is refused, not lost.
      const { revision } = presentFound(found);
      const record = 'active' in found ? found.active.record : await finder.recordOf(id);
      const doubts = 'active' in found ? undefined : await doubtsFor(parts, record, cursor, page);
      const isOffered = asked === 'all' || (asked === 'some' && !('active' in found));
      const offers = isOffered
        ? await parts.remembered.offers(record, store.files.paths(record), {
            indexes: placesOf(cursor, page, doubts),
            isWaitedFor: asked === 'all',
            seconds: await secondsOf(parts, id),
          })
        : undefined;
      const isFiltered = FILTERS.some((name) => page[name] !== undefined);
      const grammar =
        'active' in found
          ? undefined
          : parts.grammar.known(record, isFiltered ? undefined : placesOf(cursor, page, doubts));
      const { unchecked, ...shown } = await contents.segments(record, {
        start: cursor,
        ...page,
        grammar,
        ...(doubts ? { doubts } : {}),
        ...(offers ? { offers } : {}),
      });
      parts.grammar.ask(record, unchecked ?? []);
      return { ...shown, revision };
    },
    async effort(accountId, id, format) {
      const found = await finder.find(accountId, id);
      const record = 'active' in found ? found.active.record : await finder.recordOf(id);
      return contents.effort(record, format);
    },
    secondOpinion: (request) => secondOpinion(parts, request),
    followChoices: (owner) => parts.editing.followChoices(owner),
    async edit(accountId, id, edits, options = {}) {
      const edited = await parts.editing.apply(accountId, id, edits, options);
      // The edit is stored: it does not fail where its job is gone by now.
      const record = await finder.recordOf(id).catch(() => undefined);
      const indexes = edits.map(({ index }) => index);
      if (record) parts.grammar.edited(record, indexes);
      return edited;
    },
    importFile: (accountId, id, path, options = {}) => parts.editing.importFile(accountId, id, path, options),
    exportFile: (accountId, id, options) => parts.editing.exportFile(accountId, id, options),
    ...parts.checking,
    async list(owner, { clientId = clientOf(owner) === GENERAL ? undefined : clientOf(owner), ...query }) {
      const { entries, next } = await store.jobs.list({
        account_id: accountOf(owner),
        ...(clientId === undefined ? {} : { client_id: clientId }),
        ...query,
      });
      const jobs = entries.map((entry) => {
        const active = runner.jobs.get(entry.id);
        return active ? presentActive(active) : presentEntry(entry);
      });
      return { jobs, ...(next === undefined ? {} : { nextCursor: next }) };
    },
    cancel: (accountId, id, kind) => cancelJob(parts, accountId, id, kind),
    retry: (accountId, id, kind, options = {}) => retryJob(parts, accountId, id, kind, options),
    remove: (accountId, id, kind, keyId) => removeJob(parts, accountId, id, kind, keyId),
    content: (accountId, id, options) => contentOf(parts, accountId, id, options),
    async source(accountId, id) {
      await finder.show(accountId, id, 'document');
      return contents.source(await finder.recordOf(id));
    },
    async assembly(accountId, id) {
      await finder.show(accountId, id, 'document');
      const record = await finder.recordOf(id);
      return assembleTask({ record, paths: store.files.paths(record) });
    },
    preview: parts.preview,
    page: parts.page,
    subscribe(listener) {
      const stops = (['started', 'progressed', 'ended'] as const).map((name) =>
        events.on(name, (job) => listener(job.record.account_id, presentActive(job), name)),
      );
      for (const name of ['edited', 'checked'] as const)
        stops.push(events.on(name, (entry) => listener(entry.account_id, presentEntry(entry), name)));
      return () => {
        for (const stop of stops) stop();
      };
    },
  };
}

/** The upload moves into the job; if it is refused, it is removed here. */
async function createDocument(
  parts: MethodParts,
  request: NewDocument | UndetectedDocument,
): Promise<CreatedJob> {
  const { admission, idempotency, store } = parts;
  const routed = (known: NewDocument): Promise<RoutedDocument> => prepared(parts, known);
  try {
    if ('detect' in request)
      return await admission.createDocument({
        ...request,
        routed: async (sample) => routed({ ...request, from: await request.detect(sample) }),
      });
    const whole = await routed(request);
    return await idempotency.once('document', whole, () => admission.createDocument(whole));
  } finally {
    // If it cannot be removed now, the next start removes it.
    await store.files.removeUpload(request.upload.path).catch(() => undefined);
  }
}

async function createBatch(parts: MethodParts, request: NewBatch): Promise<CreatedJob> {
  const { admission, idempotency } = parts;
  const whole = await prepared(parts, request);
  return idempotency.once('batch', whole, () => admission.createBatch(whole, whole.route));
}

type Prepared<Request> = Request & { readonly route: Route };

/**
 * The request with its route, which its client must allow, its client's defaults where it says nothing, and the entries of
 * its glossary.
 */
async function prepared<Request extends NewJob & { route?: Route | undefined }>(
  { translation, clients, languageData }: MethodParts,
  request: Request,
): Promise<Prepared<Request>> {
  const { from, to, engine } = request;
  const owner = ownerOf(request);
  const route =
    request.route ?? (await translation.route({ from, to, ...(engine === undefined ? {} : { engine }) }));
  clients.checkEngine(owner, route.engine);
  const { tone, context } = clients.of(owner)?.defaults ?? {};
  const defaults = {
    ...(tone === undefined ? {} : { tone }),
    ...(context === undefined ? {} : { context }),
  };
  const whole = { ...request, options: { ...defaults, ...request.options } };
  return { ...(await withGlossary(languageData, clients, whole)), route };
}

async function secondOpinion(
  parts: MethodParts,
  { owner, id, engine, asked, ...more }: SecondRequest,
): Promise<CreatedJob> {
  const { finder, store, remembered } = parts;
  const { status } = await finder.show(owner, id);
  if (status !== 'done')
    throw new ProblemError('conflict', `This job is ${status}. Ask another engine once it is done.`, {
      reason: 'job_not_done',
    });
  const record = await finder.recordOf(id);
  const route = await parts.translation.route({ from: record.from, to: record.to, engine });
  if (route.engine === record.engine)
    throw fieldProblem(
      'engine',
      'invalid',
      // Into the pseudo language there is no other engine, whichever is named.
      route.engine === engine
        ? 'This engine translated the job. Name another one that has its direction.'
        : `Only the engine ${route.engine} translates into ${record.to}, and it translated the job: there is no other to ask.`,
    );
  const path = store.files.newUploadPath();
  try {
    const count = await remembered.secondOpinion(record, store.files.paths(record), asked, path);
    if (count === undefined)
      throw new ProblemError(
        'conflict',
        'No segment has a doubt yet: that takes some 200 confirmed segments of this direction, and learning. Name indexes.',
      );
    if (count === 0)
      throw fieldProblem('indexes', 'too_few', 'All of these segments are confirmed or copied. Name others.');
    const { options, client_id } = record;
    const job = await createBatch(parts, {
      ...{ ...more, accountId: record.account_id, from: record.from, to: record.to, engine, options },
      ...(client_id === undefined ? {} : { clientId: client_id }),
      segments: { storedAt: path },
    });
    await store.files.addSecond(id, { job: job.id, engine });
    return job;
  } finally {
    await store.files.removeUpload(path).catch(() => undefined);
  }
}

async function cancelJob(
  parts: MethodParts,
  accountId: string,
  id: string,
  kind?: JobKind,
): ReturnType<Jobs['cancel']> {
  const { finder, runner } = parts;
  const found = await finder.find(accountId, id, kind);
  if ('active' in found) {
    const refused = await runner.cancel(found.active);
    // The end is already decided: answer once it is stored.
    if (refused === 'wait') await found.active.ended;
    return refused ? await cancelJob(parts, accountId, id, kind) : await finder.show(accountId, id, kind);
  }
  const { status } = found.entry;
  if (status !== 'running' && 'to' in transition(status, 'cancel')) return presentFound(found);
  throw new ProblemError('conflict', `This job is ${status} and can no longer be cancelled.`, {
    reason: 'not_cancellable',
  });
}

/** Cancels a running job, and deletes the job with its files. */
export async function removeJob(
  parts: MethodParts,
  accountId: string,
  id: string,
  kind?: JobKind,
  keyId?: string,
): Promise<void> {
  const { finder, runner, ending, ledger, store, storedBytes } = parts;
  const found = await finder.find(accountId, id, kind);
  if ('active' in found && (await runner.cancel(found.active)) === 'wait') await found.active.ended;
  const charged = ending.pending(id).then(() => ledger.flush());
  await withTimeLimit(CHARGE_LIMIT_MS, charged).catch(() => undefined);
  ending.forget(id);
  // Aborts work on it; work that waits finds no job.
  await parts.translation.release(id).catch(() => undefined);
  parts.builds.forget(id);
  parts.grammar.forget(id);
  await parts.exclusive(id, () =>
    parts.results.unbuilt(id, async () => {
      await store.files.remove(id);
      storedBytes.release(id);
      await store.jobs.remove(id);
    }),
  );
  const removed = 'active' in found ? found.active.record : found.entry;
  noteOf(parts.clients, removed, { event: 'job_deleted', ...(keyId === undefined ? {} : { key_id: keyId }) });
}

/** Someone else has just removed it. */
function isGone(error: unknown): false {
  if (error instanceof ProblemError && error.code === 'not_found') return false;
  throw error;
}

/** Removes all jobs of a client: those that were being made meanwhile too. */
export async function removeJobsOf(
  parts: MethodParts,
  clientId: string,
): Promise<{ jobs: number; files: number }> {
  const { store } = parts;
  const removed = { jobs: 0, files: 0 };
  for (let isLeft = true; isLeft;) {
    isLeft = false;
    for await (const { id, account_id, client_id } of store.jobs.all()) {
      if (client_id !== clientId) continue;
      isLeft = true;
      removed.files += await store.files.count(id);
      const isRemoved = await removeJob(parts, account_id, id).then(() => true, isGone);
      if (isRemoved) removed.jobs++;
    }
  }
  await store.jobs.forgetRemoved();
  return removed;
}

async function retryJob(
  parts: MethodParts,
  accountId: string,
  id: string,
  kind: JobKind | undefined,
  { idempotency, isSession, keyId }: Pick<NewJob, 'idempotency' | 'isSession' | 'keyId'>,
): Promise<CreatedJob> {
  const { finder, contents, store } = parts;
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
    accountId: record.account_id,
    ...(record.client_id === undefined ? {} : { clientId: record.client_id }),
    from: record.from,
    to: record.to,
    ...(record.asked_engine === undefined ? {} : { engine: record.asked_engine }),
    options: record.options,
    ...(isSession ? { isSession } : {}),
    ...(keyId === undefined ? {} : { keyId }),
    // The same key with a retry of another job is another request.
    ...(idempotency
      ? { idempotency: { key: idempotency.key, payload: `${idempotency.payload} ${id}`, route: 'retry' } }
      : {}),
  };
  if (record.kind === 'batch') {
    const storedAt = store.files.paths(record).segments;
    if (!(await store.files.stat(storedAt))) throw jobFailed(batchDamaged());
    return createBatch(parts, { ...request, segments: { storedAt } });
  }
  const source = await contents.source(record);
  // Else upload checks would blame the sent file.
  const content = await store.files.fingerprint(source.path);
  if (!content || !record.source || !isSame(content, record.source)) throw sourceGone();
  const upload = {
    path: await store.files.copyToUpload(source.path),
    content,
    fileName: record.file_name,
    mediaType: mediaTypeOf(record),
  };
  const group = record.group_id === undefined ? {} : { groupId: record.group_id };
  return createDocument(parts, { ...request, ...group, upload });
}

function isSame(one: Fingerprint, other: Fingerprint): boolean {
  return one.bytes === other.bytes && one.crc32 === other.crc32;
}

async function contentOf(
  { finder, contents }: MethodParts,
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
    case 'done': {
      const file = await contents.result(job, await finder.recordOf(id), options);
      // It may just have been built, which tells what it keeps.
      const { kept_segments: keptSegments = 0 } = await finder.show(accountId, id, 'document');
      return { file, keptSegments };
    }
  }
}
