import { ref, shallowReactive, shallowRef } from 'vue';
import type { Ref } from 'vue';
import type { SegmentResource, SegmentState } from '../../service/contract/index.ts';
import { LIMITS } from '../../service/contract/api-limits.ts';
import { isNotFound, ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import type { JobRef, SegmentEdit } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { keepEdits, keptEdits, keptEditsOf } from '../lib/kept-edits.ts';
import type { KeptEdit } from '../lib/kept-edits.ts';
import { renumber } from '../lib/renumber.ts';

/** The user's version of a translation. */
export interface Change {
  /** null restores the engine's answer. */
  text: string | null;
  /** If absent, a different text becomes a draft. */
  state?: SegmentState | undefined;
  /** Whether equal segments that are not confirmed are changed too. */
  repeats?: true | undefined;
  /** The expected source, for a change left by an earlier window. */
  source?: string | undefined;
}

/** A translation that could not be stored: kept here until it can be, or is changed. */
interface Unsaved extends Change {
  message: string;
  /** Whether it is sent again automatically once the service answers. */
  passing: boolean;
  /** The text that another window or program has stored meanwhile; absent if that is not the reason. */
  theirs?: string | null;
}

/** Some of the edited segments were changed elsewhere meanwhile. Nothing was stored. */
export class ChangedElsewhere extends Error {
  override readonly name = 'ChangedElsewhere';
  /** The current texts, by segment index. */
  readonly theirs: ReadonlyMap<number, string | null>;
  constructor(theirs: ReadonlyMap<number, string | null>) {
    super('These segments were changed elsewhere.');
    this.theirs = theirs;
  }
}

/**
 * Sentences were split or joined elsewhere: the edited segments have other indexes, or are gone. Nothing was
 * stored.
 */
export class MovedElsewhere extends Error {
  override readonly name = 'MovedElsewhere';
  /** For each edited index, where its source is now, or the nearest segment, and the current text there. */
  readonly places: ReadonlyMap<number, { index: number; theirs: string | null; isSame: boolean }>;
  constructor(places: MovedElsewhere['places']) {
    super('These segments were split or joined elsewhere.');
    this.places = places;
  }
}

export interface EditQueueParts {
  /** The open job, whose edits are queued. */
  job: () => JobRef | undefined;
  /** The source of a segment of the open job, if known. */
  sourceOf?: (index: number) => string | undefined;
  /**
   * Stores edits, all or none; resolves to the changed segments. Rejects with ChangedElsewhere if the user
   * must choose.
   */
  send: (to: JobRef, edits: SegmentEdit[]) => Promise<SegmentResource[]>;
  /** Awaited before the next edits are sent. */
  onStored: (to: JobRef, changed: readonly SegmentResource[]) => Promise<unknown>;
  onRefused: (index: number, message: string) => void;
  onError: (error: unknown) => void;
}

export interface EditQueue {
  /** By segment index. */
  readonly unsaved: Map<number, Unsaved>;
  /** Whether edits are being sent. */
  readonly writing: Ref<boolean>;
  /** Records a reviewer's text. A text equal to the stored one changes nothing. */
  change: (index: number, text: string | null, stored: string | null | undefined) => void;
  /** Records changes of many segments in one request. */
  changeAll: (changes: ReadonlyMap<number, Change>) => void;
  /** As `changeAll`, for any job. */
  changeIn: (to: JobRef, changes: ReadonlyMap<number, Change>) => void;
  /** Resolves a conflict on a segment: with this window's text, or with the other one. */
  settle: (index: number, by: 'mine' | 'theirs') => void;
  /** The latest unstored text of a segment; undefined if there is none. */
  wordOf: (index: number) => string | null | undefined;
  /** The unstored state of a segment. */
  stateOf: (index: number) => SegmentState | undefined;
  /** Stores pending edits; one request at a time, so that the latest one wins. */
  flush: () => Promise<void>;
  /** As `flush`, including edits that a broken connection stopped. */
  sendAgain: () => Promise<void>;
  /** Sends edits left by an earlier window. */
  sendKept: () => Promise<void>;
  /** Moves unsaved edits to the new indexes of their segments after a split or a join. */
  move: (placeOf: (index: number) => number | undefined) => void;
  /** Sends edits that failed before, and those left by an earlier window. */
  resend: () => void;
}

/** Stores a reviewer's changes, and keeps them until they are stored. */
export function createEditQueue({
  job,
  sourceOf,
  send,
  onStored,
  onRefused,
  onError,
}: EditQueueParts): EditQueue {
  const unsaved = shallowReactive(new Map<number, Unsaved>());
  /** Changes that wait for the pending request. */
  const waiting = shallowReactive(new Map<number, Change>());
  /** The changes of the pending request. */
  const sent = shallowRef<ReadonlyMap<number, Change>>(new Map());
  const writing = ref(false);
  let written: Promise<void> | undefined;
  /** Settles once the requests for jobs that are not open have been answered. */
  let unseen = Promise.resolve();

  function change(index: number, text: string | null, stored: string | null | undefined): void {
    // Already recorded, perhaps with a state.
    if (isUnderWay(index) && lastOf(index)?.text === text) return;
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
  const wordOf = (index: number): string | null | undefined => lastOf(index)?.text;
  const stateOf = (index: number): SegmentState | undefined => lastOf(index)?.state;

  function changeAll(changes: ReadonlyMap<number, Change>): void {
    for (const [index, change] of changes) waiting.set(index, change);
    keep();
    void flush();
  }

  function changeIn(to: JobRef, changes: ReadonlyMap<number, Change>): void {
    if (to.id === job()?.id) {
      changeAll(changes);
      return;
    }
    const edits = editsOf(changes);
    const byIndex = new Map([...keptEditsOf(to), ...edits].map((edit) => [edit.index, edit]));
    keepEdits(to, [...byIndex.values()]);
    // Without the kept edits: a refused one would take these with it.
    void sendUnseen(to, () => edits);
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

  function flush(): Promise<void> {
    written ??= write().finally(() => {
      written = undefined;
      writing.value = false;
      if (waiting.size > 0) void flush();
    });
    return written;
  }

  async function write(): Promise<void> {
    for (let to = job(); waiting.size > 0 && to; to = job()) {
      writing.value = true;
      // A request applies either to repetitions too, or to none of them.
      const [first] = waiting.values();
      sent.value = new Map(
        [...waiting].filter(([, { repeats }]) => repeats === first?.repeats).slice(0, LIMITS.editedSegments),
      );
      for (const index of sent.value.keys()) waiting.delete(index);
      await store(to, editsOf(sent.value));
      sent.value = new Map();
      keep();
    }
  }

  async function store(to: JobRef, edits: SegmentEdit[]): Promise<void> {
    try {
      const changed = await send(to, edits);
      for (const { index } of edits) unsaved.delete(index);
      await onStored(to, changed);
    } catch (error) {
      if (error instanceof MovedElsewhere) {
        for (const edit of edits) {
          const { index, theirs, isSame } = error.places.get(edit.index) ?? {
            index: edit.index,
            theirs: null,
            isSame: false,
          };
          if (isSame) waiting.set(index, changeOf(edit));
          else
            refuse(
              { ...edit, index },
              words.t('review.changedElsewhere'),
              new ChangedElsewhere(new Map([[index, theirs]])),
            );
        }
        return;
      }
      if (!(error instanceof ChangedElsewhere)) onError(error);
      const refused = refusalsOf(error, edits);
      for (const edit of edits) {
        const why = refused.get(edit.index);
        if (why !== undefined || refused.size === 0) refuse(edit, why ?? words.sentence(error), error);
        // It was valid, but none was stored: once more without the others.
        else if (!waiting.has(edit.index)) waiting.set(edit.index, changeOf(edit));
      }
    }
  }

  function refuse(edit: SegmentEdit, message: string, error: unknown): void {
    const { index } = edit;
    const theirs = error instanceof ChangedElsewhere ? error.theirs.get(index) : undefined;
    const passing = error instanceof ServiceUnreachable;
    unsaved.set(index, { ...changeOf(edit), message, passing, ...(theirs === undefined ? {} : { theirs }) });
    onRefused(index, message);
  }

  /** Refused edits of the open job stay visible; those of other jobs are dropped. */
  async function sendKept(): Promise<void> {
    const open = job();
    // Before any answer is awaited: an edit made meanwhile is newer.
    if (open) sendLater(keptEditsOf(open));
    await flush();
    // Read late: while another job's answer was awaited it may have been opened and changed.
    for (const { job: of } of keptEdits<JobRef>())
      await sendUnseen(of, () => keptEditsOf(of).filter(({ theirs }) => theirs === undefined));
  }

  /** Queues earlier edits, unless newer ones exist. */
  function sendLater(edits: readonly KeptEdit[]): void {
    for (const { theirs, ...edit } of edits) {
      const { index } = edit;
      if (isUnderWay(index)) continue;
      const message = words.t('review.changedElsewhere');
      if (theirs === undefined) waiting.set(index, changeOf(edit));
      else unsaved.set(index, { ...changeOf(edit), message, passing: false, theirs });
    }
  }

  /** Sends edits to a job that is not open; one such request at a time, as for the open one. */
  function sendUnseen(to: JobRef, edits: () => readonly SegmentEdit[]): Promise<void> {
    unseen = unseen.then(() => storeUnseen(to, edits()));
    return unseen;
  }

  async function storeUnseen(to: JobRef, edits: readonly SegmentEdit[]): Promise<void> {
    // A job opened meanwhile has sent its kept edits itself.
    if (edits.length === 0 || to.id === job()?.id) return;
    try {
      for (const some of requestsOf(edits)) {
        await send(to, some);
        // If it was opened meanwhile, it may have newer edits, which are kept and cleared as they are stored.
        if (to.id === job()?.id) return;
        const stored = new Map(some.map(({ index, translated_text }) => [index, translated_text]));
        const left = keptEditsOf(to).filter((one) => stored.get(one.index) !== one.translated_text);
        keepEdits(to, left);
      }
    } catch (error) {
      onError(error);
      // Its segments are gone with it.
      if (isNotFound(error)) keepEdits(to, []);
    }
  }

  function sendAgain(): Promise<void> {
    sendLater(
      [...unsaved].flatMap(([index, { passing, ...change }]) => (passing ? [editOf(index, change)] : [])),
    );
    return flush();
  }

  function move(placeOf: (index: number) => number | undefined): void {
    renumber(unsaved, placeOf);
    renumber(waiting, placeOf);
    keep();
  }

  const resend = (): void => void sendAgain().then(sendKept);

  return {
    unsaved,
    writing,
    change,
    changeAll,
    changeIn,
    wordOf,
    stateOf,
    flush,
    sendAgain,
    sendKept,
    resend,
    settle,
    move,
  };
}

function editsOf(changes: ReadonlyMap<number, Change>): SegmentEdit[] {
  return [...changes].map(([index, change]) => editOf(index, change));
}

/**
 * As many requests as the edits need, each within the service's limit, and each with or without repetitions.
 */
function requestsOf(edits: readonly SegmentEdit[]): SegmentEdit[][] {
  const requests: SegmentEdit[][] = [];
  for (const repeats of [undefined, true]) {
    const alike = edits.filter((edit) => edit.repeats === repeats);
    for (let start = 0; start < alike.length; start += LIMITS.editedSegments)
      requests.push(alike.slice(start, start + LIMITS.editedSegments));
  }
  return requests;
}

function editOf(index: number, { text, state, repeats, source }: Change): SegmentEdit {
  return {
    index,
    translated_text: text,
    ...(state === undefined ? {} : { state }),
    ...(repeats ? { repeats } : {}),
    ...(source === undefined ? {} : { source }),
  };
}

function changeOf({ translated_text: text, state, repeats, source }: SegmentEdit): Change {
  return {
    text,
    ...(state === undefined ? {} : { state }),
    ...(repeats ? { repeats } : {}),
    ...(source === undefined ? {} : { source }),
  };
}

/** The refused edits, by index, with the reasons. */
function refusalsOf(error: unknown, edits: readonly SegmentEdit[]): Map<number, string> {
  const refused = new Map<number, string>();
  if (error instanceof ChangedElsewhere)
    for (const index of error.theirs.keys()) refused.set(index, words.t('review.changedElsewhere'));
  if (!(error instanceof ServiceProblem)) return refused;
  for (const field of error.fields) {
    const edit = edits[Number(/^segments\[(\d+)\]/.exec(field.field)?.[1] ?? -1)];
    if (edit) refused.set(edit.index, words.said('problem', field));
  }
  return refused;
}
