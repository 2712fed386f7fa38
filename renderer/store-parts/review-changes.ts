import type { ShallowRef } from 'vue';
import type { SegmentResource } from '../../service/contract/index.ts';
import type { JobRef } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { replaceIn } from '../lib/replace.ts';
import type { Replacement } from '../lib/replace.ts';
import type { EditQueue } from './edit-queue.ts';

interface ReviewChangesParts {
  readonly reviewed: ShallowRef<JobRef | undefined>;
  readonly segments: ShallowRef<readonly SegmentResource[]>;
  readonly edits: EditQueue;
  /** Tells what was done, and offers to undo it for a while. */
  readonly offer: (undoable: { text: string; undo(): void; commit(): void }) => void;
}

/** What a reviewer changes in the segments that are shown, one or all at once, and how it is undone. */
export function createReviewChanges({ reviewed, segments, edits, offer }: ReviewChangesParts) {
  function change(index: number, text: string | null): void {
    edits.change(index, text, segments.value.find((one) => one.index === index)?.translated_text);
  }

  /** Puts the engine's answer back, which can be undone. */
  function revert(segment: SegmentResource): void {
    const of = reviewed.value;
    if (!of) return;
    const before = lastWordOn(segment);
    change(segment.index, null);
    offerBack(of, new Map([[segment.index, before]]), words.t('review.reverted', { n: segment.index + 1 }));
  }

  /** Offers back what was seen of a segment before a remembered translation was put in its place. */
  function offerPlaced(segment: SegmentResource, seen: string): void {
    const of = reviewed.value;
    if (!of) return;
    const last = lastWordOn(segment);
    // What nobody had changed is the engine's answer again.
    const before = last === null && seen === segment.translated_text ? null : seen;
    offerBack(of, new Map([[segment.index, before]]), words.t('review.placed', { n: segment.index + 1 }));
  }

  /** Settles a segment that was changed elsewhere too. This window's text can be brought back. */
  function settle(index: number, by: 'mine' | 'theirs'): void {
    const of = reviewed.value;
    const mine = edits.wordOf(index);
    edits.settle(index, by);
    if (of && by === 'theirs' && mine !== undefined)
      offerBack(of, new Map([[index, mine]]), words.t('review.tookTheirs', { n: index + 1 }));
  }

  /** What was last said of a segment, be it stored or not. */
  function lastWordOn({ index, edited, translated_text: stored }: SegmentResource): string | null {
    const word = edits.wordOf(index);
    if (word !== undefined) return word;
    return edited ? stored : null;
  }

  function offerBack(of: JobRef, before: ReadonlyMap<number, string | null>, text: string): void {
    // To the job it was offered for, open or not: what the toast says was done is stored there, and stays undoable as long as it says so.
    offer({ text, undo: () => edits.changeIn(of, before), commit: () => undefined });
  }

  /** The targets that a replacement changes, as they are seen, and how often the text stands in them. */
  function matchesOf(wanted: Replacement): { texts: Map<number, string>; count: number } {
    const texts = new Map<number, string>();
    let total = 0;
    for (const { index, translated_text: stored } of segments.value) {
      const seen = edits.wordOf(index) ?? stored;
      if (seen === null) continue;
      const { text, count } = replaceIn(seen, wanted, reviewed.value?.kind === 'document');
      if (count > 0 && text !== seen) texts.set(index, text);
      total += count;
    }
    return { texts, count: total };
  }

  /** Replaces a text in all segments that are shown, as one step: its undo puts back what each of them had. */
  async function replaceAll(wanted: Replacement): Promise<void> {
    const of = reviewed.value;
    // The row that was left for this is on its way, and where the engine's answer is put back, it is not known before.
    await edits.flush();
    if (!of || reviewed.value?.id !== of.id) return;
    const { texts, count } = matchesOf(wanted);
    const changed = segments.value.filter(({ index }) => texts.has(index));
    const before = new Map(changed.map((one) => [one.index, lastWordOn(one)]));
    edits.changeAll(texts);
    offerBack(of, before, words.counted('replace.done', count));
  }

  return { change, revert, settle, offerPlaced, matchesOf, replaceAll };
}
