import type {
  EnginePair,
  ExportFormat,
  FileType,
  ImportedSegments,
  Job,
  JobKind,
  JobStatus,
  PreviewKind,
  PreviewSide,
  SegmentState,
  Warning,
  WordBands,
} from '../contract/index.ts';
import type { UploadedSegment } from '../records/batch-upload.ts';
import type { StoredEditor } from '../records/edits.ts';
import type { Fingerprint, IdempotencyMark, JobOptions } from '../records/job-record.ts';
import type {
  AssembleTask,
  ExaminedDocument,
  EditResult,
  Reshape,
  SegmentsFilter,
  SegmentsPage,
  SegmentsTask,
  TextMarkup,
  TranslatedTexts,
  EffortTask,
} from '../worker/document-port.ts';
import type { ListedTerm, Route } from '../worker/engine-port.ts';
import type { GlossaryEntry } from '../text/glossary.ts';

export interface NewJob {
  accountId: string;
  /** Whose work it is; absent: General's. */
  clientId?: string;
  /** The key that asks; absent: the owner's window or command line. */
  keyId?: string;
  /** Canonical tags that differ. */
  from: string;
  to: string;
  /** The engine's id, if the client named one. */
  engine?: string;
  /** Names and terms settled for these texts: they count before the glossary of `options`. */
  terms?: readonly GlossaryEntry[];
  /** Validated. */
  options: JobOptions;
  /** Present if the client sent an Idempotency-Key. */
  idempotency?: IdempotencyMark;
  /** Requested with a session key, by the owner's window or command line: exempt from the DOCX quota. */
  isSession?: boolean;
  /** Aborts when the client goes away during extraction: nothing is left behind. */
  signal?: AbortSignal;
}

export interface NewDocument extends NewJob {
  /** The package that it belongs to. */
  groupId?: string;
  /** Instead of the setting's limit. */
  maxSegments?: number;
  upload: {
    /**
     * A complete temporary file in the data folder (`FileStore.newUploadPath`). The jobs own it from the call
     * on: it becomes the job's, or is removed by the time the call settles.
     */
    path: string;
    fileName: string | undefined;
    mediaType: string | undefined;
    content: Fingerprint;
  };
}

/** A document whose language is detected once its text has been read. */
export interface UndetectedDocument extends Omit<NewDocument, 'from' | 'idempotency'> {
  /** The canonical tag of the language of a sample of the document's text. Rejects to refuse the document. */
  detect(sample: string): Promise<string>;
}

/** A document to examine before it becomes a job. */
export interface ExamineRequest extends Pick<NewDocument, 'accountId' | 'clientId' | 'upload' | 'options'> {
  from?: string;
  to?: string;
  engine?: string;
  /** A page of a PDF to show, from 1. */
  page?: number;
  signal?: AbortSignal;
}

/** A document whose names and terms are listed before it becomes a job. */
export type TermsRequest = Omit<NewDocument, 'idempotency' | 'isSession' | 'groupId' | 'maxSegments'>;

export interface DocumentTerms {
  readonly engine: string;
  /** Those in the most texts first. `times`: how many of the texts that were read have it. */
  readonly terms: readonly (ListedTerm & { readonly times: number })[];
  /** Characters of the different texts, and of those that were read. */
  readonly chars: number;
  readonly readChars: number;
}

export interface ExaminedText {
  readonly hash: string;
  /** Words of the first segment with this text, counted in `band`; others are repetitions. */
  readonly words: number;
  readonly band: Exclude<keyof WordBands, 'estimated' | 'match_100' | 'repetitions' | 'copied'>;
}

export interface Examined extends Omit<ExaminedDocument, 'texts' | 'copiedWords'> {
  wordBands: WordBands;
  /** Each text that must be translated and that the memory does not know exactly. */
  texts: readonly ExaminedText[];
  /** Words that the memory knows exactly or similarly. Absent without a direction or with the memory off. */
  memoryWords?: { exact: number; fuzzy: number };
}

export interface NewBatch extends NewJob {
  /** As the client sent them, or the `segments.ndjson` of a retried job. */
  segments: UploadedSegment[] | { readonly storedAt: string };
}

