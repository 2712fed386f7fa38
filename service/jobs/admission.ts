import { fieldProblem, LIMITS, ProblemError } from '../contract/index.ts';
import type { FileType, Warning } from '../contract/index.ts';
import type { Ledger } from '../accounts/port.ts';
import { createSemaphore } from '../lib/semaphore.ts';
import type { JobDraft, JobRecord, Store } from '../store/port.ts';
import { codePoints, escapeText } from '../text/codes.ts';
import { isTranslatable } from '../text/translatable.ts';
import type { Route, SegmentLine, TranslationPort } from '../worker/port.ts';
import { isRetryable } from './failures.ts';
import { optionWarnings, withoutDuplicates } from './options.ts';
import type { CreatedJob, NewBatch, NewDocument, NewJob } from './port.ts';

/** A crash during extraction is most likely another job's: the upload gets a second chance, not more. */
const EXTRACTION_TRIES = 2;
/** Jobs written at once. A thousand at once would take turns at each step on the disk, so that none is done before all are. */
const STORED_AT_ONCE = 8;

export interface AdmissionParts {
  store: Pick<Store, 'files'>;
  ledger: Ledger;
  translation: TranslationPort;
  /** Jobs of an account that run; 0 is unlimited. */
  maxRunning: number;
  runningOf(accountId: string): number;
  newId: () => string;
  now: () => string;
  /** Called with a stored job before anything else can happen. */
  admit(record: JobRecord): void;
}

export interface Admission {
  createDocument(request: NewDocument): Promise<CreatedJob>;
  createBatch(request: NewBatch): Promise<CreatedJob>;
}

/** What a job that is being made has taken so far, to be given back if it is refused. */
type Undo = (() => void | Promise<void>)[];

/**
 * Lets jobs in: checks in the contract's order, takes quota, running place and credit before the work that follows, stores,
 * and only then answers. A refused request leaves nothing: what it took is given back in reverse order.
 */
export function createAdmission(parts: AdmissionParts): Admission {
  const { store, ledger, translation, newId, now } = parts;
  const extractions = createSemaphore(LIMITS.concurrentExtractions);
  const storing = createSemaphore(STORED_AT_ONCE);
  const arriving = new Map<string, number>();

  const takeRunningPlace = (accountId: string, undo: Undo): void => {
    const running = parts.runningOf(accountId) + (arriving.get(accountId) ?? 0);
    if (parts.maxRunning > 0 && running >= parts.maxRunning) throw tooManyJobs(parts.maxRunning);
    arriving.set(accountId, (arriving.get(accountId) ?? 0) + 1);
    undo.push(() => leave(accountId));
  };
  const leave = (accountId: string): void => {
    const left = (arriving.get(accountId) ?? 1) - 1;
    if (left > 0) arriving.set(accountId, left);
    else arriving.delete(accountId);
  };
  const takeCredit = (accountId: string, id: string, chars: number, undo: Undo): void => {
    ledger.reserve(accountId, id, chars);
    undo.push(() => ledger.release(id));
  };
  const openDraft = async (id: string, undo: Undo): Promise<JobDraft> => {
    const draft = await store.files.draft(id);
    undo.push(() => draft.discard());
    return draft;
  };
  /** The job takes the place over that its request held. */
  const admit = (record: JobRecord): CreatedJob => {
    leave(record.account_id);
    parts.admit(record);
    return created(record);
  };

  return {
    createDocument: (request) =>
      allOrNothing(async (undo) => {
        const { accountId, upload, signal } = request;
        undo.push(() => store.files.removeUpload(upload.path));
        const route = await translation.route(routeQuery(request));
        const detected = await translation.detect({
          account: accountId,
          sourcePath: upload.path,
          fileName: upload.fileName,
          mediaType: upload.mediaType,
        });
        const id = newId();
        const createdAt = now();
        if (detected === 'docx') {
          ledger.takeDocxPlace(accountId, id, createdAt);
          undo.push(() => ledger.returnDocxPlace(id));
        }
        takeRunningPlace(accountId, undo);
        const extracted = await extractions(async () => {
          const draft = await openDraft(id, undo);
          const result = await extract(id, request, draft, signal);
          return { ...result, draft };
        }, signal);
        if (extracted.segmentCount > LIMITS.documentSegments) throw tooManySegments(extracted.segmentCount);
        takeCredit(accountId, id, extracted.sourceChars, undo);
        const record: JobRecord = {
          ...recordOf(request, route, id, createdAt, extracted.warnings),
          kind: 'document',
          file_type: extracted.fileType,
          ...(upload.fileName === undefined ? {} : { file_name: upload.fileName }),
          segment_count: extracted.segmentCount,
          source_chars: extracted.sourceChars,
        };
        return await storing(async () => {
          await extracted.draft.takeSource(upload.path, extracted.fileType);
          signal?.throwIfAborted();
          await extracted.draft.commit(record);
          await ledger.keepDocxPlace(id);
          return admit(record);
        }, signal);
      }),

    createBatch: (request) =>
      allOrNothing(async (undo) => {
        const { accountId, segments } = request;
        if (segments.length > LIMITS.batchSegments) throw tooManyBatchSegments(segments.length);
        const route = await translation.route(routeQuery(request));
        takeRunningPlace(accountId, undo);
        const id = newId();
        const sourceChars = segments.reduce((sum, { text }) => sum + codePoints(text), 0);
        takeCredit(accountId, id, sourceChars, undo);
        const record: JobRecord = {
          ...recordOf(request, route, id, now(), []),
          kind: 'batch',
          segment_count: segments.length,
          source_chars: sourceChars,
        };
        return await storing(async () => {
          const draft = await openDraft(id, undo);
          await draft.writeSegments(segmentLines(segments));
          request.signal?.throwIfAborted();
          await draft.commit(record);
          return admit(record);
        }, request.signal);
      }),
  };

  async function extract(
    id: string,
    { accountId: account, upload, from }: NewDocument,
    draft: JobDraft,
    signal: AbortSignal | undefined,
  ): Promise<{ fileType: FileType; segmentCount: number; sourceChars: number; warnings: Warning[] }> {
    const stop = (): void => void translation.release(id).catch(() => undefined);
    signal?.throwIfAborted();
    signal?.addEventListener('abort', stop, { once: true });
    try {
      for (let tries = 1; ; tries++) {
        try {
          return await translation.extract({
            jobId: id,
            account,
            sourcePath: upload.path,
            fileName: upload.fileName,
            mediaType: upload.mediaType,
            from,
            segmentsPath: draft.paths.segments,
          });
        } catch (error) {
          signal?.throwIfAborted();
          if (!isRetryable(error) || tries >= EXTRACTION_TRIES) throw error;
        }
      }
    } finally {
      signal?.removeEventListener('abort', stop);
    }
  }
}

