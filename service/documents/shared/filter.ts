import type { FileType, Warning } from '../../contract/index.ts';
import type { CodeRules } from '../../text/code-rules.ts';

/**
 * A segment as a filter finds it. `text` is coded text (see text/codes.ts): numbered inline codes `<1>…</1>`, `<2/>`,
 * with literal `<` and `&` written `&lt;` and `&amp;`.
 */
export interface ExtractedSegment {
  readonly text: string;
  /** Counts as a segment but is never translated: a number, a date, a formula, a URL, an e-mail, a code. */
  readonly copy?: true;
  /** What repair must know of the codes in `text`; absent where there is nothing to know. */
  readonly rules?: CodeRules;
}

export interface Extraction {
  /** In document order. */
  readonly segments: readonly ExtractedSegment[];
  /** What is already known not to survive, such as a digital signature. */
  readonly warnings: readonly Warning[];
}

export interface ExtractOptions {
  /** Extraction stops with `too_many_segments` at the first segment over this many. */
  readonly maxSegments: number;
  /** Canonical tag of the language the file is written in: tells older encodings apart. The same as in AssembleOptions. */
  readonly from?: string;
  /** As uploaded; that of a TSV tells its delimiter. The same as in AssembleOptions. */
  readonly fileName?: string | undefined;
}

export interface AssembleOptions {
  /** Canonical tags of the languages asked for. */
  readonly from: string;
  readonly to: string;
  readonly fileName?: string | undefined;
  /** Build the minimal document instead of splicing into the original's layout (DOCX only; others ignore it). */
  readonly simple?: boolean;
  /** Put `'` before a translation that newly begins as a formula would (CSV only); true where absent. */
  readonly escapeFormulas?: boolean;
}

export interface Assembly {
  readonly bytes: Uint8Array;
  readonly warnings: readonly Warning[];
}

/**
 * One file format. The skeleton stays in the file: `assemble` walks the source again exactly as `extract` did and
 * splices the targets in, so that nothing but the source file and the targets has to be stored.
 *
 * Both run in a document thread with a time and memory limit; both are pure functions of their arguments and throw a
 * ProblemError (`fieldProblem('file', …)`) that names the cause and the mend where the file cannot be used.
 */
export interface Filter {
  readonly fileType: FileType;
  extract(source: Uint8Array, options: ExtractOptions): Promise<Extraction>;
  /**
   * `targets[i]` is the translation of segment `i` as coded text, or null where the source stays as it is.
   * When no target differs from its source, the result equals the source: byte for byte for TXT and CSV, part for
   * part for DOCX and XLSX.
   */
  assemble(
    source: Uint8Array,
    targets: readonly (string | null)[],
    options: AssembleOptions,
  ): Promise<Assembly>;
}
