import type { AskedOptions, FileType, ProblemError, SegmentState, Warning } from '../contract/index.ts';
import type { CodeRules } from '../text/code-rules.ts';
import type { SegmentKind } from '../text/segment-kind.ts';
import type { Look } from './look.ts';

/**
 * A segment as extracted by a format. `text` is coded text (see text/codes.ts): numbered inline codes
 * `<1>…</1>`, `<2/>`, with literal `<` and `&` written `&lt;` and `&amp;`.
 */
export interface ExtractedSegment {
  readonly text: string;
  /** Counts as a segment but is never translated: a number, a date, a formula, a URL, an e-mail, a code. */
  readonly copy?: true;
  /** Rules for repairing codes in `text`; absent without any. */
  readonly rules?: CodeRules;
  /** Syntaxes whose marks the text has, besides those of any prose: ids of `text/protected/table.ts`. */
  readonly syntaxes?: readonly string[];
  /** Coded text: a translation already in the file (an unfinished PO entry, an XLIFF target). */
  readonly target?: string;
  /** A translation in the file that stays unless a person changes it. */
  readonly given?: GivenTarget;
  /** The file forbids to change it. */
  readonly locked?: true;
  /** The file's own name of this text (a JSON path, a message id), shown in Review. */
  readonly key?: string;
  /** For the translator, and for engines that take context: a comment, a heading, a description. */
  readonly note?: string;
  /** Maximum of visible characters in the translation. */
  readonly maxChars?: number;
  /** What the file says that it is; prose has none. */
  readonly kind?: SegmentKind;
  /** Segments of one group belong together, such as the plural forms of a message. */
  readonly group?: string;
  /** Present if a paragraph was split (sentences/split-paragraph.ts). */
  readonly sentence?: SentencePlace;
  /** Present if a cell or line with HTML was split (blocks/split-blocks.ts). */
  readonly block?: BlockPlace;
}

/** A bilingual file's own translation of a segment, which is shown and kept. */
export interface GivenTarget {
  /** Coded text. */
  readonly target: string;
  readonly state: SegmentState;
  /** Per cent of the memory's match that it came from, up to 100. */
  readonly match?: number;
  /** The match also had the same neighbours. */
  readonly isContext?: true;
}

/** The place of a sentence in its paragraph, for joining the paragraph again. */
export interface SentencePlace {
  /** Counted from 0, the paragraph's first sentence. */
  readonly n: number;
  /** The paragraph's ids of this sentence's codes 1, 2, …, if they differ. */
  readonly ids?: readonly number[];
  /** Coded text between the previous sentence and this one; may contain one end of a pair. */
  readonly before?: string;
  /** Coded text after the paragraph's last sentence. */
  readonly after?: string;
  /** The number of pairs that begin before this sentence and are reopened at its start. */
  readonly opens?: number;
  /** The number of pairs that continue after it, and are closed at its end. */
  readonly closes?: number;
}

/** The place of a text in the cell or line with HTML that it was split from. */
export interface BlockPlace {
  /** Counted from 0, the cell's first text. */
  readonly n: number;
  /** The whole cell as plain text; only on its first segment. */
  readonly source?: string;
}

export interface Extraction {
  /** In document order. */
  readonly segments: readonly ExtractedSegment[];
  /** Losses known before translation, such as a digital signature. */
  readonly warnings: readonly Warning[];
  /** The segments are the same whatever the file's language; absent if they may differ. */
  readonly ignoresLanguage?: boolean;
}

/** Must be the same for extraction and assembly, so that both find the same segments. */
export interface FormatContext {
  /** Canonical tag of the file's language; absent while it is unknown. */
  readonly from?: string;
  /** Canonical tag of the target language; absent only when a file is examined. */
  readonly to?: string;
  /** As uploaded. */
  readonly fileName?: string | undefined;
  /** The `format_options` of the job; `readFormatOptions` fills in the defaults. */
  readonly formatOptions?: AskedOptions;
}

export interface ExtractOptions extends FormatContext {
  /** Extraction stops with `too_many_segments` at the first segment beyond this number. */
  readonly maxSegments: number;
}

export interface AssembleOptions extends FormatContext {
  readonly from: string;
  readonly to: string;
  /** For each segment whether a person confirmed its translation, for formats that record it. */
  readonly confirmed?: readonly boolean[];
  /** For each segment the state of its target, and whether a person wrote or settled it: for bilingual files. */
  readonly states?: readonly TargetState[];
}

export interface TargetState {
  readonly state: SegmentState;
  readonly isByHand: boolean;
  /** Per cent of the memory's match, 101 in the same context, if a memory answered. */
  readonly match?: number | undefined;
}

/** `targets[i]` is the translation of segment `i` as coded text, or null to keep the source. */
export type Targets = readonly (string | null)[];

