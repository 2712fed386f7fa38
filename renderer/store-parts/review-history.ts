import type { ShallowRef } from 'vue';
import type { SegmentResource } from '../../service/contract/index.ts';
import type { JobRef, MadeSegment } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import type { EditQueue } from './edit-queue.ts';
import type { Change } from './edit-requests.ts';
import { createTypingMerge } from '../lib/typing-merge.ts';

/** A segment before and after a step. */
export interface SegmentChange {
  readonly index: number;
  /** By which the segment is known again. */
  readonly source: string;
  readonly before: Change;
  readonly after: Change;
}

/** Neighbouring segments from `index` on, with their sources. */
export interface SegmentRun {
  readonly index: number;
  readonly segments: readonly (MadeSegment & { readonly text: string })[];
}

interface StepParts {
  /** The step in words, as a message names it. */
  readonly what: string;
  /** Removes the message that offers to undo the step. */
  dismiss?: () => void;
}
/** Texts and states of segments. */
export interface TextStep extends StepParts {
  readonly changes: readonly SegmentChange[];
  /** Typing is seen where it happens, and its undo too. */
  readonly isTyping?: true;
}
/** A split or a join. */
export interface ShapeStep extends StepParts {
  readonly before: SegmentRun;
  readonly after: SegmentRun;
}
export type ReviewStep = TextStep | ShapeStep;

/** The visible text of the segment being edited, which is not stored yet. */
export interface LiveText {
  readonly index: number;
  readonly text: string;
}
/** A segment to show after a step back or forth, and its text if it may differ from what its editor shows. */
export interface Walked {
  readonly index: number;
  readonly text?: string;
}

interface ReviewHistoryParts {
  readonly reviewed: ShallowRef<JobRef | undefined>;
  readonly edits: EditQueue;
  /** A segment as stored, whether or not it passes the filter. */
  readonly storedOf: (index: number) => SegmentResource | undefined;
  /** Replaces neighbouring segments by a split or a join; resolves to whether that succeeded. */
  readonly reshapeTo: (from: SegmentRun, to: SegmentRun) => Promise<boolean>;
  readonly say: (text: string) => void;
  /** Shows a message; returns a function that removes it. */
  readonly tell: (text: string) => () => void;
}

/** Beyond it, the oldest steps are forgotten. */
const MAX_STEPS = 10_000;
/** Maximum UTF-16 units of all texts in the steps. */
const MAX_UNITS = 20_000_000;

/**
 * The steps of a reviewer in the open document since it was opened, whatever they changed, in one order.
 * Steps are undone from the last to the first, so that indexes are those of their time. A segment that has
 * been changed since by someone else is left as it is, and said.
 */
