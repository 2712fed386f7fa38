import { fieldProblem, LIMITS, optionsTaken, ProblemError } from '../../contract/index.ts';
import type { AskedOptions } from '../../contract/index.ts';
import type { Ledger } from '../../accounts/accounts-port.ts';
import { GENERAL } from '../../lib/owner.ts';
import { createSemaphore } from '../../lib/semaphore.ts';
import type { Semaphore } from '../../lib/semaphore.ts';
import { encodeBatchUpload } from '../../records/batch-upload.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { JobDraft, Store } from '../../store/store-port.ts';
import type { ExtractResult, RefusedFile } from '../../worker/document-port.ts';
import type { Route } from '../../worker/engine-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import { isRetryable } from '../run/failures.ts';
import { hasDocxQuota } from './file-type.ts';
import type { StoredBytes } from './stored-bytes.ts';
import { optionWarnings, withoutDuplicates } from './options.ts';
import type { RunningPlaces } from './running-places.ts';
import type { CreatedJob, NewBatch, NewDocument, NewJob, UndetectedDocument } from '../jobs-port.ts';

/** A crash during extraction is most likely another job's fault: the upload gets one more try. */
const EXTRACTION_TRIES = 2;
/** Jobs written at once. A thousand at once would compete for the disk, and all be late. */
const MAX_CONCURRENT_STORES = 8;

export interface AdmissionParts {
  store: Pick<Store, 'files'>;
  ledger: Ledger;
  translation: TranslationPort;
  places: RunningPlaces;
  /** Maximum segments of a document. Called each time, as the setting may change. */
  maxSegments: () => number;
  storedBytes: StoredBytes;
  newId: () => string;
  now: () => string;
  /** The options of formats that the client of a request has by default. */
  formatDefaults(request: Pick<NewJob, 'accountId' | 'clientId'>): AskedOptions | undefined;
  /** Throws if the client was removed while its job was being made. */
  checkClient(request: Pick<NewJob, 'accountId' | 'clientId'>): void;
  /** Called with a stored job, synchronously after the store. */
  admit(record: JobRecord, by: Pick<NewJob, 'keyId'>): void;
}

/**
 * Admits jobs: validates in the contract's order; reserves quota, a running place and credit before doing
 * work; stores; and only then resolves. A refused request leaves only its upload, which the caller owns.
 */
export interface Admission {
  /** Renames the upload into the job's folder when the job is stored. */
  createDocument(document: RoutedDocument | UnroutedDocument): Promise<CreatedJob>;
  createBatch(request: NewBatch, route: Route): Promise<CreatedJob>;
}

export interface RoutedDocument extends NewDocument {
  readonly route: Route;
}

/** A document whose language is unknown until its text has been read. */
export interface UnroutedDocument extends Omit<UndetectedDocument, 'detect'> {
  /** The same document, with the language and the route of a sample of its text. */
  routed(sample: string): Promise<RoutedDocument>;
}

/** Shared by both kinds of requests. */
interface Context extends AdmissionParts {
  readonly storing: Semaphore;
}

/** The reservations of a job being created, released in reverse order if it is refused. */
type Undo = (() => void | Promise<void>)[];

export function createAdmission(parts: AdmissionParts): Admission {
  const context: Context = {
    ...parts,
    storing: createSemaphore(MAX_CONCURRENT_STORES),
  };
  return {
    createDocument: (document) => allOrNothing((undo) => createDocument(context, document, undo)),
    createBatch: (request, route) => allOrNothing((undo) => createBatch(context, request, route, undo)),
  };
}