/** A warning about places in the file, for which its details get the segments. */
export interface PlacedWarning extends Warning {
  /** What a reader calls the place ("4", a slide), and one of its segments, as an index of `Targets`. */
  readonly places?: readonly { readonly name: string; readonly index: number }[];
}

export interface Assembly {
  readonly bytes: Uint8Array;
  readonly warnings: readonly PlacedWarning[];
  /** Segments that keep their source although they have another target; absent if there are none. */
  readonly kept?: readonly KeptSegment[];
}

/** Absent: no way of writing the target survived being read back. */
export type KeptReason = 'too_long_for_place' | 'header_in_use' | 'shared_data';

/** A segment whose target is not in the finished file. `index`: as extracted by the format. */
export interface KeptSegment {
  readonly index: number;
  readonly reason?: KeptReason;
}

/** The content that the given options leave out, by the names of `left_out[].what`. */
export interface LeftOut {
  readonly what: string;
  readonly count: number;
}

export interface Column {
  /** From the header row, if there is one. */
  readonly name?: string;
  /** `A`, `B`, …, `AA`. */
  readonly letter: string;
  /** Cells that are not empty, without the header row. */
  readonly segments: number;
  /** Those with text for a translator: no numbers, codes, formulas, keys or ids. */
  readonly texts: number;
  /** Up to three texts of at most 80 characters. */
  readonly sample: readonly string[];
}

/** Shown by `POST /v1/documents/examine` only. */
export interface Examination {
  readonly columns?: readonly Column[];
  readonly leftOut?: readonly LeftOut[];
}

/** What is said about a file whose text had to be put in order. */
export interface ReadingFacts {
  readonly pages: number;
  /** What the order of reading was taken from: the file's tags, or the places of its letters. */
  readonly readBy: 'tags' | 'places';
  /** Pages that are only pictures. */
  readonly pagesWithoutText: number;
  /** Letters for which the file does not say which characters they are. */
  readonly unreadableLetters: number;
  readonly tables: number;
  readonly pictures: number;
}

/** A file of another format that was made from an upload. */
export interface Conversion {
  readonly bytes: Uint8Array;
  readonly fileType: 'docx';
  /** Where each text of the new file stands in the old one. */
  readonly layout: Layout;
  readonly warnings: readonly Warning[];
  readonly leftOut: readonly LeftOut[];
  readonly facts: ReadingFacts;
}

/** Places of paragraphs on the pages of the source. In points, from each page's top left corner downwards. */
export interface Layout {
  /** Width and height of each page, as it is shown. */
  readonly pages: readonly (readonly [width: number, height: number])[];
  /** For each paragraph with text, in the order of the new file's segments: page from 0, left, top, right, bottom. */
  readonly places: readonly (readonly [
    page: number,
    left: number,
    top: number,
    right: number,
    bottom: number,
  ])[];
}

/**
 * Whether a file is of a format. `yes`: the content proves it. `maybe`: the content does not contradict it,
 * so the name or the media type decides. A ProblemError: it is of this format or a close relative, but
 * unusable; the message gives the remedy.
 */
export type Recognition = 'yes' | 'maybe' | 'no' | ProblemError;

/**
 * One file format. The skeleton stays in the file: `assemble` walks the source again exactly as `extract` did and
 * splices the targets in, so that nothing but the source file and the targets has to be stored.
 *
 * All run in a document thread with a time and memory limit; all are pure functions of their arguments and throw a
 * ProblemError (`refuse`, `damaged`, `hostile` of shared/refusals.ts) that names the cause and the remedy where the file cannot be used.
 */
export interface Format {
  readonly fileType: FileType;
  /** Segments are cells or lines that may contain HTML, whose blocks become separate segments. */
  readonly mayHoldHtml?: true;
  recognise(look: Look): Recognition;
  extract(source: Uint8Array, options: ExtractOptions): Promise<Extraction>;
  /** Of a text format: the file's text, without its byte order mark. */
  decode?(source: Uint8Array, context: FormatContext): Promise<string>;
  /**
   * If no target changes anything, the result equals the source: texts byte for byte, packages part for part.
   */
  assemble(source: Uint8Array, targets: Targets, options: AssembleOptions): Promise<Assembly>;
  /** A minimal document of the bare text, for layouts that cannot be rebuilt (`simple` in formats.ts). */
  assembleSimple?(source: Uint8Array, targets: Targets, options: AssembleOptions): Promise<Assembly>;
  examine?(source: Uint8Array, options: ExtractOptions): Promise<Examination>;
  /**
   * Of a format whose texts are not in one piece: makes a file of another format, once, when its job is created. All later
   * work is on that file.
   */
  convert?(source: Uint8Array, options: ExtractOptions): Promise<Conversion>;
  /** Draws a page (from 0) as PNG, `scale` pixels a point; undefined if there is no such page. */
  drawPage?(source: Uint8Array, page: number, scale: number): Promise<Uint8Array | undefined>;
}
