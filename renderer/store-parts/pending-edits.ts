import { shallowReactive, shallowRef } from 'vue';
import type { SegmentState } from '../../service/contract/index.ts';
import type { JobRef, SegmentEdit } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { keepEdits } from '../lib/kept-edits.ts';
import type { KeptEdit } from '../lib/kept-edits.ts';
import { renumber } from '../lib/renumber.ts';
import { changeOf, editOf, editsOf } from './edit-requests.ts';
import type { Change } from './edit-requests.ts';

/** A translation that could not be stored: kept until it can be, or is changed. */
export interface Unsaved extends Change {
  message: string;
  /** Whether it is sent again automatically once the service answers. */
  passing: boolean;
  /** The text that another window or program has stored meanwhile; absent if that is not the reason. */
  theirs?: string | null;
}

interface PendingEditsParts {
  /** The job that is open. */
  readonly job: () => JobRef | undefined;
  /** The source of a segment of the open job, where it is known. */
  readonly sourceOf: ((index: number) => string | undefined) | undefined;
  /** Called when there is something to send. */
  readonly onWaiting: () => void;
}

/** The unstored edits of the open job: waiting, in flight, and refused. */
export function createPendingEdits({ job, sourceOf, onWaiting }: PendingEditsParts) {
  const unsaved = shallowReactive(new Map<number, Unsaved>());
  /** Changes that wait for the pending request. */
  const waiting = shallowReactive(new Map<number, Change>());
  /** The changes of the pending request. */
  const sent = shallowRef<ReadonlyMap<number, Change>>(new Map());

  function change(index: number, text: string | null, stored: string | null | undefined): void {
    // Already recorded, perhaps with a state.
    if (isUnderWay(index) && (wordOf(index) === text || lastOf(index)?.text === text)) return;
    if (text === stored && !mayBeThere(index)) {
      unsaved.delete(index);
      waiting.delete(index);
      // Or it would be stored later, with edits left by an earlier window.
      keep();
      return;
    }
    const before = unsaved.get(index);
    // Further typing does not resolve the conflict.
    if (before?.theirs !== undefined) {
      unsaved.set(index, { ...before, text });
      keep();
      return;
    }
    if (text === before?.text && !before.passing && !isUnderWay(index)) return;
    changeAll(new Map([[index, { text }]]));
  }

  function settle(index: number, by: 'mine' | 'theirs'): void {
    const conflict = unsaved.get(index);
    if (conflict?.theirs === undefined) return;
    unsaved.delete(index);
    if (by === 'mine') changeAll(new Map([[index, { text: conflict.text, state: conflict.state }]]));
    else keep();
  }

  function isUnderWay(index: number): boolean {
    return waiting.has(index) || sent.value.has(index);
  }
  /**
   * Whether the service may have another text than the window knows: it may have stored a request without an
   * answer.
   */
  function mayBeThere(index: number): boolean {
    return sent.value.has(index) || unsaved.get(index)?.passing === true;
  }

  function lastOf(index: number): Change | undefined {
    return waiting.get(index) ?? sent.value.get(index) ?? unsaved.get(index);
  }
  function wordOf(index: number): string | null | undefined {
    const last = lastOf(index);
    return last?.text ?? last?.restored ?? last?.text;
  }
  const stateOf = (index: number): SegmentState | undefined => lastOf(index)?.state;

  function changeAll(changes: ReadonlyMap<number, Change>): void {
    for (const [index, change] of changes) waiting.set(index, change);
    keep();
    onWaiting();
  }

  /** Keeps edits that the service has not stored yet beyond this window. */
  function keep(): void {
    const of = job();
    if (!of) return;
    const withSource = (edit: SegmentEdit): KeptEdit => {
      const source = edit.source ?? sourceOf?.(edit.index);
      return { ...edit, ...(source === undefined ? {} : { source }) };
    };
    const refused = [...unsaved].map(([index, { theirs, ...change }]) => ({
      ...withSource(editOf(index, change)),
      ...(theirs === undefined ? {} : { theirs }),
    }));
    const byIndex = new Map<number, KeptEdit>(
      [...refused, ...editsOf(sent.value).map(withSource), ...editsOf(waiting).map(withSource)].map(
        (edit) => [edit.index, edit],
      ),
    );
    keepEdits(of, [...byIndex.values()]);
  }

  /** Queues earlier edits, unless newer ones exist. */
  function queue(edits: readonly KeptEdit[]): void {
    for (const { theirs, ...edit } of edits) {
      const { index } = edit;
      if (isUnderWay(index)) continue;
      const message = words.t('review.changedElsewhere');
      if (theirs === undefined) waiting.set(index, changeOf(edit));
      else unsaved.set(index, { ...changeOf(edit), message, passing: false, theirs });
    }
  }

  function move(placeOf: (index: number) => number | undefined): void {
    renumber(unsaved, placeOf);
    renumber(waiting, placeOf);
    keep();
  }

  return { unsaved, waiting, sent, change, changeAll, settle, lastOf, wordOf, stateOf, keep, queue, move };
}