async function createDocument(
  context: Context,
  document: RoutedDocument | UnroutedDocument,
  undo: Undo,
): Promise<CreatedJob> {
  const { ledger, translation } = context;
  const { accountId, upload, signal, options } = document;
  const formatDefaults = context.formatDefaults(document);
  const id = context.newId();
  const createdAt = context.now();
  const draft = await openDraft(context, id, undo);
  const task = {
    jobId: id,
    account: accountId,
    sourcePath: upload.path,
    fileName: upload.fileName,
    mediaType: upload.mediaType,
    to: document.to,
    ...(options.format ? { formatOptions: options.format } : {}),
    ...(formatDefaults ? { formatDefaults } : {}),
    segmentsPath: draft.paths.segments,
    conversion: { convertedPath: draft.paths.converted, layoutPath: draft.paths.layout },
    maxSegments: document.maxSegments ?? context.maxSegments(),
  };
  const extract = (known: { from?: string }) =>
    stoppable(context, id, signal, () => translation.extract({ ...task, ...known }));
  const first = await extract('route' in document ? { from: document.from } : {});
  const { fileType } = first;
  if (hasDocxQuota({ file_type: fileType }) && !document.isSession) {
    ledger.reserveDocx(accountId, id, createdAt);
    undo.push(() => ledger.releaseDocx(id));
  }
  const leavePlace = context.places.take(accountId);
  undo.push(leavePlace);
  undo.push(() => context.storedBytes.release(id));
  await context.storedBytes.reserve(accountId, id, upload.content.bytes);
  const read = unrefused(first);
  const routed = 'route' in document ? document : await document.routed(read.undetected?.sample ?? '');
  const request = withFormatDefaults(routed, formatDefaults && optionsTaken(fileType, formatDefaults));
  const extracted =
    read.undetected?.isFinal === false ? unrefused(await extract({ from: request.from })) : read;
  const { maxSegments } = task;
  if (extracted.countedSegments > maxSegments) throw tooManySegments(extracted.countedSegments, maxSegments);
  reserveCredit(context, accountId, id, extracted.sourceChars, undo);
  await context.storedBytes.reserveFor(accountId, id, {
    segments: extracted.segmentsBytes,
    source: upload.content.bytes + (extracted.converted?.bytes ?? 0),
  });
  const record: JobRecord = {
    ...recordOf(request, request.route, id, createdAt, extracted.warnings),
    kind: 'document',
    file_type: fileType,
    ...(upload.fileName === undefined ? {} : { file_name: upload.fileName }),
    ...(request.groupId === undefined ? {} : { group_id: request.groupId }),
    source: upload.content,
    ...(extracted.converted ? { converted: extracted.converted } : {}),
    segment_count: extracted.segmentCount,
    source_chars: extracted.sourceChars,
    source_words: extracted.sourceWords,
    ...(extracted.leftOut?.length ? { left_out: extracted.leftOut } : {}),
  };
  return await context.storing(async () => {
    await draft.takeSource(upload.path, fileType);
    signal?.throwIfAborted();
    await draft.commit(record);
    await ledger.commitDocx(id);
    // The last check for a vanished client: an admitted job goes on without one.
    signal?.throwIfAborted();
    // The job takes over the request's place.
    leavePlace();
    return admit(context, record, request);
  }, signal);
}

function withFormatDefaults(document: RoutedDocument, defaults: AskedOptions = {}): RoutedDocument {
  const { options } = document;
  const format = { ...defaults, ...options.format };
  return Object.keys(format).length === 0 ? document : { ...document, options: { ...options, format } };
}

function unrefused(extracted: ExtractResult | RefusedFile): ExtractResult {
  if ('refused' in extracted) throw ProblemError.fromWire(extracted.refused);
  return extracted;
}

async function createBatch(
  context: Context,
  request: NewBatch,
  route: Route,
  undo: Undo,
): Promise<CreatedJob> {
  const { store, translation } = context;
  const { accountId, segments, signal } = request;
  const isStored = 'storedAt' in segments;
  if (!isStored && segments.length > LIMITS.batchSegments) throw tooManyBatchSegments(segments.length);
  const leavePlace = context.places.take(accountId);
  undo.push(leavePlace);
  const id = context.newId();
  undo.push(() => context.storedBytes.release(id));
  await context.storedBytes.reserve(accountId, id, 0);
  const texts = await context.storing(
    () =>
      isStored
        ? store.files.copyToUpload(segments.storedAt)
        : store.files.writeUpload(encodeBatchUpload(segments)),
    signal,
  );
  undo.push(() => store.files.removeUpload(texts));
  const draft = await openDraft(context, id, undo);
  const task = {
    jobId: id,
    account: accountId,
    sourcePath: texts,
    isStored,
    segmentsPath: draft.paths.segments,
  };
  const { segmentCount, sourceChars, sourceWords, segmentsBytes } = await stoppable(context, id, signal, () =>
    translation.prepareBatch(task),
  );
  reserveCredit(context, accountId, id, sourceChars, undo);
  await context.storedBytes.reserveFor(accountId, id, { segments: segmentsBytes });
  const record: JobRecord = {
    ...recordOf(request, route, id, context.now(), []),
    kind: 'batch',
    segment_count: segmentCount,
    source_chars: sourceChars,
    source_words: sourceWords,
  };
  return await context.storing(async () => {
    signal?.throwIfAborted();
    await draft.commit(record);
    // If it cannot be removed now, the next start removes it.
    await store.files.removeUpload(texts).catch(() => undefined);
    signal?.throwIfAborted();
    // The job takes over the request's place.
    leavePlace();
    return admit(context, record, request);
  }, signal);
}

