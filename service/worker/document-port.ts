import type {
  AskedOptions,
  CheckProfile,
  EnginePair,
  ExportFormat,
  FileType,
  MatchBand,
  OfferResource,
  PackageTool,
  PackageWords,
  PreviewSide,
  ProblemWire,
  Reason,
  SegmentFlag,
  SegmentFlagCode,
  SegmentOrigin,
  SegmentState,
  Warning,
} from '../contract/index.ts';
import type { Column, ReadingFacts } from '../documents/format.ts';
import type { ListedTerm, TranslateOptions } from '../engines/engine.ts';
import type { KnownGrammar, UncheckedText } from '../records/grammar.ts';
import type { StoredEditor } from '../records/edits.ts';
import type { Fingerprint, JobRecord, LeftOut } from '../records/job-record.ts';
import type { DoubtReason } from '../learning/doubt.ts';
import type { LearnedChange } from '../records/learned.ts';
import type { ExaminedText, ExaminedTexts, TextMarkup } from './text/examine-texts.ts';

/**
 * Documents and jobs as the host sees them. Data crosses as paths of files in the job's folder (or the
 * upload's temporary file), never as messages: the implementation shares a disk with the host. Rejects as an
 * EnginePort does.
 */
export interface DocumentPort {
  /**
   * Detects the format by content and name, extracts, and writes `segmentsPath` (see SegmentLine). Rejects if
   * the format is unknown or its options are wrong; resolves with the format if the file is refused later,
   * since quotas checked before depend on the format.
   */
  extract(task: ExtractTask): Promise<ExtractResult | RefusedFile>;

  /** Examines a document. Rejects and refuses as `extract` does; stopped by `release(jobId)`. */
  examine(task: ExamineDocumentTask): Promise<ExaminedDocument | RefusedFile>;

  /** Examines a batch's segments and writes `segmentsPath`. Stopped by `release(jobId)`. */
  prepareBatch(task: BatchTask): Promise<BatchResult>;

  /** Reads a job's segments and journal, and returns the remaining work. Also the first step of a new job. */
  plan(task: PlanTask): Promise<Plan>;

  /** A page of a job's segments. A running job may have more by the time it is read. */
  segments(task: SegmentsTask): Promise<SegmentsPage>;

  /** What confirming a job has cost, as JSON (Effort) or in the asked format. */
  effort(task: EffortTask): Promise<Uint8Array>;

  /** The cost of texts, and their segments. Stopped by `release(jobId)`. */
  examineTexts(task: ExamineTask): Promise<ExaminedTexts>;

  /** Translates segments that no job stores, before all chunks of jobs. Stopped by `release(jobId)`. */
  translateTexts(task: TextsTask): Promise<TranslatedTexts>;

  /**
   * The names and terms of plain texts, as an engine lists them; else why not: it lists none, or its machine may not be
   * sent texts ahead of a translation. Without texts only that is found out. Stopped by `release(jobId)`.
   */
  listTerms(task: TermsTask): Promise<readonly ListedTerm[] | 'unable' | 'forbidden'>;

  /** Translates some segments of a job. Rejects with an AbortError after `release(jobId)`. */
  translate(task: TranslateTask): Promise<TranslatedChunk>;

  /** Builds the result file (temporary file, fsync if durable, rename) from source, segments, journal. */
  assemble(task: AssembleTask): Promise<AssembleResult>;

  /**
   * Turns the requested changes of a job's translations into a line of `edits.ndjson`, which the host
   * appends. Rejects with `invalid_request` if any change is refused, unless refused changes are to be
   * skipped.
   */
  edit(task: EditTask): Promise<EditResult>;

  /** Writes a done job as a bilingual file. */
  export(task: ExportTask): Promise<void>;

  /** Checks a done job before delivery. Rejects with `invalid_request` for unknown ids of findings. */
  check(task: CheckTask): Promise<CheckResult>;

  /**
   * Writes the preview copy of a document: the source or the translation with marks (contract/preview.ts), also of a
   * running job. Rejects with `preview_too_large` beyond the limits.
   */
  preview(task: PreviewTask): Promise<void>;

  /**
   * Draws the page of a converted document's source that a segment comes from, to `picturePath`. Resolves with undefined if it
   * comes from no page.
   */
  drawPage(task: DrawPageTask): Promise<DrawnPage | undefined>;

  /** Stops all work of a job, and ends a process that works on its document. */
  release(jobId: string): Promise<void>;
}

export interface TermsTask {
  jobId: string;
  engine: string;
  pair: EnginePair;
  texts: string[];
  context?: string | undefined;
}

