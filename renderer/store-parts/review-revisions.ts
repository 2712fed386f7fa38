import type { SegmentResource } from '../../service/contract/index.ts';
import type { SegmentEdit } from '../api/review.ts';
import { renumber } from '../lib/renumber.ts';

/** The job's revision and the stored texts of its segments, as last seen by this window. */
export interface ReviewRevisions {
  /** Undefined before anything was read. */
  readonly revision: () => string | undefined;
  /** A segment as stored, whether or not it passes the filter. Its `index` may be an earlier one. */
  readonly lastOf: (index: number) => SegmentResource | undefined;
  readonly noteRead: (read: readonly SegmentResource[], revision: string | undefined) => void;
  /** Records texts sent by this window, so that a lost answer does not make them look foreign. */
  readonly noteSent: (batch: readonly SegmentEdit[]) => void;
  /** The current segments with a text that this window neither knows nor sent. */
  readonly foreignOf: (present: readonly SegmentResource[]) => SegmentResource[];
  /** Whether the indexes of `batch` now have other sentences, or none. */
  readonly isMoved: (batch: readonly SegmentEdit[], present: readonly SegmentResource[]) => boolean;
  /** Moves the known texts to the segments' new indexes after a split or a join. */
  readonly move: (placeOf: (index: number) => number | undefined, made: readonly SegmentResource[]) => void;
  readonly forget: () => void;
}

/** Distinguishes this window's changes to the open job's segments from everyone else's. */
export function createReviewRevisions(): ReviewRevisions {
  let revision: string | undefined;
  const known = new Map<number, SegmentResource>();
  const sentTexts = new Map<number, Set<string | null>>();

  function learn(segments: readonly SegmentResource[]): void {
    for (const segment of segments) known.set(segment.index, segment);
  }

  return {
    revision: () => revision,
    lastOf: (index) => known.get(index),
    noteRead(read, of) {
      revision = of;
      learn(read);
    },
    noteSent(batch) {
      for (const { index, translated_text: text } of batch)
        sentTexts.set(index, (sentTexts.get(index) ?? new Set()).add(text));
    },
    foreignOf: (present) =>
      present.filter(({ index, translated_text: text }) => {
        const last = known.get(index);
        return (
          last !== undefined && last.translated_text !== text && sentTexts.get(index)?.has(text) !== true
        );
      }),
    isMoved(batch, present) {
      const sources = new Map(present.map(({ index, text }) => [index, text]));
      return batch.some(({ index }) => {
        const source = sources.get(index);
        return source === undefined || (known.get(index)?.text ?? source) !== source;
      });
    },
    move(placeOf, made) {
      renumber(known, placeOf);
      renumber(sentTexts, placeOf);
      learn(made);
    },
    forget() {
      revision = undefined;
      known.clear();
      sentTexts.clear();
    },
  };
}
