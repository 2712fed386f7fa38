import { z } from 'zod';
import type { CodeRules } from '../text/code-rules.ts';
import { asObject, encodeLine } from './lines.ts';

const segmentLineSchema = z.object({
  text: z.string(),
  /** The client's id of a batch segment. */
  id: z.string().exactOptional(),
  /** Counted, never translated. */
  copy: z.literal(true).exactOptional(),
  /** What the filter says about the codes in `text`. */
  rules: z.custom<CodeRules>((value) => asObject(value) !== undefined).exactOptional(),
});
const segmentLinesSchema = z.array(segmentLineSchema);
/** A line of `segments.ndjson`, written once. `text` is coded text. */
export type SegmentLine = z.infer<typeof segmentLineSchema>;

export const encodeSegmentLine: (segment: SegmentLine) => string = encodeLine;

/**
 * The segments of `segments.ndjson`. Written once and whole before its job is answered, so that any damage makes it useless:
 * throws then. A file cut off between two lines is told by the job's `segment_count`.
 */
export function parseSegments(bytes: Uint8Array): SegmentLine[] {
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n');
  const values: unknown[] = lines.filter((line) => line !== '').map((line) => JSON.parse(line) as unknown);
  return segmentLinesSchema.parse(values);
}