export interface SecondRequest extends Pick<NewJob, 'keyId' | 'idempotency' | 'isSession' | 'signal'> {
  readonly owner: string;
  readonly id: string;
  readonly engine: string;
  readonly asked: { readonly indexes: readonly number[] } | { readonly share: number };
}

/** Texts to translate while the client waits; not stored. */
export interface NewTexts extends Omit<NewJob, 'idempotency'> {
  segments: { text: string; id?: string }[];
  /** The texts are fragments of HTML or XML. */
  markup?: TextMarkup;
  /** Texts already in the target language: returned as they are, and charged. */
  isInTarget?: boolean;
  /** The route, if the caller has just looked it up. */
  route?: Route | undefined;
}

export interface TextsAnswer {
  /** In the order of the request. `chars`: code points charged. */
  segments: (TranslatedTexts['segments'][number] & { id?: string; source: string; chars: number })[];
  source_chars: number;
  /** Absent if the texts were in the target language. */
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
  /** The source that the client expects, if it says so. */
  text?: string;
  /** In wire form; null restores the engine's answer, absent leaves the translation unchanged. */
  translated_text?: string | null;
  state?: SegmentState;
  /** null removes it; likewise `private_note`. */
  comment?: string | null;
  private_note?: string | null;
  /** Milliseconds of typing since the last request. */
  active_ms?: number;
}

/** Who edits: a person in the owner's window or command line, or a program by its key. */
export type EditedBy = StoredEditor;

export interface EditOptions {
  /** The key that asks, for the log of the client. */
  keyId?: string | undefined;
  by?: EditedBy | undefined;
  kind?: JobKind | undefined;
  /** Whether a revision is the one that the client has seen; if not, the edit is refused as `conflict`. */
  isPresent?: ((revision: string) => boolean) | undefined;
  /** Applies each change to all equal segments that are not confirmed. */
  repetitions?: boolean;
  /** A segment to split or join first: the edits apply to the resulting segments. */
  reshape?: Reshape;
}

export interface ExportOptions {
  readonly keyId?: string | undefined;
  readonly format: ExportFormat;
  readonly kind?: JobKind | undefined;
  /** Whether the export has private notes. */
  readonly hasPrivateNotes?: boolean;
}

export interface EditedSegments extends Pick<EditResult, 'json' | 'changed' | 'replaced' | 'segments'> {
  /** The job's new revision. */
  revision: string;
}

/** A file to send: the translated document, a simple rebuild, or the original upload. */
export interface JobFile {
  path: string;
  bytes: number;
  /** Name to offer, such as `contract.es.docx`. */
  fileName: string;
  mediaType: string;
  /** Strong entity tag, quoted. */
  etag: string;
}

/** `file`: a temporary one that the caller removes; absent if the client has this state (`isPresent`). */
export interface Preview {
  readonly etag: string;
  readonly kind: PreviewKind;
  readonly fileType: FileType;
  readonly file?: Omit<JobFile, 'bytes'>;
}

/** The page of a PDF that a segment comes from. `file`: a temporary one; absent if the client has the page. */
export interface PagePicture {
  readonly etag: string;
  /** Counted from 1. */
  readonly number: number;
  /** Left, top, right and bottom of the paragraph, as shares of the page. */
  readonly box: readonly [number, number, number, number];
  readonly file?: Omit<JobFile, 'bytes'>;
}

/** A change of a job: it has started, progressed, ended, was edited since, or a checker has findings in it. */
export type JobChange = 'started' | 'progressed' | 'ended' | 'edited' | 'checked';

/**
 * The application's jobs, for http, cli and tests. Where `accountId` stands, methods take an owner (lib/owner.ts): an
 * account for the jobs of all its clients, or one client. They reject with `not_found` for another's job. All rejections meant for the client are ProblemErrors.
 */
