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
  /** UTF-16 units of texts that this thread takes, see areShort; unlimited by default. */
  maxUnits?: number;
  /** Whether the engine can use the texts around them. */
  surrounded?: boolean;
}
/**
 * The questions of a segment, see Question. As lists of strings they are read ten times as fast as one by one: an
 * attack may contain 250,000 of them.
 */
export interface SegmentQuestions {
  readonly texts: readonly string[];
  readonly shown?: readonly Question['shown'][];
  readonly terms?: readonly Question['terms'][];
  readonly wholes?: readonly Question['whole'][];
}
export interface PreparedChunk {
  /** Of each segment. */
  questions: SegmentQuestions[];
  surroundings?: Surroundings;
}
export interface FinishTask {
  chunk: AskedChunk;
  answers: readonly SegmentAnswers[];
  second?: readonly string[];
}

export function segmentQuestions(questions: readonly Question[]): SegmentQuestions {
  const has = (name: 'shown' | 'terms' | 'whole'): boolean =>
    questions.some((question) => question[name] !== undefined);
  return {
    texts: questions.map(({ text }) => text),
    ...(has('shown') ? { shown: questions.map(({ shown }) => shown) } : {}),
    ...(has('terms') ? { terms: questions.map(({ terms }) => terms) } : {}),
    ...(has('whole') ? { wholes: questions.map(({ whole }) => whole) } : {}),
  };
}

export function isOfJob(segments: AskedChunk['segments']): segments is JobSegments {
  return 'segmentsPath' in segments;
}

/** The segments of a chunk in a range. */
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
