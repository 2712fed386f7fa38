import type { Ref } from 'vue';
import type { ReshapedSegments, SegmentResource } from '../../service/contract/index.ts';
import type { JobRef, MadeSegment, Reshape } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { lengthOf, offsetAt } from '../lib/coded.ts';
import type { EditQueue } from './edit-queue.ts';
import type { SegmentRun, ShapeStep } from './review-history.ts';

interface ReviewReshapeParts {
  readonly reviewed: Readonly<Ref<JobRef | undefined>>;
  /** The segments that pass the filter. */
  readonly loaded: Ref<readonly SegmentResource[]>;
  readonly edits: Pick<EditQueue, 'flush' | 'move' | 'unsaved'>;
  /** Asks the service; undefined after a refusal, which is shown. */
  readonly ask: (
    to: JobRef,
    how: Reshape,
    made?: readonly MadeSegment[],
  ) => Promise<ReshapedSegments | undefined>;
  /**
   * Called before the list changes, with each segment's new place and the replacements of those without one.
   */
  readonly onMoved: (
    placeOf: (index: number) => number | undefined,
    made: readonly SegmentResource[],
  ) => void;
  /** Shows all segments, without a filter. */
  readonly showAll: () => Promise<void>;
  readonly say: (text: string) => void;
  /** Records a split or a join as a step, and offers to undo it for a while. */
  readonly onDone: (of: JobRef, step: ShapeStep) => void;
}

/** `count` segments from `index` on were replaced by `by` others. */
type Shift = ReshapedSegments['replaced'];

/** Splits and joins the segments of a document. */
export function createReviewReshape(parts: ReviewReshapeParts) {
  const { reviewed, loaded, edits, ask, showAll, say, onDone } = parts;
  /** The splits and joins of this window, by job. */
  const shifts = new Map<string, Shift[]>();
  const shiftsOf = ({ id }: JobRef): readonly Shift[] => shifts.get(id) ?? [];
  // A function: after an answer another job may be open.
  const isOpen = ({ id }: JobRef): boolean => reviewed.value?.id === id;
  const at = (index: number): SegmentResource | undefined => loaded.value.find((one) => one.index === index);

  /**
   * Splits or joins, and resolves to whether that succeeded. `made` sets the texts and states of the results.
   */
  async function reshape(how: Reshape, made?: readonly MadeSegment[]): Promise<boolean> {
    const of = reviewed.value;
    if (!of) return false;
    await edits.flush();
    const { index } = how;
    const concerned = how.at === undefined ? [index, index + 1] : [index];
    const unsaved = concerned.find((one) => edits.unsaved.has(one));
    if (unsaved !== undefined) {
      say(words.t('review.reshapeUnsaved', { n: unsaved + 1 }));
      return false;
    }
    // A filter may hide the next one.
    if (how.at === undefined && !at(index + 1)) await showAll();
    const before = concerned.flatMap((one) => at(one) ?? []);
    if (before.length === 0 || !isOpen(of)) return false;
    const found = await ask(of, how, made);
    if (!found) return false;
    shifts.set(of.id, [...shiftsOf(of), found.replaced]);
    if (isOpen(of)) show(found);
    if (!made) onDone(of, stepOf(found, before));
    return true;
  }

  function show({ segments, replaced }: ReshapedSegments): void {
    const placeOf = (index: number): number | undefined => shifted(index, replaced);
    edits.move(placeOf);
    parts.onMoved(placeOf, segments);
    const gone = loaded.value.filter(({ index }) => placeOf(index) === undefined);
    const others = loaded.value.flatMap((one) => {
      const index = shifted(one.index, replaced);
      return index === undefined ? [] : [index === one.index ? one : { ...one, index }];
    });
    const all = [...others, ...segments].sort((a, b) => a.index - b.index);
    loaded.value = withRepetitions(all, new Set([...gone, ...segments].map(({ text }) => text)));
  }

  /** Replaces neighbouring segments by others, which a split or a join of them makes. */
  function reshapeTo(from: SegmentRun, to: SegmentRun): Promise<boolean> {
    const { index } = from;
    const [whole, first] = [from.segments[0]!.text, to.segments[0]!.text];
    const isSplit = to.segments.length > from.segments.length;
    const made = to.segments.map(({ text: _, ...one }): MadeSegment => one);
    return reshape({ index, ...(isSplit ? { at: offsetAt(whole, lengthOf(first)) } : {}) }, made);
  }

  /** The later index of a current segment; undefined once it has been split or joined. */
  function indexesSince(of: JobRef): (index: number) => number | undefined {
    const known = shiftsOf(of).length;
    return (index) =>
      shiftsOf(of)
        .slice(known)
        .reduce<number | undefined>(
          (place, shift) => (place === undefined ? undefined : shifted(place, shift)),
          index,
        );
  }

  return { reshape, reshapeTo, indexesSince };
}

function stepOf({ segments, replaced }: ReshapedSegments, before: readonly SegmentResource[]): ShapeStep {
  const { index, by } = replaced;
  return {
    what: words.t(by > 1 ? 'review.splitDone' : 'review.joinDone', { n: index + 1 }),
    before: runOf(index, before),
    after: runOf(index, segments),
  };
}

function runOf(index: number, segments: readonly SegmentResource[]): SegmentRun {
  return {
    index,
    segments: segments.map(({ text, translated_text, state }) => ({
      text,
      translated_text,
      ...(state === undefined ? {} : { state }),
    })),
  };
}

/** Recounts the repetitions of these texts, as far as the list knows them. */
function withRepetitions(
  segments: readonly SegmentResource[],
  texts: ReadonlySet<string>,
): SegmentResource[] {
  const counts = new Map<string, number>();
  for (const { text, origin } of segments)
    if (texts.has(text) && origin !== 'copied') counts.set(text, (counts.get(text) ?? 0) + 1);
  return segments.map((segment) => {
    const count = counts.get(segment.text);
    if (count === undefined || segment.origin === 'copied') return segment;
    const { repetitions: _, ...rest } = segment;
    return count > 1 ? { ...rest, repetitions: count - 1 } : rest;
  });
}

function shifted(index: number, { index: start, count, by }: Shift): number | undefined {
  if (index < start) return index;
  return index < start + count ? undefined : index + by - count;
}