export interface Jobs {
  /** Resolves once the job is on disk. Checks: pair, idempotency, file kind, quotas, segments, credit. */
  createDocument(request: NewDocument | UndetectedDocument): Promise<CreatedJob>;
  createBatch(request: NewBatch): Promise<CreatedJob>;
  /** Examines a document. Stores and charges nothing; same refusals as `createDocument`. */
  examine(request: ExamineRequest): Promise<Examined>;
  /**
   * The names and terms of an upload, as a language model lists them; the upload is removed. Throws `invalid_request` (field
   * `engine`) for an engine that lists none, `conflict` for one that may not be asked.
   */
  listTerms(request: TermsRequest): Promise<DocumentTerms>;
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
  /** A page of the job's segments in any state. `cursor`: index of the first one, default 0. */
  segments(
    accountId: string,
    id: string,
    page: SegmentsFilter &
      Pick<SegmentsTask, 'indexes' | 'withHistory' | 'sort'> & {
        limit: number;
        cursor?: number;
        /** `some`, by default: those that are found at once. */
        offers?: 'all' | 'some' | 'none';
      },
    kind?: JobKind,
  ): Promise<SegmentsPage & { revision: string }>;
  /** What confirming the job has cost so far, as JSON (Effort) or in the asked format, and its file's name. */
  effort(
    accountId: string,
    id: string,
    format: EffortTask['format'],
  ): Promise<{ bytes: Uint8Array; fileName: string }>;
  /** Changes translations of a done job: all of them or none. Resolves once they are durable. */
  edit(
    accountId: string,
    id: string,
    edits: readonly SegmentEdit[],
    options?: EditOptions,
  ): Promise<EditedSegments>;
  /**
   * A batch in which another engine translates segments of a done job: they are offered its answers. `share`: of those
   * with a doubt, the most doubtful.
   */
  secondOpinion(request: SecondRequest): Promise<CreatedJob>;
  /** A person has refused, allowed or deleted a correction of an owner: untouched segments follow behind the answer. */
  followChoices(owner: string): void;
  /** Imports the targets of a bilingual file of the job. */
  importFile(
    accountId: string,
    id: string,
    path: string,
    options?: Pick<EditOptions, 'kind' | 'by' | 'keyId'>,
  ): Promise<ImportedSegments>;
  /** Exports a done job as a bilingual file: a temporary one that the caller removes. */
  exportFile(accountId: string, id: string, options: ExportOptions): Promise<JobFile>;
  /** What the checks before delivery find in a done job: UTF-8, the JobChecks of the contract as JSON. */
  checks(owner: string, id: string): Promise<Uint8Array>;
  /** Ignores findings with a reason, or opens them again (null): all or none. Answers as `checks`. */
  ignoreFindings(
    owner: string,
    id: string,
    ignore: readonly { readonly id: string; readonly reason: string | null }[],
  ): Promise<Uint8Array>;
  /** The findings as a workbook: a temporary file that the caller removes. */
  checkReport(owner: string, id: string): Promise<JobFile>;
  list(
    accountId: string,
    query: {
      clientId?: string;
      kind?: JobKind;
      status?: JobStatus;
      q?: string;
      limit: number;
      cursor?: string;
    },
  ): Promise<{ jobs: Job[]; nextCursor?: string }>;
  cancel(accountId: string, id: string, kind?: JobKind): Promise<Job>;
  /** A new job from the stored source and options. */
  retry(
    accountId: string,
    id: string,
    kind?: JobKind,
    options?: Pick<NewJob, 'idempotency' | 'isSession' | 'keyId'>,
  ): Promise<CreatedJob>;
  remove(accountId: string, id: string, kind?: JobKind, keyId?: string): Promise<void>;
  /** The file of a done job; the job while it runs; else throws `job_failed` or `job_cancelled`. */
  content(
    accountId: string,
    id: string,
    options: { simple: boolean },
  ): Promise<{ file: JobFile; keptSegments: number } | { running: Job }>;
  source(accountId: string, id: string): Promise<JobFile>;
  /** The page that a segment comes from. Rejects with `conflict`, reason `no_page`, if there is none. */
  page(
    accountId: string,
    id: string,
    options: { segment: number; width: number; known: string | undefined },
  ): Promise<PagePicture>;
  /** The files of a document, from which it can be built elsewhere than as its result. */
  assembly(accountId: string, id: string): Promise<AssembleTask>;
  /** The preview copy of a document (contract/preview.ts). */
  preview(
    accountId: string,
    id: string,
    options: { side: PreviewSide; isPresent: (etag: string) => boolean },
  ): Promise<Preview>;
  /** Called on each change of a job, and on edits, until the returned function is called. */
  subscribe(listener: (accountId: string, job: Job, change: JobChange) => void): () => void;
}
