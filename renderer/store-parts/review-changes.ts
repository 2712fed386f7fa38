import type { ShallowRef } from 'vue';
import type { SegmentResource, SegmentState } from '../../service/contract/index.ts';
import type { JobRef } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import type { ReplacedText } from '../lib/find-messages.ts';
import type { EditQueue } from './edit-queue.ts';
import type { Change } from './edit-requests.ts';

interface ReviewChangesParts {
  readonly reviewed: ShallowRef<JobRef | undefined>;
  readonly segments: ShallowRef<readonly SegmentResource[]>;
  readonly edits: EditQueue;
  /** The later index of a current segment; undefined once it has been split or joined. */
  readonly indexesSince: (of: JobRef) => (index: number) => number | undefined;
  /** Shows an action, and offers to undo it for a while. */
  readonly offer: (undoable: { text: string; undo(): void; commit(): void }) => void;
}

/** A reviewer's changes of the shown segments, one or all at once, and their Undo. */
export function createReviewChanges({ reviewed, segments, edits, indexesSince, offer }: ReviewChangesParts) {
  function change(index: number, text: string | null): void {
    edits.change(index, text, segments.value.find((one) => one.index === index)?.translated_text);
  }

  /**
   * Sets a segment's state together with its visible text. With `repeats`, equal segments get both; that can
   * be undone.
   */
  function setState(index: number, text: string, state: SegmentState, repeats = false): void {
    const of = reviewed.value;
    const segment = segments.value.find((one) => one.index === index);
    if (!of || !segment) return;
    const others = repeats ? repetitionsOf(segment) : [];
    const isThere = edits.wordOf(index) === undefined && segment.translated_text === text;
    if (isThere && segment.state === state && others.length === 0) return;
    const before = new Map(others.map((one) => [one.index, lastWordOn(one)]));
    edits.changeAll(new Map([[index, { text, state, ...(repeats ? { repeats } : {}) }]]));
    if (before.size > 0) offerBack(of, before, words.counted('review.repeated', before.size));
  }

  /** The listed segments that equal one, and are not confirmed. */
  function repetitionsOf({ index, text }: SegmentResource): SegmentResource[] {
    return segments.value.filter(
      (one) => one.index !== index && one.text === text && one.state !== 'confirmed',
    );
  }

  /** Restores the engine's answer, which can be undone. */
  function revert(segment: SegmentResource): void {
    const of = reviewed.value;
    if (!of) return;
    const before = lastWordOn(segment);
    edits.changeAll(new Map([[segment.index, { text: null }]]));
    offerBack(of, new Map([[segment.index, before]]), words.t('review.reverted', { n: segment.index + 1 }));
  }

  /** Offers to restore a segment's visible text after a remembered translation replaced it. */
  function offerPlaced(segment: SegmentResource, seen: string, from: 'memory' | 'source'): void {
    const of = reviewed.value;
    if (!of) return;
    const last = lastWordOn(segment);
    // A text that nobody had changed is the engine's answer again.
    const before = last.text === null && seen === segment.translated_text ? last : { text: seen };
    offerBack(
      of,
      new Map([[segment.index, before]]),
      words.t(from === 'memory' ? 'review.placed' : 'review.placedSource', { n: segment.index + 1 }),
    );
  }

  /** Resolves a conflict on a segment. This window's text can be restored. */
  function settle(index: number, by: 'mine' | 'theirs'): void {
    const of = reviewed.value;
    const text = edits.wordOf(index);
    edits.settle(index, by);
    if (of && by === 'theirs' && text !== undefined)
      offerBack(of, new Map([[index, { text }]]), words.t('review.tookTheirs', { n: index + 1 }));
  }

  /** The latest text of a segment, stored or not. */
  function lastWordOn({ index, edited, state, translated_text: stored }: SegmentResource): Change {
    const word = edits.wordOf(index);
    if (word !== undefined) return { text: word, state: edits.stateOf(index) };
    return { text: edited ? stored : null, state };
  }

  function offerBack(of: JobRef, before: ReadonlyMap<number, Change>, text: string): void {
    // In the job it was offered for, open or not: the toast's action is stored there, and stays undoable
    // while the toast is shown.
    const placeOf = indexesSince(of);
    const undo = (): void => {
      const present = [...before].flatMap(([index, change]): [number, Change][] => {
        const place = placeOf(index);
        return place === undefined ? [] : [[place, change]];
      });
      edits.changeIn(of, new Map(present));
    };
    offer({ text, undo, commit: () => undefined });
  }

  /** Applies replaced texts as one step: its undo restores the previous text of each. */
  function replaceAll(replaced: readonly ReplacedText[]): void {
    const of = reviewed.value;
    if (!of || replaced.length === 0) return;
    const texts = new Map(replaced.map(({ index, text }) => [index, { text }]));
    const changed = segments.value.filter(({ index }) => texts.has(index));
    const before = new Map(changed.map((one) => [one.index, lastWordOn(one)]));
    edits.changeAll(texts);
    const count = replaced.reduce((sum, one) => sum + one.count, 0);
    offerBack(of, before, words.counted('replace.done', count));
  }

  /** Replaces translations by others, as one step that can be undone. */
  function putAll(of: JobRef, texts: ReadonlyMap<number, string>): void {
    if (reviewed.value?.id !== of.id || texts.size === 0) return;
    const changed = segments.value.filter(({ index }) => texts.has(index));
    const before = new Map(changed.map((one) => [one.index, lastWordOn(one)]));
    edits.changeAll(new Map([...texts].map(([index, text]) => [index, { text, state: 'translated' }])));
    offerBack(of, before, words.counted('again.done', texts.size));
  }

  return { putAll, change, setState, revert, settle, offerPlaced, replaceAll };
}

export type ReviewChanges = ReturnType<typeof createReviewChanges>;
