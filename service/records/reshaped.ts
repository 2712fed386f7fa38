import { z } from 'zod';
import type { SegmentOrigin } from '../contract/index.ts';
import { segmentLineSchema } from './segments.ts';
import type { SegmentLine } from './segments.ts';
import { storedFlagSchema } from './stored-flags.ts';

export const pieceSchema = z.object({
  segment: segmentLineSchema,
  /** As a journal's line: the engine's answer, or its part of it. */
  line: z
    .object({
      t: z.string(),
      o: z.custom<SegmentOrigin>((value) => typeof value === 'string').exactOptional(),
      f: z.array(storedFlagSchema).exactOptional(),
      m: z.int().min(0).max(101).exactOptional(),
    })
    .exactOptional(),
});
/** A segment of a paragraph whose sentences a person has split or joined. */
export type Piece = z.infer<typeof pieceSchema>;

export interface ReshapedParagraph {
  /** Index of the paragraph's first segment in `segments.ndjson`. */
  readonly p: number;
  readonly pieces: readonly Piece[];
}

/** The index after the last sentence of the paragraph that begins at `start`. */
export function paragraphEnd(segments: readonly SegmentLine[], start: number): number {
  let end = start + 1;
  while ((segments[end]?.sentence?.n ?? 0) > 0) end++;
  return end;
}

/** A segment's index after others were replaced; undefined if it was one of those. */
export function shiftedIndex(
  index: number,
  { i, was, by }: { i: number; was: number; by: number },
): number | undefined {
  if (index < i) return index;
  return index < i + was ? undefined : index + by - was;
}
