import type { SegmentKind } from '../text/segment-kind.ts';

/** A text as an alignment reads it. */
export interface AlignedText {
  /** Sentences or segments in reading order, plain. */
  readonly texts: readonly string[];
  /** The number of the paragraph that each is of. */
  readonly paragraphs: readonly number[];
  /** What the file says that each is; undefined for prose. */
  readonly kinds: readonly (SegmentKind | undefined)[];
}
