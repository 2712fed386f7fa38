import type { Warning } from '../../contract/index.ts';
import { escapeText, plainText } from '../../text/codes.ts';
import type { ExtractedSegment, TargetState } from '../format.ts';
import { markedCopy } from '../shared/segment-list.ts';
import type { Edit } from '../shared/spans.ts';
import { inShapeOf } from '../shared/target-shape.ts';
import type { Slice } from './nested-edits.ts';

/** A segment and the stretch of the text it is read from, `text[start, end)` in UTF-16 units. */
export interface Span {
  readonly start: number;
  readonly end: number;
  readonly segment: ExtractedSegment;
  /** The stretch's new characters; undefined for no change. `target` is coded text. */
  write(target: string, how: Writing): string | undefined;
  /**
   * Must not change when the file is read back: the kind of block, the number of lines. See write-spans.ts.
   */
  readonly shape?: string;
  /** For a stretch with several segments: its spans share `start` and `end`; `write` is not called. */
  readonly joint?: Joint;
  /** A target is also written where it equals the source: a bilingual file notes that it is done. */
  readonly isBilingual?: true;
  /** The text that `target` reads back as, without codes, if different: without an accelerator. */
  readsAs?(target: string): string;
}

/** The segments of a stretch that belong together, such as the forms of a plural. */
export interface Joint {
  /** Number of segments, and of spans. */
  readonly size: number;
  /** The new characters of the stretch. A target is null if its segment stays; at least one is not. */
  write(targets: readonly (string | null)[], how: Writing): string;
}

export interface Writing {
  /** Whether a person confirmed the translation. */
  readonly isConfirmed?: boolean;
  /** For each segment of the stretch, for bilingual files. */
  readonly states?: readonly (TargetState | undefined)[];
  /** The usual form did not survive being read back: escape everything that might be markup. */
  readonly harder: boolean;
  /** `text[start, end)` with the changes inside it, for copying a code that contains a segment. */
  readonly slice: Slice;
}

/** The spans of a text, in the order of their segments. They may be nested, but not overlap. */
export interface SpanReading {
  /** Lazy where possible: extraction stops at the first segment over the limit. */
  readonly spans: Iterable<Span>;
  /** Reads the finished text to check it, if that depends on how this one was read. */
  readBack?(text: string): Iterable<Span>;
  /** Called when all spans have been read. */
  warnings?(): readonly Warning[];
  /** Called once after the spans: further changes (a language attribute, a header) and warnings. */
  closing?(written: Written): Closing;
}

export interface Written {
  /** Spans that have changed. */
  readonly changed: number;
  /** The edits to write, in place order. */
  readonly edits: readonly Edit[];
  /** Whether the translation does not fit the file's encoding, so the file becomes UTF-8. */
  readonly becomesUtf8: boolean;
}

export interface Closing {
  readonly edits?: readonly Edit[];
  readonly warnings?: readonly Warning[];
}

/** A span of text without codes. */
export interface PlainSpan extends Omit<ExtractedSegment, 'text' | 'rules'> {
  readonly start: number;
  readonly end: number;
  /** As a reader sees it. */
  readonly value: string;
  /** Writes a value. It already has the outer white space and the kind of line breaks of the source. */
  readonly write: (value: string, how: Writing) => string;
  readonly shape?: string;
}

/** A segment of plain text; copied if it has nothing for a translator. */
export function plainSpan({ start, end, value, write, shape, ...more }: PlainSpan): Span {
  return {
    start,
    end,
    segment: more.copy
      ? { text: escapeText(value), ...more }
      : markedCopy({ text: escapeText(value), ...more }, value),
    write(target, how) {
      const text = inShapeOf(value, plainText(target));
      return text === value ? undefined : write(text, how);
    },
    ...(shape === undefined ? {} : { shape }),
  };
}