export interface ExtractTask {
  /** The id for `release` to stop it. */
  jobId: string;
  account: string;
  sourcePath: string;
  /** As uploaded, for the kind among texts and for refusals; never used as a path. */
  fileName: string | undefined;
  mediaType: string | undefined;
  /** Canonical tag of the source language. */
  from?: string;
  /** Canonical tag of the target language. */
  to?: string;
  /** The requested `format_options`. */
  formatOptions?: AskedOptions;
  /** For options that are not asked: those count that the file's format has. */
  formatDefaults?: AskedOptions;
  segmentsPath: string;
  /** Where the conversion of a file goes, for formats that are converted, and the places of its texts. */
  conversion?: { convertedPath: string; layoutPath: string };
  /** Segments that the settings allow: above the default, a document may take more time. */
  maxSegments?: number;
}
/** A text to translate, and how much of a document it is. */
export interface CountedText {
  /** Coded text. */
  readonly text: string;
  /** Distinguishes it from other texts, also those of other documents. */
  readonly hash: string;
  /** Words of the first segment with this text. */
  readonly words: number;
  /** Words of all its repetitions. */
  readonly repeated: number;
}
export interface ExamineDocumentTask extends Omit<ExtractTask, 'segmentsPath' | 'conversion'> {
  /** A page of a converted file, from 1, to show. */
  page?: number;
}
export interface ShownPage {
  page: number;
  /** Base64 of a PNG. */
  picture: string;
  /** Base64 of what the file was converted to, unless that is large. */
  document?: string;
}

export interface ExaminedDocument extends Pick<
  ExtractResult,
  'fileType' | 'segmentCount' | 'countedSegments' | 'sourceChars' | 'sourceWords' | 'warnings'
> {
  /** Words of segments equal to an earlier one. */
  repeatedWords: number;
  /** Text for language detection. */
  sample: string;
  /** Words of copied segments. */
  copiedWords: number;
  /** Each distinct text to translate. */
  texts: readonly CountedText[];
  columns?: Column[];
  /** Of a converted file. */
  reading?: ReadingFacts;
  shown?: ShownPage;
  leftOut: LeftOut[];
  /** The format's options, defaults filled in. */
  options: AskedOptions;
}

/** A file whose format is known but that cannot be translated. */
export interface RefusedFile {
  fileType: FileType;
  refused: ProblemWire;
}
export interface ExtractResult {
  fileType: FileType;
  /** Of the file at `convertedPath`, if the upload was converted. */
  converted?: Fingerprint;
  segmentCount: number;
  /** As the limit of a job counts them: a cell or line with HTML is one, however many segments it has. */
  countedSegments: number;
  /** Unicode code points of the visible text. */
  sourceChars: number;
  /** As `Intl.Segmenter` counts them. */
  sourceWords: number;
  /** Size of the file at `segmentsPath`. */
  segmentsBytes: number;
  warnings: Warning[];
  /** Text of the file that is in no segment. */
  leftOut?: LeftOut[];
  /** Present if the language was unknown. */
  undetected?: {
    /** Text for language detection. */
    sample: string;
    /** The segments are the same in any language; if not, the file must be extracted again with its own. */
    isFinal: boolean;
  };
}

export interface BatchTask {
  /** The id for `release` to stop it. */
  jobId: string;
  account: string;
  /** Segments by `encodeBatchUpload`; or, if `isStored`, an earlier job's `segments.ndjson`. */
  sourcePath: string;
  isStored: boolean;
  segmentsPath: string;
}
export type BatchResult = Pick<
  ExtractResult,
  'segmentCount' | 'sourceChars' | 'sourceWords' | 'segmentsBytes'
>;

export interface PlanTask {
  jobId: string;
  account: string;
  segmentsPath: string;
  journalPath: string;
}
export interface Plan {
  segmentCount: number;
  /** Segments that need no more work: journalled, equal to a journalled one, or copied. */
  completed: number;
  /** First occurrences left. `weight`: segments that each one completes. `chars`: code points. */
  pending: { index: number; chars: number; weight: number }[];
}

/** The wanted segments; all if absent. */
export interface SegmentsFilter {
  /** With this flag; `any`: with one that is not `edited`. */
  flag?: SegmentFlagCode | 'any';
  state?: SegmentState;
  /** With this text in source or translation, ignoring codes and case; or in one of them. */
  q?: string;
  source?: string;
  target?: string;
  match?: MatchBand;
  /** Those that others equal. */
  repeated?: 'any' | 'first' | 'later';
  /** Characters of the source without codes. */
  min_length?: number;
  max_length?: number;
  /** With this term, and without its translation. */
  missing?: { term: string; translation: string };
}

