import { z } from 'zod';
import type { CodeRules } from '../text/code-rules.ts';
import { asObject, encodeLine, hasOnly, isString } from './lines.ts';
import type { Members } from './lines.ts';

const segmentLineSchema = z.object({
  text: z.string(),
  /** The client's id of a batch segment. */
  id: z.string().exactOptional(),
  /** Counted, never translated. */
  copy: z.literal(true).exactOptional(),
  /** What the filter says about the codes in `text`. */
  rules: z.custom<CodeRules>((value) => asObject(value) !== undefined).exactOptional(),
  /** See ExtractedSegment in documents/format.ts. */
  target: z.string().exactOptional(),
  key: z.string().exactOptional(),
  note: z.string().exactOptional(),
  maxChars: z.int().positive().exactOptional(),
  group: z.string().exactOptional(),
});
/** A line of `segments.ndjson`, written once. `text` is coded text. */
export type SegmentLine = z.infer<typeof segmentLineSchema>;

/** The same, for a value with a `text`: a schema takes the first thousands of lines in a process ten times as long as this. */
const MEMBERS: Members = new Map([
  ['text', isString],
  ['id', isString],
  ['copy', (value) => value === true],
  ['rules', (value) => asObject(value) !== undefined],
  ['target', isString],
  ['key', isString],
  ['note', isString],
  ['maxChars', (value) => Number.isInteger(value) && (value as number) > 0],
  ['group', isString],
]);

export const encodeSegmentLine: (segment: SegmentLine) => string = encodeLine;

/**
 * The segments of `segments.ndjson`. Written once and whole before its job is answered, so that any damage makes it useless:
 * throws then. A file cut off between two lines is told by the job's `segment_count`.
 */
export function parseSegments(bytes: Uint8Array): SegmentLine[] {
  const lines = new TextDecoder('utf-8', { fatal: true }).decode(bytes).split('\n');
  return lines.filter((line) => line !== '').map((line) => segmentLine(JSON.parse(line)));
}

function segmentLine(value: unknown): SegmentLine {
  const object = asObject(value);
  const isPlain = object !== undefined && 'text' in object && hasOnly(object, MEMBERS);
  // Anything else goes through the full schema.
  return isPlain ? (object as unknown as SegmentLine) : segmentLineSchema.parse(value);
}
