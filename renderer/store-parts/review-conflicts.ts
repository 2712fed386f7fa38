import type { ReshapedSegments, SegmentResource } from '../../service/contract/index.ts';
import { ServiceProblem } from '../api/errors.ts';
import { ALL, editSegments, noteSegment, reshapeSegments } from '../api/review.ts';
import type { JobRef, MadeSegment, Reshape, SegmentEdit, SegmentNotes } from '../api/review.ts';
import { ChangedElsewhere, MovedElsewhere } from './edit-queue.ts';
import type { ReviewRevisions } from './review-revisions.ts';
import type { ReviewSegments } from './review-segments.ts';

interface ReviewConflictsParts {
  readonly isOpen: (job: JobRef) => boolean;
  readonly revisions: ReviewRevisions;
  readonly list: ReviewSegments;
  /** Called before segments are split or joined. */
  readonly onStart: () => void;
  /** Called when edits were stored over changes of other segments, which are not shown yet. */
  readonly onOvertaken: () => void;
  readonly onReshaped: (job: JobRef) => unknown;
  readonly onError: (job: JobRef, error: unknown) => void;
  /** Called when segments were split or joined elsewhere, and have been read again. */
  readonly onReshapedElsewhere: () => void;
}

/** Changes the open job under its revision, so that changes made elsewhere are never overwritten. */
export function createReviewConflicts(parts: ReviewConflictsParts) {
  const { isOpen, revisions, list, onStart, onOvertaken, onReshaped, onError, onReshapedElsewhere } = parts;

  /** Stores edits. Rejects with ChangedElsewhere or MovedElsewhere if the user has to choose. */
  async function send(to: JobRef, batch: SegmentEdit[]): Promise<SegmentResource[]> {
    if (!isOpen(to)) return (await editSegments(to, batch)).segments;
    revisions.noteSent(batch);
    for (;;) {
      try {
        const stored = await editSegments(to, batch, revisions.revision());
        if (isOpen(to)) revisions.noteRead(stored.segments, stored.revision);
        return stored.segments;
      } catch (error) {
        const present = presentIn(error);
        if (!present || !isOpen(to)) throw error;
        if (revisions.isMoved(batch, present.segments)) throw await movedElsewhere(batch);
        const theirs = revisions.foreignOf(present.segments);
        revisions.noteRead(present.segments, present.revision);
        list.noteStored(present.segments);
        if (theirs.length > 0)
          throw new ChangedElsewhere(new Map(theirs.map((one) => [one.index, one.translated_text])));
        // Only other segments were changed: once more, with the new revision.
        onOvertaken();
      }
    }
  }

  /** Reads all segments again, and finds the segments of `batch`. */
  async function movedElsewhere(batch: readonly SegmentEdit[]): Promise<MovedElsewhere> {
    const before = batch.map(({ index }) => [index, revisions.lastOf(index)] as const);
    revisions.forget();
    list.filter.value = ALL;
    await list.load();
    onReshapedElsewhere();
    const segments = list.loaded.value;
    const places = before.map(([index, last]) => {
      const same = segments
        .filter(({ text }) => text === last?.text)
        .sort((a, b) => Math.abs(a.index - index) - Math.abs(b.index - index))[0];
      const found = same ?? segments[Math.min(index, segments.length - 1)];
      const theirs = found?.translated_text ?? null;
      return [
        index,
        {
          index: found?.index ?? index,
          theirs,
          isSame: same !== undefined && theirs === last?.translated_text,
        },
      ] as const;
    });
    return new MovedElsewhere(new Map(places));
  }

  /** Splits or joins in the service; undefined if it refused. Changes made elsewhere are read first. */
  async function reshape(
    to: JobRef,
    how: Reshape,
    made?: readonly MadeSegment[],
  ): Promise<ReshapedSegments | undefined> {
    onStart();
    try {
      const found = await reshapeSegments(to, how, revisions.revision(), made);
      if (isOpen(to)) revisions.noteRead([], found.revision);
      void onReshaped(to);
      return found;
    } catch (error) {
      if (presentIn(error) && isOpen(to)) {
        await list.load();
        onReshapedElsewhere();
      } else onError(to, error);
      return undefined;
    }
  }

  /** Stores a segment's comments, whatever its text is by now. Resolves to whether that succeeded. */
  async function note(to: JobRef, segment: SegmentResource, notes: SegmentNotes): Promise<boolean> {
    onStart();
    for (;;) {
      try {
        const stored = await noteSegment(to, segment, notes, revisions.revision());
        if (!isOpen(to)) return true;
        revisions.noteRead(stored.segments, stored.revision);
        list.noteStored(stored.segments);
        return true;
      } catch (error) {
        const present = presentIn(error);
        if (!present || !isOpen(to)) {
          onError(to, error);
          return false;
        }
        revisions.noteRead(present.segments, present.revision);
        list.noteStored(present.segments);
      }
    }
  }

  return { send, reshape, note };
}

/** The current segments and revision, if a change was refused because of them. */
function presentIn(error: unknown): { segments: readonly SegmentResource[]; revision: string } | undefined {
  if (!(error instanceof ServiceProblem)) return undefined;
  const { reason, segments, details } = error.problem;
  const revision = details?.['revision'];
  if (reason !== 'stale_revision' || !segments || typeof revision !== 'string') return undefined;
  return { segments, revision };
}
