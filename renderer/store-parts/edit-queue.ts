import { ref } from 'vue';
import type { Ref } from 'vue';
import type { SegmentResource, SegmentState } from '../../service/contract/index.ts';
import { LIMITS } from '../../service/contract/api-limits.ts';
import { ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import type { JobRef, SegmentEdit } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { keptEditsOf } from '../lib/kept-edits.ts';
import { changeOf, editOf, editsOf } from './edit-requests.ts';
import type { Change } from './edit-requests.ts';
import { createPendingEdits } from './pending-edits.ts';
import type { Unsaved } from './pending-edits.ts';
import { createUnseenEdits } from './unseen-edits.ts';

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
  /** The latest unstored change of a segment. */
  lastOf: (index: number) => Change | undefined;
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
  const pending = createPendingEdits({ job, sourceOf, onWaiting: () => void flush() });
  const { unsaved, waiting, sent, keep, queue } = pending;
  const unseen = createUnseenEdits({ isOpen: ({ id }) => id === job()?.id, ask: send, onError });
  const writing = ref(false);
  let written: Promise<void> | undefined;

  function changeIn(to: JobRef, changes: ReadonlyMap<number, Change>): void {
    if (to.id === job()?.id) pending.changeAll(changes);
    else unseen.change(to, editsOf(changes));
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
        for (const edit of edits) follow(edit, error);
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

  /** Sends an edit to the new place of its segment, or has the user choose where that was changed too. */
  function follow(edit: SegmentEdit, moved: MovedElsewhere): void {
    const lost = { index: edit.index, theirs: null, isSame: false };
    const { index, theirs, isSame } = moved.places.get(edit.index) ?? lost;
    if (isSame) waiting.set(index, changeOf(edit));
    else {
      const why = new ChangedElsewhere(new Map([[index, theirs]]));
      refuse({ ...edit, index }, words.t('review.changedElsewhere'), why);
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
    if (open) queue(keptEditsOf(open));
    await flush();
    await unseen.sendKept();
  }

  function sendAgain(): Promise<void> {
    queue(
      [...unsaved].flatMap(([index, { passing, ...change }]) => (passing ? [editOf(index, change)] : [])),
    );
    return flush();
  }

  const resend = (): void => void sendAgain().then(sendKept);

  const { change, changeAll, settle, lastOf, wordOf, stateOf, move } = pending;
  return {
    ...{ unsaved, writing, change, changeAll, changeIn, settle, lastOf, wordOf, stateOf, move },
    ...{ flush, sendAgain, sendKept, resend },
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
