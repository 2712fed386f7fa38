import type {
  EnginePair,
  ExportFormat,
  FileType,
  ImportedSegments,
  Job,
  JobKind,
  JobStatus,
  SegmentState,
  Warning,
  WordBands,
} from '../contract/index.ts';
import type { UploadedSegment } from '../records/batch-upload.ts';
import type { Fingerprint, IdempotencyMark, JobOptions } from '../records/job-record.ts';
import type {
  ExaminedDocument,
  EditResult,
  Reshape,
  SegmentsFilter,
  SegmentsPage,
  TextMarkup,
  TranslatedTexts,
} from '../worker/document-port.ts';
import type { Route } from '../worker/engine-port.ts';

export interface NewJob {
  accountId: string;
  /** Canonical tags, known to differ. */
  from: string;
  to: string;
  /** An engine id where the client named one. */
  engine?: string;
  /** Validated. */
  options: JobOptions;
  /** Set if the client sent an Idempotency-Key. */
  idempotency?: IdempotencyMark;
  /** Asked with a session key, by the owner's window or command line: such jobs use no DOCX quota. */
  isSession?: boolean;
  /** When the client goes away during extraction: nothing is left behind. */
  signal?: AbortSignal;
}

export interface NewDocument extends NewJob {
  upload: {
    /**
     * A complete temporary file in the data folder (`FileStore.newUploadPath`). It belongs to the jobs from
     * the call on: it becomes the job's, or is gone when the call has settled.
     */
    path: string;
    fileName: string | undefined;
    mediaType: string | undefined;
    content: Fingerprint;
  };
}

/** A question about a document before it is sent. */
export interface ExamineRequest extends Pick<NewDocument, 'accountId' | 'upload' | 'options'> {
  from?: string;
  to?: string;
  engine?: string;
  /** The upload stays its caller's: a job is made of it next. */
  keepsUpload?: boolean;
  signal?: AbortSignal;
}

export interface ExaminedText {
  readonly hash: string;
  /** Of the first segment with this text, which are in `band`; those of others are repetitions. */
  readonly words: number;
  readonly band: Exclude<keyof WordBands, 'estimated' | 'match_100' | 'repetitions' | 'copied'>;
}

export interface Examined extends Omit<ExaminedDocument, 'texts' | 'copiedWords'> {
  wordBands: WordBands;
  /** Each text to translate that the memory does not know exactly: repetitions of several documents. */
  texts: readonly ExaminedText[];
  /** Words that the memory knows exactly or similarly. Absent without a direction or with the memory off. */
  memoryWords?: { exact: number; fuzzy: number };
}

export interface NewBatch extends NewJob {
  /** As the client sent them, or the `segments.ndjson` of a job that is retried. */
  segments: UploadedSegment[] | { readonly storedAt: string };
}

/** Texts to translate while the client waits; none is stored. */
export interface NewTexts extends Omit<NewJob, 'idempotency'> {
  segments: { text: string; id?: string }[];
  /** The texts are fragments of HTML or XML. */
  markup?: TextMarkup;
  /** Texts already in the target language: returned as they are, and charged. */
  isInTarget?: boolean;
  /** The way of the direction, where the caller has just asked for it. */
  route?: Route | undefined;
}

export interface TextsAnswer {
  /** In the order of the request. `chars`: the code points that it cost. */
  segments: (TranslatedTexts['segments'][number] & { id?: string; source: string; chars: number })[];
  source_chars: number;
  /** None where the texts were in the target language. */
  engine: string;
  engine_pair: EnginePair;
  warnings: Warning[];
}

export interface CreatedJob {
  id: string;
  status: 'running';
  file_type?: FileType;
  segment_count: number;
  source_chars: number;
}

/** A requested change of a segment. */
export interface SegmentEdit {
  index: number;
  /** The source that is meant, where the client says so. */
  text?: string;
  /** As the wire shows it; null puts the engine's answer back, absent it stays. */
  translated_text?: string | null;
  state?: SegmentState;
}