/** A stretch of a coded text, in UTF-16 units. */
export interface TextStretch {
  readonly at: number;
  readonly length: number;
}

/** Another translation of a segment, see Offer in memory-port.ts; coded texts. */
export interface SegmentOffer {
  readonly kind: OfferResource['kind'];
  readonly text: string;
  readonly learned?: readonly LearnedChange[];
  readonly changes?: readonly TextStretch[];
  readonly engine?: string;
  readonly match?: number;
  readonly memory?: { readonly id: string; readonly name: string };
  readonly earlier?: {
    readonly unit: number;
    readonly source: string;
    readonly differences: readonly TextStretch[];
  };
}

export interface SegmentDoubt {
  readonly value: number;
  readonly reasons: readonly DoubtReason[];
}

export interface SegmentsTask extends SegmentsFilter {
  /** Language of the translations, for the forms of terms. */
  to?: string;
  /** Order of the segments; default that of the document. */
  sort?: 'document' | 'shortest' | 'longest' | 'doubt';
  account: string;
  kind: 'document' | 'batch';
  segmentsPath: string;
  journalPath: string;
  editsPath: string;
  /** Only these segments. */
  indexes?: readonly number[];
  /** What is expected of them, see Doubt in learning/doubt.ts. */
  doubts?: ReadonlyMap<number, SegmentDoubt>;
  /** Other translations of them to offer. */
  offers?: ReadonlyMap<number, readonly SegmentOffer[]>;
  /** What a checker found in them; `checksPath`: what the job's checks ignore, see records/ignored-findings.ts. */
  grammar?: (KnownGrammar & { readonly checksPath: string }) | undefined;
  /** Whether each is shown with its history. */
  withHistory?: boolean;
  /** Place of the first segment wanted, in the order. */
  start: number;
  /** The maximum; a page of long segments has fewer. */
  limit: number;
}
export interface EffortTask extends Pick<
  SegmentsTask,
  'account' | 'kind' | 'segmentsPath' | 'journalPath' | 'editsPath'
> {
  format: 'json' | 'csv' | 'xlsx';
}
export interface SegmentsPage {
  /** UTF-8, a JSON array of SegmentResources, which the host passes on without parsing. */
  json: Uint8Array;
  /** Start of the next page; absent on the last one. */
  next?: number;
  /** With `grammar`: those of the page that the checker may see and has not seen. */
  unchecked?: UncheckedText[];
}

/** The options of a job that its engine gets. */
export type EngineOptions = Pick<JobRecord['options'], 'tone' | 'context' | 'glossary'>;

export interface TranslateTask {
  jobId: string;
  account: string;
  /** Whose earlier answers may be used (lib/owner.ts). */
  owner: string;
  segmentsPath: string;
  /** Title of the document. */
  title?: string | undefined;
  engine: string;
  pair: EnginePair;
  options: EngineOptions;
  indexes: number[];
  /** JSON, an array of Correction: what the account's memory has learned. */
  corrections?: string | undefined;
  /** JSON of MemoryChecks: what the account's confirmed segments have in common. */
  checks?: string | undefined;
  /** The translator's work beside these segments, asked for where the engine uses it. */
  work?: () => Promise<TranslateOptions['work']>;
  /** The process must translate nothing else meanwhile: a crash is then the fault of this chunk. */
  alone?: true;
}
export interface ExamineTask {
  /** The id for `release` to stop it. */
  jobId: string;
  account: string;
  /** Plain texts; with `markup` fragments of HTML or XML. */
  texts: string[];
  markup?: TextMarkup;
}
export type { ExaminedTexts, TextMarkup };

/** What a memory knows: coded text. */
export interface KnownText {
  readonly target: string;
  readonly isFuzzy: boolean;
  /** Per cent; 101 in the same context. */
  readonly match: number;
  readonly memory: { readonly id: string; readonly name: string };
}

export interface TextsTask {
  jobId: string;
  account: string;
  /** Whose earlier answers may be used (lib/owner.ts). */
  owner: string;
  /** `known`: coded text from the memory, for this or a similar text; the engine is not asked. */
  segments: (ExaminedText & { known?: KnownText })[];
  /** Texts with markup, to be rebuilt. */
  fragments?: { texts: string[]; markup: TextMarkup };
  engine: string;
  pair: EnginePair;
  options: EngineOptions;
}
export interface TranslatedTexts {
  /** For each segment, in order; with markup, for each text. `text`: plain, or with its markup. */
  segments: ({ text: string; origin: SegmentOrigin; flags: SegmentFlag[] } & Partial<
    Pick<KnownText, 'match' | 'memory'>
  >)[];
  /** Warnings derived from the flags. */
  warnings: Warning[];
}

