import type { ShallowRef } from 'vue';
import type { SegmentResource, SegmentState } from '../../service/contract/index.ts';
import type { JobRef } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import type { ReplacedText } from '../lib/find-messages.ts';
import { withEngineWords } from '../lib/learned.ts';
import type { LearnedChange } from '../lib/learned.ts';
import type { EditQueue } from './edit-queue.ts';
import type { Change } from './edit-requests.ts';
import type { LiveText, ReviewHistory, ReviewStep, ShapeStep, TextStep } from './review-history.ts';

/** A segment that nobody has touched, and its translation before it followed what was learned. */
export interface FollowedSegment {
  readonly before: string;
  readonly after: SegmentResource;
}

/** What changed a text in its editor. */
export type EditedBy = 'typing' | 'composing' | 'code' | 'case' | 'memory' | 'source' | 'history' | 'undo';

/** Whole texts that replace a translation, in words. */
const PLACED = {
  memory: 'review.placed',
  source: 'review.placedSource',
  history: 'versions.putBack',
} as const;

interface ReviewChangesParts {
  readonly reviewed: ShallowRef<JobRef | undefined>;
  readonly segments: ShallowRef<readonly SegmentResource[]>;
  readonly edits: EditQueue;
  readonly history: ReviewHistory;
  /** The later index of a current segment; undefined once it has been split or joined. */
  readonly indexesSince: (of: JobRef) => (index: number) => number | undefined;
  readonly say: (text: string) => void;
  readonly tell: (text: string) => void;
  /** Shows an action, and offers to undo it for a while. */
  readonly offer: (undoable: { text: string; undo(): void; commit(): void }) => { commit(): void };
  /** Called with a source and the number of segments that were confirmed with another translation of it. */
  readonly onDiffering: (source: string, count: number) => void;
}

