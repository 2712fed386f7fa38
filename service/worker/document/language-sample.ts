import type { ExtractedSegment } from '../../documents/format.ts';
import { readableText } from '../../text/codes.ts';

/** UTF-16 units used to detect a document's language. */
const SAMPLE_CHARS = 20_000;

/** The beginning of the texts to translate. */
export function sampleOf(segments: readonly ExtractedSegment[]): string {
  let sample = '';
  for (const { text, copy } of segments) {
    if (!copy) sample += `${readableText(text)}\n`;
    if (sample.length >= SAMPLE_CHARS) break;
  }
  return sample.slice(0, SAMPLE_CHARS);
}
