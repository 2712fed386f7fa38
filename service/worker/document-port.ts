import type {
  AskedOptions,
  EnginePair,
  ExportFormat,
  FileType,
  ProblemWire,
  Reason,
  SegmentFlag,
  SegmentFlagCode,
  SegmentOrigin,
  SegmentState,
  Warning,
} from '../contract/index.ts';
import type { Column } from '../documents/format.ts';
import type { Fingerprint, JobRecord, LeftOut } from '../records/job-record.ts';
import type { ExaminedText, ExaminedTexts, TextMarkup } from './text/examine-texts.ts';

/**
 * Documents and jobs as the host sees them. Their data crosses as paths of files in the job's folder (or the
 * upload's temporary file), never as messages: whoever serves this shares a disk with the host. Rejects as an
 * EnginePort does.
 */
export interface DocumentPort {
  /**
   * Decides the format by content and name, extracts, and writes `segmentsPath` (see SegmentLine). Rejects
   * where the format cannot be told or its options are wrong; what is refused later resolves with the format,
   * on which quotas depend that are asked first.
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

  /** The cost of texts, and their segments. Stopped by `release(jobId)`. */
  examineTexts(task: ExamineTask): Promise<ExaminedTexts>;

  /** Translates segments that no job stores, before all chunks of jobs. Stopped by `release(jobId)`. */
  translateTexts(task: TextsTask): Promise<TranslatedTexts>;

  /** Translates some segments of a job. Rejects with an AbortError after `release(jobId)`. */
  translate(task: TranslateTask): Promise<TranslatedChunk>;

  /** Builds the result file (temporary file, fsync if durable, rename) from source, segments, journal. */
  assemble(task: AssembleTask): Promise<AssembleResult>;

  /**
   * Turns what `task` asks of a job's translations into a line of `edits.ndjson`, which the host appends.
   * Rejects with `invalid_request` where any of it is refused, unless what is refused is to be left out.
   */
  edit(task: EditTask): Promise<EditResult>;

  /** Writes a done job as a bilingual file. */
  export(task: ExportTask): Promise<void>;

  /** Stops all work of a job, and ends a process on its document. */
  release(jobId: string): Promise<void>;
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
  /** The `format_options` that were asked. */
  formatOptions?: AskedOptions;
  segmentsPath: string;
  /** Segments that the settings allow: with more, a document may take more time. */
  maxSegments?: number;
}
/** A text to translate, and how much of a document it is. */
export interface CountedText {
  /** Coded text. */
  readonly text: string;
  /** Tells it from other texts, also those of other documents. */
  readonly hash: string;
  /** Words of the first segment with this text. */
  readonly words: number;
  /** Words of all others with it. */
  readonly repeated: number;
}
export type ExamineDocumentTask = Omit<ExtractTask, 'segmentsPath'>;
export interface ExaminedDocument extends Pick<
  ExtractResult,
  'fileType' | 'segmentCount' | 'countedSegments' | 'sourceChars' | 'sourceWords' | 'warnings'
> {
  /** Words of segments equal to an earlier one. */
  repeatedWords: number;
  /** Text that tells the language. */
  sample: string;
  /** Words of copied segments. */
  copiedWords: number;
  /** Each text to translate once. */
  texts: readonly CountedText[];
  columns?: Column[];
  leftOut: LeftOut[];
  /** The format's options, defaults filled in. */
  options: AskedOptions;
}

/** A file whose format is known and that cannot be translated all the same. */
export interface RefusedFile {
  fileType: FileType;
  refused: ProblemWire;
}
export interface ExtractResult {
  fileType: FileType;
  segmentCount: number;
  /** As the limit of a job counts them: a cell or line with HTML is one, whatever it holds. */
  countedSegments: number;
  /** Unicode code points of the visible text. */
  sourceChars: number;
  /** As `Intl.Segmenter` tells them. */
  sourceWords: number;
  /** Size of the file at `segmentsPath`. */
  segmentsBytes: number;
  warnings: Warning[];
  /** Text of the file that is in no segment. */
  leftOut?: LeftOut[];
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
  /** First occurrences left. `weight`: segments that each completes. `chars`: code points. */
  pending: { index: number; chars: number; weight: number }[];
}

/** Which segments are wanted; without it all. */
export interface SegmentsFilter {
  /** With this flag; `any`: with one that is not `edited`. */
  flag?: SegmentFlagCode | 'any';
  state?: SegmentState;
  /** With this in source or translation, codes apart and whatever the case. */
  q?: string;
}

