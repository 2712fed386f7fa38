import type { Surroundings } from '../../engines/engine.ts';
import type { Question } from '../../text/prepare.ts';
import type { JobSegments } from './job-segments.ts';
import type { ChunkSegment, ChunkTexts, SegmentAnswers } from './segment-texts.ts';

/** A chunk of texts, or of a job. */
export type AskedChunk = Omit<ChunkTexts, 'segments'> & {
  readonly segments: readonly ChunkSegment[] | JobSegments;
};

export interface PrepareTask {
  chunk: AskedChunk;
  /** UTF-16 units of texts that this thread takes, see areShort; any unless given. */
  maxUnits?: number;
  /** Whether the engine can use the texts around them. */
  surrounded?: boolean;
}
export interface PreparedChunk {
  /** Of each segment. */
  questions: (readonly Question[])[];
  surroundings?: Surroundings;
}
export interface FinishTask {
  chunk: AskedChunk;
  answers: readonly SegmentAnswers[];
  second?: readonly string[];
}

export function isOfJob(segments: AskedChunk['segments']): segments is JobSegments {
  return 'segmentsPath' in segments;
}

/** The segments of a chunk from one place up to another. */
export function partOf({ segments, ...chunk }: AskedChunk, from: number, to: number): AskedChunk {
  return {
    ...chunk,
    segments: isOfJob(segments)
      ? { ...segments, indexes: segments.indexes.slice(from, to) }
      : segments.slice(from, to),
  };
}

export function sizeOf({ segments }: AskedChunk): number {
  return isOfJob(segments) ? segments.indexes.length : segments.length;
}
