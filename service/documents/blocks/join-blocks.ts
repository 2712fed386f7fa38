import { escapeText } from '../../text/codes.ts';
import type { ExtractedSegment, Targets } from '../format.ts';
import { fragmentOf } from './split-blocks.ts';

/** The part of a job's segment that joining needs. */
type JobSegment = Pick<ExtractedSegment, 'block'>;

/** Indexes of the segments of each cell or line, in order. */
export function cellsOf(segments: readonly JobSegment[]): number[][] {
  const cells: number[][] = [];
  for (const [index, { block }] of segments.entries()) {
    if (block && block.n > 0 && cells.length > 0) cells.at(-1)!.push(index);
    else cells.push([index]);
  }
  return cells;
}

export interface JoinedBlocks {
  /** One for each cell that `splitBlocks` has split; null if none of its texts changes. */
  readonly targets: Targets;
  /** Indexes of segments that keep their source, since their translation would have broken the HTML. */
  readonly kept: readonly number[];
}

/** `segments`: paragraphs, whose sentences are already joined. */
export function joinBlocks(
  segments: readonly JobSegment[],
  targets: Targets,
  from: string | undefined,
): JoinedBlocks {
  const kept: number[] = [];
  const joined = cellsOf(segments).map((indexes) => {
    const [first = 0] = indexes;
    const source = segments[first]!.block?.source;
    if (source === undefined) return targets[first] ?? null;
    const own = indexes.map((index) => targets[index] ?? null);
    if (own.every((target) => target === null)) return null;
    const written = fragmentOf(source, from).write(own);
    kept.push(...written.kept.map((index) => indexes[index]!));
    return escapeText(written.text);
  });
  return { targets: joined, kept };
}