export interface SegmentsTask extends SegmentsFilter {
  account: string;
  kind: 'document' | 'batch';
  segmentsPath: string;
  journalPath: string;
  editsPath: string;
  /** Only these segments. */
  indexes?: readonly number[];
  /** Index of the first segment wanted. */
  start: number;
  /** At most so many; a page of long segments has fewer. */
  limit: number;
}
export interface SegmentsPage {
  /** UTF-8, a JSON array of SegmentResources, which the host passes on without parsing. */
  json: Uint8Array;
  /** Start of the next page; absent on the last one. */
  next?: number;
}

/** The options of a job that its engine gets. */
export type EngineOptions = Pick<JobRecord['options'], 'tone' | 'context' | 'glossary'>;

export interface TranslateTask {
  jobId: string;
  account: string;
  segmentsPath: string;
  /** Title of the document. */
  title?: string | undefined;
  engine: string;
  pair: EnginePair;
  options: EngineOptions;
  indexes: number[];
  /** The process is to translate nothing else meanwhile: a crash is then the doing of this chunk. */
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

export interface TextsTask {
  jobId: string;
  account: string;
  /** `known`: coded text from the memory, for this or a similar text; the engine is not asked. */
  segments: (ExaminedText & { known?: { target: string; isFuzzy: boolean } })[];
  /** Texts with markup, to be written again. */
  fragments?: { texts: string[]; markup: TextMarkup };
  engine: string;
  pair: EnginePair;
  options: EngineOptions;
}
export interface TranslatedTexts {
  /** For each segment, in order; with markup, for each text. `text`: plain, or with its markup. */
  segments: { text: string; origin: SegmentOrigin; flags: SegmentFlag[] }[];
  /** Warnings that follow from the flags. */
  warnings: Warning[];
}

export interface TranslatedChunk {
  /** Ready JournalSegmentLines, UTF-8, each with its newline: the host appends them unparsed. */
  lines: Uint8Array;
  /** Whether the engine translated any of the asked texts; absent where there was nothing to ask. */
  answered?: boolean | undefined;
  /** Characters that a chunk of this engine should have, however slow it is. */
  batchChars?: number | undefined;
  /** Working time of the engine, where it measures that itself: one on another machine. */
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
  /** Whether the result must survive a power cut (default). One with a checksum can be rebuilt instead. */
  durable?: boolean;
  /** As for ExtractTask. */
  formatOptions?: AskedOptions;
}
export interface AssembleResult extends Fingerprint {
  /** Warnings of the assembly, and the counted flags of the journal. */
  warnings: Warning[];
  /** Segments that are flagged. */
  flagged: number;
  /** Time of the last edit that is in the result; '' if there is none. */
  editsAt: string;
  /** Segments that are translated, and those that the engine was asked for and has not answered. */
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
  /** Whether a change is carried to all equal segments that are not confirmed. */
  repetitions?: boolean;
  /** Done first: the asked edits are of the segments that come of it. */
  reshape?: Reshape;
  /** Whether the translation memory is to hear of it. */
  learns: boolean;
  /** RFC 3339 UTC. */
  at: string;
}
export interface EditResult {
  /** Segments whose translation or state changes. */
  changed: number;
  /** UTF-8: a JSON array of them, as the contract shows segments. */
  json: Uint8Array;
  /** The EditsLine to append; absent where nothing changes, not even a comment. */
  line?: Uint8Array;
  /** `line` takes the place of all lines before it. */
  isWhole?: boolean;
  /** Counts of an imported file: segments that are equal to the job's, and those that cannot be taken. */
  unchanged: number;
  refused: { index: number; message: string; reason?: Reason }[];
  /** Segments that the translation memory is to learn or forget. */
  toLearn: number[];
  /** Segments that are edited, flagged and confirmed from now on. */
  edited: number;
  flagged: number;
  confirmed: number;
  confirmed_words: number;
  /** Segments of the job, where sentences of it have been split or joined. */
  segments?: number;
  /** Where some were, in this request: so many from the index `i` on gave way to `by`. */
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
}

/** Why one of the asked edits cannot be made. */
export interface RefusedEdit {
  /** Among those that were asked. */
  position: number;
  index: number;
  field: 'index' | 'translated_text';
  message: string;
  reason?: Reason;
}