export interface EditOptions {
  kind?: JobKind | undefined;
  /** Whether the client has seen this revision; else the edit is refused as `conflict`. */
  isPresent?: ((revision: string) => boolean) | undefined;
  /** Carries each change to all equal segments that are not confirmed. */
  repetitions?: boolean;
  /** A segment to split or to join first: the edits are of what comes of it. */
  reshape?: Reshape;
}

export interface EditedSegments extends Pick<EditResult, 'json' | 'changed' | 'replaced' | 'segments'> {
  /** The job's new revision. */
  revision: string;
}

/** A file to send: the translated document, a simple rebuild, or the upload as it came. */
export interface JobFile {
  path: string;
  bytes: number;
  /** Name to offer, such as `contract.es.docx`. */
  fileName: string;
  mediaType: string;
  /** Strong entity tag, quoted. */
  etag: string;
}

/** The kind of news about a job: it runs, is further on, has ended, or has been edited since. */
export type JobChange = 'started' | 'progressed' | 'ended' | 'edited';

/**
 * The application's jobs, as http, cli and tests use them. Every method that takes an account answers
 * `not_found` for another account's job. All rejections meant for the client are ProblemErrors.
 */
export interface Jobs {
  /** Resolves once the job is on disk. Checks: pair, idempotency, file kind, quotas, segments, credit. */
  createDocument(request: NewDocument): Promise<CreatedJob>;
  createBatch(request: NewBatch): Promise<CreatedJob>;
  /** Examines a document. Stores and charges nothing; refuses as `createDocument` does. */
  examine(request: ExamineRequest): Promise<Examined>;
  /**
   * Translates before all jobs and charges, without a job. Several requests of one account, such as one for
   * each source language, are charged together: all of them or none. Checked and refused as a batch is;
   * rejects with `engine_unavailable` where the engine fails or takes too long, and with the signal's reason
   * where that aborts. Then nothing is charged.
   */
  translateTexts(requests: readonly NewTexts[]): Promise<TextsAnswer[]>;
  get(accountId: string, id: string, kind?: JobKind): Promise<Job>;
  /** A file to stream the finished batch's `segments` (a JSON array) from; undefined unless it is done. */
  batchSegments(accountId: string, id: string): Promise<JobFile | undefined>;
  /** A page of the job's segments in any state. `cursor`: index of the first one, 0 by default. */
  segments(
    accountId: string,
    id: string,
    page: SegmentsFilter & { limit: number; cursor?: number },
    kind?: JobKind,
  ): Promise<SegmentsPage & { revision: string }>;
  /** Changes translations of a done job: all of them or none. Resolves once they are durable. */
  edit(
    accountId: string,
    id: string,
    edits: readonly SegmentEdit[],
    options?: EditOptions,
  ): Promise<EditedSegments>;
  /** Takes over the targets of a bilingual file of the job. */
  importFile(accountId: string, id: string, path: string, kind?: JobKind): Promise<ImportedSegments>;
  /** A done job as a bilingual file: a temporary one, which is its caller's to remove. */
  exportFile(accountId: string, id: string, format: ExportFormat, kind?: JobKind): Promise<JobFile>;
  list(
    accountId: string,
    query: { kind?: JobKind; status?: JobStatus; q?: string; limit: number; cursor?: string },
  ): Promise<{ jobs: Job[]; nextCursor?: string }>;
  cancel(accountId: string, id: string, kind?: JobKind): Promise<Job>;
  /** A new job from the stored source and options. `idempotency`: from the Idempotency-Key. */
  retry(
    accountId: string,
    id: string,
    kind?: JobKind,
    options?: Pick<NewJob, 'idempotency' | 'isSession'>,
  ): Promise<CreatedJob>;
  remove(accountId: string, id: string, kind?: JobKind): Promise<void>;
  /** The file when done; the job while it runs; else throws `job_failed` or `job_cancelled`. */
  content(
    accountId: string,
    id: string,
    options: { simple: boolean },
  ): Promise<{ file: JobFile } | { running: Job }>;
  source(accountId: string, id: string): Promise<JobFile>;
  /** Called on each change of a job, and on edits, until the returned function is called. */
  subscribe(listener: (accountId: string, job: Job, change: JobChange) => void): () => void;
}
