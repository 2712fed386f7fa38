import { fieldProblem } from '../../contract/index.ts';
import type { Warning } from '../../contract/index.ts';
import { escapeText, plainText } from '../../text/codes.ts';
import { isTranslatable } from '../../text/translatable.ts';
import type { ExtractedSegment } from '../format.ts';
import { MAX_SEGMENT_CODES, maxTextChars } from './document-limits.ts';
import { hostile } from './refusals.ts';

/** Collects segments. `add` refuses the first one over a limit, so that a scan stops there. */
export interface SegmentList {
  readonly segments: ExtractedSegment[];
  /** A segment with too many inline codes becomes its bare text, to be copied. */
  add(segment: ExtractedSegment): void;
  warnings(): Warning[];
}

export function segmentList(maxSegments: number): SegmentList {
  const segments: ExtractedSegment[] = [];
  let chars = 0;
  let overcoded = 0;
  return {
    segments,
    add(segment) {
      if (segments.length >= maxSegments) throw tooManySegments(maxSegments);
      chars += segment.text.length;
      if (chars > maxTextChars()) throw hostile('it holds an absurd amount of text');
      const copied = hasTooManyCodes(segment.text);
      if (copied) overcoded++;
      segments.push(copied ? { text: escapeText(plainText(segment.text)), copy: true } : segment);
    },
    warnings: () => (overcoded === 0 ? [] : [tooManyCodesWarning(overcoded)]),
  };
}

/** A segment of plain text, marked as a copy if it has no text for a translator. */
export function plainSegment(plain: string, more: Pick<ExtractedSegment, 'kind'> = {}): ExtractedSegment {
  return markedCopy({ text: escapeText(plain), ...more }, plain);
}

/**
 * The segment, marked as a copy if it has no text for a translator. Evaluated lazily: assembly, which reads a
 * file twice, never asks, and it takes a fifth of the reading time.
 */
export function markedCopy(segment: ExtractedSegment, plain: string): ExtractedSegment {
  return Object.defineProperty(segment, 'copy', {
    enumerable: true,
    configurable: true,
    get: () => {
      const value = isTranslatable(plain) ? undefined : true;
      Object.defineProperty(segment, 'copy', { value, enumerable: true });
      return value;
    },
  });
}

function hasTooManyCodes(coded: string): boolean {
  let codes = 0;
  for (let at = coded.indexOf('<'); at !== -1; at = coded.indexOf('<', at + 1)) {
    if (coded[at + 1] !== '/' && ++codes > MAX_SEGMENT_CODES) return true;
  }
  return false;
}

function tooManyCodesWarning(count: number): Warning {
  const limit = MAX_SEGMENT_CODES.toLocaleString('en');
  return {
    code: 'too_many_codes',
    message:
      `Some paragraphs or cells have more than ${limit} changes of format, tabs, links or notes in them, so they keep their source text. ` +
      'Clear their formatting, or split them, and translate the file again.',
    count,
  };
}

export function tooManySegments(max: number): Error {
  const limit = max.toLocaleString('en');
  return fieldProblem(
    'file',
    'too_many_segments',
    `This file has more than ${limit} segments (lines, first-column cells or paragraphs), the most one job takes. ` +
      'Split it into smaller files and translate them one by one.',
    { details: { limit: max } },
  );
}