export interface TranslatedChunk {
  /** Ready JournalSegmentLines, UTF-8, each with its newline: the host appends them unparsed. */
  lines: Uint8Array;
  /** Whether the engine translated any of the texts; absent if there was nothing to ask. */
  answered?: boolean | undefined;
  /** Characters that a chunk of this engine should have, however slow the engine is. */
  batchChars?: number | undefined;
  /** Working time of the engine, if it measures that itself: one on another machine. */
  workedMs?: number | undefined;
}

export interface AssembleTask {
  jobId: string;
  account: string;
  kind: 'document' | 'batch';
  fileType: FileType | undefined;
  sourcePath: string;
  /** Fingerprint of a document's source at upload; absent for batches. */
  source?: Fingerprint;
  /** As for ExtractTask. */
  fileName: string | undefined;
  segmentsPath: string;
  journalPath: string;
  editsPath: string;
  /** For a batch: JSON, the array of `{id?, text, translated_text}` that its status shows. */
  resultPath: string;
  from: string;
  to: string;
  simple?: boolean;
  /**
   * Whether the result must survive a power cut (default). A result with a checksum can be rebuilt instead.
   */
  durable?: boolean;
  /** As for ExtractTask. */
  formatOptions?: AskedOptions;
}
export interface AssembleResult extends Fingerprint {
  /** Warnings of the assembly, and the counted flags of the journal. */
  warnings: Warning[];
  /** Segments that are flagged. */
  flagged: number;
  /** Those of them whose source the file keeps. */
  kept: number;
  /** See worker/document/kept-source.ts. */
  marks?: Uint8Array;
  /** Time of the last edit in the result; '' if there is none. */
  editsAt: string;
  /** Segments that are confirmed, by a person or in the file, and their source words; absent without any. */
  confirmed?: number;
  confirmed_words?: number;
  /** Segments that are translated, and those that the engine left unanswered. */
  translated: number;
  unanswered: number;
}

/** A segment to split, `at` UTF-16 units into its coded text, or to join with the next one. */
export type Reshape = { readonly index: number } | { readonly index: number; readonly at: number };
export interface EditTask {
  jobId: string;
  account: string;
  kind: 'document' | 'batch';
  from: string;
  to: string;
  segmentsPath: string;
  journalPath: string;
  editsPath: string;
  /** The job.json, for its glossary. */
  jobPath: string;
  /** See records/asked-edits.ts; or, where `imported`, a bilingual file as its client sent it. */
  askedPath: string;
  imported?: boolean;
  /** Whether a change is applied to all equal segments that are not confirmed. */
  repetitions?: boolean;
  /** Done first: the edits refer to the resulting segments. */
  reshape?: Reshape;
  /** Absent if unknown. */
  by?: StoredEditor | undefined;
  /** Whether the translation memory is updated. */
  learns: boolean;
  /** JSON of MemoryChecks. */
  checks?: string | undefined;
  /** RFC 3339 UTC. */
  at: string;
}
export interface EditResult {
  /** Segments whose translation or state changes. */
  changed: number;
  /** UTF-8: a JSON array of those segments and of those with other comments, as in the contract. */
  json: Uint8Array;
  /** The EditsLine to append; absent if nothing changes, not even a comment. */
  line?: Uint8Array;
  /** `line` replaces all lines before it. */
  isWhole?: boolean;
  /** Counts of an imported file: segments equal to the job's, and those that cannot be used. */
  unchanged: number;
  refused: { index: number; message: string; reason?: Reason }[];
  /** Segments for the translation memory to learn or forget. */
  toLearn: number[];
  /** Segments that are then edited, flagged and confirmed. */
  edited: number;
  flagged: number;
  kept: number;
  confirmed: number;
  confirmed_words: number;
  /** Segments of the job, if sentences have been split or joined. */
  segments?: number;
  /** The segments replaced by this request: `was` segments from index `i` became `by`. */
  replaced?: { i: number; was: number; by: number };
}

export interface ExportTask {
  jobId: string;
  account: string;
  kind: 'document' | 'batch';
  format: ExportFormat;
  /** Name of the source document, or of the batch. */
  name: string;
  from: string;
  to: string;
  segmentsPath: string;
  journalPath: string;
  editsPath: string;
  /** The file to write. */
  exportPath: string;
  hasPrivateNotes: boolean;
}

export interface CheckTask extends Pick<
  ExportTask,
  'jobId' | 'account' | 'kind' | 'from' | 'to' | 'segmentsPath' | 'journalPath' | 'editsPath'