/** A reviewer's changes of the shown segments, one or all at once. Each is a step of the history. */
export function createReviewChanges(parts: ReviewChangesParts) {
  const { reviewed, segments, edits, history, indexesSince, say, tell, offer, onDiffering } = parts;

  /** Stores the text that a segment's editor has, whose steps are recorded. */
  function change(index: number, text: string | null): void {
    edits.change(index, text, segments.value.find((one) => one.index === index)?.translated_text);
  }

  /** Replaces a match in a translation. */
  function replaceOne({ index, text }: ReplacedText): void {
    const what = words.t('review.stepReplaced', { n: words.number(index + 1) });
    history.recordChanges(what, new Map([[index, { text, state: 'draft' }]]));
    change(index, text);
  }

  /** Records what happened in a segment's editor, before it is stored. */
  function noteEdited(index: number, before: string, text: string, by: EditedBy): void {
    if (by === 'undo' || before === text) return;
    if (by === 'typing' || by === 'composing') {
      history.recordTyped(index, before, text, by === 'composing');
      return;
    }
    const n = words.number(index + 1);
    const live = { index, text: before };
    const changed = new Map([[index, { text, state: 'draft' as const }]]);
    if (by === 'code' || by === 'case') {
      history.recordChanges(
        words.t(by === 'code' ? 'review.stepCode' : 'review.stepCase', { n }),
        changed,
        live,
      );
      return;
    }
    const what = words.t(PLACED[by], { n });
    offerBack(history.recordChanges(what, changed, live));
  }

  /** Sets a segment's state together with its visible text. With `repeats`, equal segments get both, as a step after it. */
  function setState(index: number, text: string, state: SegmentState, repeats = false): void {
    const segment = segments.value.find((one) => one.index === index);
    if (!segment || segment.locked) return;
    const others = repeats ? repetitionsOf(segment) : [];
    const isThere = edits.wordOf(index) === undefined && segment.translated_text === text;
    if (isThere && segment.state === state && others.length === 0) return;
    const what = words.t(state === 'confirmed' ? 'review.stepConfirmed' : 'review.stepReopened', {
      n: words.number(index + 1),
    });
    history.recordChanges(what, new Map([[index, { text, state }]]), { index, text });
    const repeated = new Map(others.map((one): [number, Change] => [one.index, { text, state }]));
    const step = history.recordChanges(words.counted('review.repeated', others.length), repeated);
    edits.changeAll(new Map([[index, { text, state, ...(repeats ? { repeats } : {}) }]]));
    if (others.length > 0) offerBack(step);
    const differing = segments.value.filter(
      (one) =>
        one.index !== index &&
        one.text === segment.text &&
        stateOf(one) === 'confirmed' &&
        (edits.wordOf(one.index) ?? one.translated_text) !== text,
    );
    if (repeats && state === 'confirmed' && differing.length > 0) onDiffering(segment.text, differing.length);
  }

  function stateOf({ index, state }: SegmentResource): SegmentState | undefined {
    return edits.stateOf(index) ?? state;
  }

  /** The listed segments that equal one, and are not confirmed. */
  function repetitionsOf({ index, text }: SegmentResource): SegmentResource[] {
    return segments.value.filter(
      (one) => one.index !== index && one.text === text && one.state !== 'confirmed',
    );
  }

  /** Restores the engine's answer. `seen` is the text in the segment's editor. */
  function revert(segment: SegmentResource, seen: string): void {
    if (!segment.edited && segment.learned) {
      takeBack(segment, seen);
      return;
    }
    const { index } = segment;
    const restored = new Map([[index, { text: null, state: 'translated' as const }]]);
    const what = words.t('review.reverted', { n: index + 1 });
    const step = history.recordChanges(what, restored, { index, text: seen });
    edits.changeAll(new Map([[index, { text: null }]]));
    offerBack(step);
  }

  /** Puts the engine's words in place of one learned change, or of all. `seen`: as for `revert`. */
  function takeBack(segment: SegmentResource, seen: string, change?: LearnedChange): void {
    const { index, text: source, engine_text: engine } = segment;
    const text = withEngineWords(segment, change);
    if (text === undefined) return;
    // Null would put the engine's words back once more, so the step has both texts.
    const before: Change = { text: seen, state: seen === segment.translated_text ? 'translated' : 'draft' };
    const after: Change = { text, state: 'translated' };
    const what = words.t('learned.tookBack', { n: words.number(index + 1) });
    const step: TextStep = { what, changes: [{ index, source, before, after }] };
    history.record(step);
    edits.changeAll(new Map([[index, text === engine ? { text: null, restored: text } : after]]));
    offerBack(step);
  }

  /** Records what untouched segments took over from what was learned, as one step. */
  function noteFollowed(followed: readonly FollowedSegment[]): void {
    const step: TextStep = {
      what: words.counted('learned.followed', followed.length),
      changes: followed.map(({ before, after }) => ({
        index: after.index,
        source: after.text,
        // Null takes the change back without making it the translator's own edit.
        before:
          after.learned && after.engine_text === before
            ? { text: null, state: 'translated', restored: before }
            : { text: before, state: 'translated' },
        after: { text: after.translated_text, state: 'translated' },
      })),
    };
    history.record(step);
    offerBack(step);
  }

  /** Resolves a conflict on a segment. This window's text can be restored. */
  function settle(index: number, by: 'mine' | 'theirs'): void {
    const theirs = edits.unsaved.get(index)?.theirs;
    const mine = edits.wordOf(index);
    if (by === 'theirs' && theirs !== undefined && typeof mine === 'string') {
      const after: Change = { text: theirs, state: 'draft' };
      const what = words.t('review.tookTheirs', { n: index + 1 });
      offerBack(history.recordChanges(what, new Map([[index, after]])));
    }
    edits.settle(index, by);
  }

  /** Offers to undo a step for a while: with Undo if it is still the last one, else by a new step. */
  function offerBack(step: ReviewStep): void {
    const of = reviewed.value;
    if (!of) return;
    const placeOf = indexesSince(of);
    const undo = (): void => {
      if (reviewed.value?.id === of.id && history.isLast(step)) void history.walk('undo');
      else if ('changes' in step) putBack(of, step, placeOf);
      else say(words.t('review.undoTooLate'));
    };
    const offered = offer({ text: step.what, undo, commit: () => undefined });
    step.dismiss = () => offered.commit();
  }

  /** Restores the state before a step, even if later steps exist or another job is open. */
  function putBack(of: JobRef, { what, changes }: TextStep, placeOf: (index: number) => number | undefined) {
    const present = changes.flatMap(({ index, before }): [number, Change][] => {
      const place = placeOf(index);
      return place === undefined ? [] : [[place, before]];
    });
    const changed = new Map(present);
    if (reviewed.value?.id === of.id) history.recordChanges(words.t('review.undid', { what }), changed);
    edits.changeIn(of, changed);
  }

  /** Applies replaced texts as one step; those of confirmed segments only if wanted. */
  function replaceAll(found: readonly ReplacedText[], keepsConfirmed: boolean): void {
    const byIndex = new Map(segments.value.map((one) => [one.index, one]));
    const isConfirmed = ({ index }: ReplacedText): boolean => {
      const segment = byIndex.get(index);
      return segment !== undefined && stateOf(segment) === 'confirmed';
    };
    const replaced = keepsConfirmed ? found.filter((one) => !isConfirmed(one)) : found;
    const left = found.length - replaced.length;
    if (!reviewed.value || found.length === 0) return;
    const count = replaced.reduce((sum, one) => sum + one.count, 0);
    const after = replaced.map(({ index, text }): [number, Change] => [index, { text, state: 'draft' }]);
    const confirmed = replaced.filter(isConfirmed).length;
    const said = [
      words.counted('replace.done', count),
      ...(confirmed > 0 ? [words.counted('replace.wereConfirmed', confirmed)] : []),
      ...(left > 0 ? [words.counted('replace.confirmedLeft', left)] : []),
    ].join(', ');
    if (replaced.length === 0) {
      tell(said);
      return;
    }
    const step = history.recordChanges(said, new Map(after));
    edits.changeAll(new Map(replaced.map(({ index, text }) => [index, { text }])));
    offerBack(step);
  }

  /** Replaces translations by others, as one step. */
  function putAll(of: JobRef, texts: ReadonlyMap<number, string>): void {
    if (reviewed.value?.id !== of.id || texts.size === 0) return;
    const changed = new Map(
      [...texts].map(([index, text]): [number, Change] => [index, { text, state: 'translated' }]),
    );
    const step = history.recordChanges(words.counted('again.done', texts.size), changed);
    edits.changeAll(changed);
    offerBack(step);
  }

  /** Records a split or a join, and offers to undo it. */
  function noteReshaped(of: JobRef, step: ShapeStep): void {
    if (reviewed.value?.id !== of.id) return;
    history.record(step);
    offerBack(step);
  }

  const undo = (live?: LiveText) => history.walk('undo', live);
  const redo = (live?: LiveText) => history.walk('redo', live);

  return {
    putAll,
    change,
    setState,
    revert,
    takeBack,
    noteFollowed,
    settle,
    noteEdited,
    noteReshaped,
    replaceOne,
    replaceAll,
    undo,
    redo,
  };
}

export type ReviewChanges = ReturnType<typeof createReviewChanges>;