async function allOrNothing(work: (undo: Undo) => Promise<CreatedJob>): Promise<CreatedJob> {
  const undo: Undo = [];
  try {
    return await work(undo);
  } catch (error) {
    // Each one even where another fails: a place that is not given back would be lost until the next start.
    for (const step of undo.reverse()) {
      try {
        await step();
      } catch {
        continue;
      }
    }
    throw error;
  }
}

function routeQuery({ from, to, engine }: NewJob): Parameters<TranslationPort['route']>[0] {
  return { from, to, ...(engine === undefined ? {} : { engine }) };
}

function recordOf(
  request: NewJob,
  route: Route,
  id: string,
  createdAt: string,
  warnings: Warning[],
): Omit<JobRecord, 'kind' | 'segment_count' | 'source_chars'> {
  const glossary = withoutDuplicates(request.options.glossary);
  return {
    version: 1,
    id,
    account_id: request.accountId,
    from: request.from,
    to: request.to,
    ...(request.engine === undefined ? {} : { asked_engine: request.engine }),
    engine: route.engine,
    engine_pair: route.pair,
    options: { ...request.options, ...(glossary.entries ? { glossary: glossary.entries } : {}) },
    created_at: createdAt,
    warnings: [...optionWarnings(request.options, route.capabilities), ...glossary.warnings, ...warnings],
    ...(request.idempotency ? { idempotency: request.idempotency } : {}),
  };
}

function* segmentLines(segments: NewBatch['segments']): Iterable<string> {
  for (const { text, id } of segments) {
    const line: SegmentLine = {
      text: escapeText(text),
      ...(id === undefined ? {} : { id }),
      ...(isTranslatable(text) ? {} : { copy: true }),
    };
    yield `${JSON.stringify(line)}\n`;
  }
}

function created({ id, file_type, segment_count, source_chars }: JobRecord): CreatedJob {
  return { id, status: 'running', ...(file_type ? { file_type } : {}), segment_count, source_chars };
}

function tooManyJobs(most: number): ProblemError {
  return new ProblemError(
    'too_many_jobs',
    `This account has ${most} running jobs, which is all it may have at once. Wait until one ends, or cancel one.`,
    { headers: { 'Retry-After': String(LIMITS.pollSeconds) } },
  );
}

function tooManySegments(count: number): ProblemError {
  return fieldProblem(
    'file',
    'too_many_segments',
    `The document has ${count} segments; at most ${LIMITS.documentSegments} are accepted. Split it into smaller documents.`,
  );
}

function tooManyBatchSegments(count: number): ProblemError {
  return fieldProblem(
    'segments',
    'too_many_segments',
    `The batch has ${count} segments; at most ${LIMITS.batchSegments} are accepted. Send several batches.`,
  );
}
