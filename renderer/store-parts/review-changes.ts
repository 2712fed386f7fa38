import type { ShallowRef } from 'vue';
import type { SegmentResource, SegmentState } from '../../service/contract/index.ts';
import type { JobRef } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import type { ReplacedText } from '../lib/find-messages.ts';
import type { Change, EditQueue } from './edit-queue.ts';

interface ReviewChangesParts {
  readonly reviewed: ShallowRef<JobRef | undefined>;
  readonly segments: ShallowRef<readonly SegmentResource[]>;
  readonly edits: EditQueue;
  /** Where a segment of this moment is later on; undefined once it has been split or joined. */
  readonly indexesSince: (of: JobRef) => (index: number) => number | undefined;
  /** Tells what was done, and offers to undo it for a while. */
  readonly offer: (undoable: { text: string; undo(): void; commit(): void }) => void;
}

/** A reviewer's changes in the segments shown, one or all at once, and their Undo. */
export function createReviewChanges({ reviewed, segments, edits, indexesSince, offer }: ReviewChangesParts) {
  function change(index: number, text: string | null): void {
    edits.change(index, text, segments.value.find((one) => one.index === index)?.translated_text);
  }

  /**
   * Sets the state of a segment together with the text that is seen. With `repeats`, equal segments get both;
   * that can be undone.
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

  /** The segments in the list that are equal to one, and are not confirmed. */
  function repetitionsOf({ index, text }: SegmentResource): SegmentResource[] {
    return segments.value.filter(
      (one) => one.index !== index && one.text === text && one.state !== 'confirmed',
    );
  }

  /** Puts the engine's answer back, which can be undone. */
  function revert(segment: SegmentResource): void {
    const of = reviewed.value;
    if (!of) return;
    const before = lastWordOn(segment);
    edits.changeAll(new Map([[segment.index, { text: null }]]));
    offerBack(of, new Map([[segment.index, before]]), words.t('review.reverted', { n: segment.index + 1 }));
  }

  /** Offers back what was seen of a segment before a remembered translation was put in its place. */
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

  /** Settles a segment that was changed elsewhere too. This window's text can be brought back. */
  function settle(index: number, by: 'mine' | 'theirs'): void {
    const of = reviewed.value;
    const text = edits.wordOf(index);
    edits.settle(index, by);
    if (of && by === 'theirs' && text !== undefined)
      offerBack(of, new Map([[index, { text }]]), words.t('review.tookTheirs', { n: index + 1 }));
  }

  /** The last word on a segment, stored or not. */
  function lastWordOn({ index, edited, state, translated_text: stored }: SegmentResource): Change {
    const word = edits.wordOf(index);
    if (word !== undefined) return { text: word, state: edits.stateOf(index) };
    return { text: edited ? stored : null, state };
  }

  function offerBack(of: JobRef, before: ReadonlyMap<number, Change>, text: string): void {
    // To the job it was offered for, open or not: what the toast says was done is stored there, and stays
    // undoable as long as it says so.
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

  /** Takes replaced texts over as one step: its undo puts back what each of them had. */
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

  /** Puts translations from elsewhere in place of those that are there, as one step that can be undone. */
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