> {
  /** The job.json, for its glossary. */
  jobPath: string;
  /** See records/ignored-findings.ts; there need be none. */
  checksPath: string;
  profile: CheckProfile;
  /** What a checker found; `pending`: segments that it has not answered for. */
  grammar?: KnownGrammar | undefined;
  pending?: number;
  /** Changes of what is ignored; null: nothing any more. */
  ignore?: readonly { readonly id: string; readonly reason: string | null }[];
  /** Where a workbook of the findings goes. */
  reportPath?: string;
}
export interface CheckResult {
  /** UTF-8: the JobChecks of the contract, as JSON. */
  json: Uint8Array;
  /** The new content of the file at `checksPath`, if there were changes. */
  ignored?: Uint8Array;
}

export interface PreviewTask extends Omit<AssembleTask, 'kind' | 'resultPath' | 'simple' | 'durable'> {
  side: PreviewSide;
  /** The file to write. */
  previewPath: string;
}

export interface DrawPageTask extends Pick<
  AssembleTask,
  'jobId' | 'account' | 'segmentsPath' | 'journalPath' | 'editsPath'
> {
  /** Of the source. */
  fileType: FileType;
  sourcePath: string;
  source?: Fingerprint;
  layoutPath: string;
  segment: number;
  /** Pixels. */
  width: number;
  /** A page (from 0) that the client has: it is not drawn again. */
  known?: number;
  /** The file to write: PNG. */
  picturePath: string;
}
export interface DrawnPage {
  /** Counted from 0. */
  page: number;
  /** Left, top, right and bottom of the paragraph, as shares of the page. */
  box: [number, number, number, number];
  /** Whether there is a file: not if the page is known. */
  isDrawn: boolean;
}

/** Packages of agencies. As DocumentPort: data crosses as paths. */
export interface PackagePort {
  /** Reads a package of an agency and unpacks its bilingual files and memories. Stopped by `release(jobId)`. */
  readPackage(task: ReadPackageTask): Promise<ReadPackage>;

  /** Counts the segments of a package's jobs. */
  countPackage(task: CountPackageTask): Promise<CountedPackage>;

  /** Writes the package to send back. */
  returnPackage(task: ReturnPackageTask): Promise<ReturnedPackage>;

  /** Unpacks one file of a package. */
  unpackEntry(task: UnpackEntryTask): Promise<void>;
}

export interface PackageTask {
  /** The package's id, for `release` to stop it. */
  jobId: string;
  account: string;
  /** The upload. */
  sourcePath: string;
}
export interface ReadPackageTask extends PackageTask {
  fileName: string | undefined;
  /** Canonical tag of the chosen target language. */
  to?: string;
  /** Where bilingual files and memories go, named by number. */
  folder: string;
}
export interface ReadPackage {
  tool: PackageTool;
  name: string;
  /** As the package writes them. */
  from: string;
  to: string;
  files: { entry: string; name: string; path: string; content: Fingerprint }[];
  /** Without a path where it is too large, or damaged. */
  memories: { entry: string; path?: string }[];
  /** References first. */
  leftOut: { entry: string; what: 'reference' | 'termbase' | 'report' | 'other' }[];
}

export interface CountPackageTask {
  jobId: string;
  account: string;
  segmentsPaths: string[];
}
export interface CountedPackage {
  files: {
    segments: number;
    words: number;
    locked: number;
    /** Locked ones that are not confirmed. */
    lockedOpen: number;
  }[];
  /** Words of segments with a match of the package, and of repetitions. `new`: words that none has. */
  words: PackageWords;
  /** The distinct texts of `new`; coded texts. */
  texts: { text: string; words: number }[];
}

export interface ReturnPackageTask extends PackageTask {
  fileName: string | undefined;
  /** As the package writes it. */
  to: string;
  /** The target language's files. Without a job a file goes back as it came. */
  files: { entry: string; job?: Omit<AssembleTask, 'kind' | 'resultPath' | 'simple' | 'durable'> }[];
  /** Whether answers that nobody has read go out. */
  drafts: boolean;
  /** RFC 3339 UTC. */
  at: string;
  /** The file to write. */
  returnPath: string;
}
export interface ReturnedPackage {
  /** Without the dot: `sdlrpx`, `mqxlz`, `mqback`. */
  extension: string;
}

export interface UnpackEntryTask extends PackageTask {
  entry: string;
  /** The file to write. */
  path: string;
}

/** Why one of the requested edits is refused. */
export interface RefusedEdit {
  /** Its position in the request. */
  position: number;
  index: number;
  field: 'index' | 'translated_text';
  message: string;
  reason?: Reason;
}
