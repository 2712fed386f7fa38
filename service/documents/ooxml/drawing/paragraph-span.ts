import { readableText } from '../../../text/codes.ts';
import { isTranslatable } from '../../../text/translatable.ts';
import type { SegmentKind } from '../../../text/segment-kind.ts';
import type { ExtractedSegment } from '../../format.ts';
import type { DrawingParagraph } from './read-paragraph.ts';
import { paragraphEdits } from './write-paragraph.ts';
import type { DrawingTarget, InheritedLook } from './write-paragraph.ts';
import { inPlaceOrder, sliceWithEdits } from '../../shared/spans.ts';
import type { Span } from '../../spans/span.ts';

/** A paragraph as a segment. `lookOf` is called only if the direction changes. */
export function paragraphSpan(
  source: string,
  paragraph: DrawingParagraph,
  target: DrawingTarget,
  lookOf: () => InheritedLook | undefined,
  kind?: SegmentKind,
): Span {
  const { node, coded, end } = paragraph;
  const start = node.contentStart;
  const segment: ExtractedSegment = {
    text: coded.text,
    ...(coded.rules && { rules: coded.rules }),
    ...(kind && { kind }),
    ...(!isTranslatable(readableText(coded.text)) && { copy: true }),
  };
  return {
    start,
    end,
    segment,
    write(words) {
      const edits = paragraphEdits(
        source,
        paragraph,
        words,
        target,
        target.newDirection ? lookOf() : undefined,
      );
      return sliceWithEdits(source, inPlaceOrder(edits), start, end);
    },
  };
}
