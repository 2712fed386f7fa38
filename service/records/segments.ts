import { z } from 'zod';
import { segmentStateSchema } from '../contract/index.ts';
import type { CodeRules } from '../text/code-rules.ts';
import { SEGMENT_KINDS } from '../text/segment-kind.ts';
import { asObject, encodeLine } from './lines.ts';

export const segmentLineSchema = z.object({
  text: z.string(),
  /** The client's id of a batch segment. */
  id: z.string().exactOptional(),
  /** Counted, never translated. */
  copy: z.literal(true).exactOptional(),
  /** The filter's rules for the codes in `text`. */
  rules: z.custom<CodeRules>((value) => asObject(value) !== undefined).exactOptional(),
  /** See ExtractedSegment in documents/format.ts. */
  syntaxes: z.array(z.string()).readonly().exactOptional(),
  target: z.string().exactOptional(),
  given: z
    .object({
      target: z.string(),
      state: segmentStateSchema,
      match: z.int().min(0).max(100).exactOptional(),
      isContext: z.literal(true).exactOptional(),
    })
    .exactOptional(),
  locked: z.literal(true).exactOptional(),
  key: z.string().exactOptional(),
  note: z.string().exactOptional(),
  maxChars: z.int().positive().exactOptional(),
  kind: z.enum(SEGMENT_KINDS).exactOptional(),
  group: z.string().exactOptional(),
  sentence: z
    .object({
      n: z.int().nonnegative(),
      ids: z.array(z.int().positive()).readonly().exactOptional(),
      before: z.string().exactOptional(),
      after: z.string().exactOptional(),
      opens: z.int().positive().exactOptional(),
      closes: z.int().positive().exactOptional(),
    })
    .exactOptional(),
  block: z.object({ n: z.int().nonnegative(), source: z.string().exactOptional() }).exactOptional(),
});
/** A line of `segments.ndjson`, written once. `text` is coded text. */
export type SegmentLine = z.infer<typeof segmentLineSchema>;

export const encodeSegmentLine: (segment: SegmentLine) => string = encodeLine;

/**
 * The segments of `segments.ndjson`. Throws if any line is damaged: the file was written whole before its job
 * was answered. A file cut between two lines differs from the job's `segment_count`.
 */
export function parseSegments(bytes: Uint8Array): SegmentLine[] {
  const lines = decode(bytes).split('\n');
  return lines.filter((line) => line !== '').map((line) => segmentLineSchema.parse(JSON.parse(line)));
}

/** One line of the file. Throws where it is damaged. */
export function parseSegment(line: Uint8Array): SegmentLine {
  return segmentLineSchema.parse(JSON.parse(decode(line)));
}

function decode(bytes: Uint8Array): string {
  return new TextDecoder('utf-8', { fatal: true }).decode(bytes);
}
