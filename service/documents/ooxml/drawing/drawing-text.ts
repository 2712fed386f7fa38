import type { PartEdit } from '../../packages/package-format.ts';
import type { Span } from '../../spans/span.ts';
import type { DrawingParagraph } from './read-paragraph.ts';

/** A segment of a drawing, and the other places that show its text. */
export interface DrawingText {
  readonly part: string;
  readonly span: Span;
  /** Undefined for the bare text of a chart's data. */
  readonly paragraph: DrawingParagraph | undefined;
  /** The edits of other places, once this one is translated. */
  readonly mirrorEdits: (target: string) => PartEdit[];
}