export function createReviewHistory(parts: ReviewHistoryParts) {
  const { reviewed, edits, storedOf, reshapeTo, say, tell } = parts;
  const merges = createTypingMerge();
  const past: ReviewStep[] = [];
  const future: ReviewStep[] = [];
  let units = 0;
  let of: string | undefined;
  let isWalking = false;
  let untell = (): void => undefined;

  /** The latest text and state of a segment, stored or not. */
  function momentOf(index: number): Change {
    const pending = edits.lastOf(index);
    if (pending) {
      const { text, restored, state = text === null ? 'translated' : 'draft' } = pending;
      return { text, state, ...(restored === undefined ? {} : { restored }) };
    }
    const stored = storedOf(index);
    const { state = 'translated', translated_text: text = null } = stored ?? {};
    if (stored?.edited) return { text, state };
    return { text: null, state, ...(text === null ? {} : { restored: text }) };
  }
  /** The same of a segment whose editor shows `text`. */
  function momentWith(index: number, text: string): Change {
    const moment = momentOf(index);
    return (visible(moment) ?? '') === text ? moment : { text, state: 'draft' };
  }

  function clear(): void {
    past.length = future.length = units = 0;
    merges.end();
  }
  /** Another document begins with an empty history. */
  function isCurrent(): boolean {
    const id = reviewed.value?.id;
    if (of !== id) clear();
    of = id;
    return id !== undefined;
  }

  function record(step: ReviewStep): void {
    if (!isCurrent()) return;
    future.length = 0;
    merges.end();
    past.push(step);
    units += unitsOf(step);
    while (past.length > MAX_STEPS || (units > MAX_UNITS && past.length > 1)) units -= unitsOf(past.shift()!);
  }

  /** Records changes as one step. Those of segments that the window does not know are not undone. */
  function recordChanges(what: string, after: ReadonlyMap<number, Change>, live?: LiveText): TextStep {
    const changes = [...after].flatMap(([index, change]): SegmentChange[] => {
      const source = storedOf(index)?.text;
      const before = index === live?.index ? momentWith(index, live.text) : momentOf(index);
      return source === undefined ? [] : [{ index, source, before, after: change }];
    });
    const step: TextStep = { what, changes };
    if (changes.length > 0) record(step);
    return step;
  }

  /** Records a change in a segment's editor; typing without a pause is one step for each word. */
  function recordTyped(index: number, before: string, text: string, isComposing: boolean): void {
    if (before === text || !isCurrent()) return;
    const source = storedOf(index)?.text;
    if (source === undefined) return;
    const last = past.at(-1);
    const goesOn = merges.goesOn(index, before, text, isComposing) && future.length === 0;
    const [own] = last && 'changes' in last && last.isTyping ? last.changes : [];
    const after = momentWith(index, text);
    const what = words.t('review.stepTyped', { n: words.number(index + 1) });
    const since = goesOn && own?.index === index ? own.before : momentWith(index, before);
    if (goesOn && own?.index === index) units -= unitsOf(past.pop()!);
    const step: TextStep = { what, isTyping: true, changes: [{ index, source, before: since, after }] };
    record(step);
    merges.began(index, before, text);
  }

  /** Goes one step back or forth. Resolves to the segment to show; undefined if there is none. */
  async function walk(way: 'undo' | 'redo', live?: LiveText): Promise<Walked | undefined> {
    if (isWalking) return undefined;
    isWalking = true;
    try {
      return await walkOne(way, live);
    } finally {
      isWalking = false;
    }
  }

  async function walkOne(way: 'undo' | 'redo', live: LiveText | undefined): Promise<Walked | undefined> {
    const [from, to] = way === 'undo' ? [past, future] : [future, past];
    const step = isCurrent() ? from.at(-1) : undefined;
    merges.end();
    if (!step) {
      show(words.t(way === 'undo' ? 'review.nothingToUndo' : 'review.nothingToRedo'));
      return undefined;
    }
    const walked = 'changes' in step ? walkTexts(step, way, live) : await walkShape(step, way);
    if (!walked.isDone) return walked;
    step.dismiss?.();
    delete step.dismiss;
    from.pop();
    to.push(step);
    units += way === 'undo' ? -unitsOf(step) : unitsOf(step);
    const done = words.t(way === 'undo' ? 'review.undid' : 'review.redid', { what: step.what });
    const left = walked.left === 0 ? '' : ` ${words.counted('review.leftAsIs', walked.left)}`;
    if ('changes' in step && step.isTyping) say(done);
    else show(done + left);
    return walked;
  }

  function walkTexts(step: TextStep, way: 'undo' | 'redo', live: LiveText | undefined) {
    const [now, then] = way === 'undo' ? (['after', 'before'] as const) : (['before', 'after'] as const);
    const conflict = step.changes.find(({ index }) => edits.unsaved.get(index)?.theirs !== undefined);
    if (conflict) {
      show(words.t('review.undoInConflict', { n: words.number(conflict.index + 1) }));
      return { index: conflict.index, isDone: false, left: 0 };
    }
    const isAsLeft = (one: SegmentChange): boolean => {
      if (storedOf(one.index)?.text !== one.source) return false;
      const present = one.index === live?.index ? momentWith(one.index, live.text) : momentOf(one.index);
      // What the engine's answer is, is not known before it is back.
      if (visible(one[now]) === undefined) return present.text === null;
      return visible(present) === visible(one[now]);
    };
    const fitting = step.changes.filter(isAsLeft);
    const [first] = fitting;
    if (!first) {
      const from = way === 'undo' ? past : future;
      from.pop();
      if (way === 'undo') units -= unitsOf(step);
      show(words.t('review.undoTooLate'));
      return { index: step.changes[0]!.index, isDone: false, left: 0 };
    }
    edits.changeAll(new Map(fitting.map((one) => [one.index, one[then]])));
    const text = visible(first[then]);
    return {
      index: first.index,
      ...(text === undefined ? {} : { text }),
      isDone: true,
      left: step.changes.length - fitting.length,
    };
  }

  async function walkShape({ before, after }: ShapeStep, way: 'undo' | 'redo') {
    const [now, then] = way === 'undo' ? [after, before] : [before, after];
    const isAsLeft = now.segments.every(({ text, translated_text: target }, n) => {
      const place = now.index + n;
      return storedOf(place)?.text === text && (visible(momentOf(place)) ?? null) === target;
    });
    if (!isAsLeft) {
      // The indexes of all other steps depend on it.
      clear();
      show(words.t('review.undoTooLate'));
    }
    const isDone = isAsLeft && (await reshapeTo(now, then));
    return { index: now.index, isDone, left: 0 };
  }

  /** One message at a time: the next step replaces it. */
  function show(text: string): void {
    untell();
    untell = tell(text);
  }

  /** Whether a step is the last one, which `walk` takes back. */
  const isLast = (step: ReviewStep): boolean => isCurrent() && past.at(-1) === step;

  return { momentOf, record, recordChanges, recordTyped, walk, isLast, clear };
}

export type ReviewHistory = ReturnType<typeof createReviewHistory>;

/** The text that a change shows; undefined if it is the engine's answer and not known yet. */
function visible({ text, restored }: Change): string | undefined {
  return text ?? restored;
}

function unitsOf(step: ReviewStep): number {
  if ('changes' in step)
    return step.changes.reduce(
      (sum, { before, after }) => sum + (before.text?.length ?? 0) + (after.text?.length ?? 0),
      0,
    );
  return [...step.before.segments, ...step.after.segments].reduce(
    (sum, { text, translated_text: target }) => sum + text.length + (target?.length ?? 0),
    0,
  );
}
