import { fieldProblem } from '../../contract/index.ts';
import { escapeText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import type { ExtractedSegment } from './filter.ts';

/** Segments as they are found. `add` refuses the first one over the limit, so that a scan stops there. */
export interface SegmentList {
  readonly segments: ExtractedSegment[];
  add(segment: ExtractedSegment): void;
}

export function segmentList(maxSegments: number): SegmentList {
  const segments: ExtractedSegment[] = [];
  return {
    segments,
    add(segment) {
      if (segments.length >= maxSegments) throw tooManySegments(maxSegments);
      segments.push(segment);
    },
  };
}

/** A segment of plain text, marked to be copied where nothing in it is for a translator. */
export function plainSegment(plain: string): ExtractedSegment {
  const text = escapeText(plain);
  return isTranslatable(plain) ? { text } : { text, copy: true };
}

export function tooManySegments(max: number): Error {
  const limit = max.toLocaleString('en');
  return fieldProblem(
    'file',
    'too_many_segments',
    `This file has more than ${limit} segments (lines, first-column cells or paragraphs), the most one job takes. ` +
      'Split it into smaller files and upload them one by one.',
  );
}