async function allOrNothing(work: (undo: Undo) => Promise<CreatedJob>): Promise<CreatedJob> {
  const undo: Undo = [];
  try {
    return await work(undo);
  } catch (error) {
    // Each one, even if another fails: an unreleased reservation would stay until the next start.
    for (const release of undo.reverse()) {
      try {
        await release();
      } catch {
        continue;
      }
    }
    throw error;
  }
}

function reserveCredit({ ledger }: Context, accountId: string, id: string, chars: number, undo: Undo): void {
  ledger.reserve(accountId, id, chars);
  undo.push(() => ledger.release(id));
}

async function openDraft({ store }: Context, id: string, undo: Undo): Promise<JobDraft> {
  const draft = await store.files.draft(id);
  undo.push(() => draft.discard());
  return draft;
}

function admit(context: Context, record: JobRecord, by: Pick<NewJob, 'keyId'>): CreatedJob {
  context.checkClient({
    accountId: record.account_id,
    ...(record.client_id === undefined ? {} : { clientId: record.client_id }),
  });
  context.admit(record, by);
  const { id, file_type, segment_count, source_chars } = record;
  return { id, status: 'running', ...(file_type ? { file_type } : {}), segment_count, source_chars };
}

/** Work of another process for a request; aborted when the client goes away. */
export async function stoppable<T>(
  { translation }: Pick<AdmissionParts, 'translation'>,
  id: string,
  signal: AbortSignal | undefined,
  work: () => Promise<T>,
): Promise<T> {
  const stop = (): void => void translation.release(id).catch(() => undefined);
  signal?.throwIfAborted();
  signal?.addEventListener('abort', stop, { once: true });
  try {
    for (let tries = 1; ; tries++) {
      try {
        return await work();
      } catch (error) {
        signal?.throwIfAborted();
        if (!isRetryable(error) || tries >= EXTRACTION_TRIES) throw error;
      }
    }
  } finally {
    signal?.removeEventListener('abort', stop);
  }
}

function recordOf(
  request: NewJob,
  route: Route,
  id: string,
  createdAt: string,
  warnings: JobRecord['warnings'],
): Omit<JobRecord, 'kind' | 'segment_count' | 'source_chars' | 'source_words'> {
  const glossary = withoutDuplicates(request.options.glossary);
  return {
    version: 1,
    id,
    account_id: request.accountId,
    ...clientIdIn(request),
    from: request.from,
    to: request.to,
    ...(request.engine === undefined ? {} : { asked_engine: request.engine }),
    engine: route.engine,
    engine_pair: route.pair,
    options: { ...request.options, ...(glossary.entries ? { glossary: glossary.entries } : {}) },
    created_at: createdAt,
    ...(request.isSession ? { session: true as const } : {}),
    warnings: [
      ...(route.warnings ?? []),
      ...optionWarnings(request.options, route.capabilities),
      ...glossary.warnings,
      ...warnings,
    ],
    ...(request.idempotency ? { idempotency: request.idempotency } : {}),
  };
}

function clientIdIn({ clientId }: NewJob): Pick<JobRecord, 'client_id'> {
  return clientId === undefined || clientId === GENERAL ? {} : { client_id: clientId };
}

export function tooManySegments(count: number, limit: number): ProblemError {
  const say = (value: number) => value.toLocaleString('en');
  return fieldProblem(
    'file',
    'too_many_segments',
    `The document has ${say(count)} segments; at most ${say(limit)} are accepted. Raise max_segments in the settings, or split it into smaller documents.`,
    { details: { count, limit, setting: 'max_segments' } },
  );
}

function tooManyBatchSegments(count: number): ProblemError {
  return fieldProblem(
    'segments',
    'too_many_segments',
    `The batch has ${count} segments; at most ${LIMITS.batchSegments} are accepted. Send several batches.`,
    { details: { count, limit: LIMITS.batchSegments } },
  );
}
