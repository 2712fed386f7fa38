import { defineStore, storeToRefs } from 'pinia';
import { computed, reactive, ref, shallowReactive, shallowRef, watch } from 'vue';
import type { ImportedSegments } from '../../service/contract/index.ts';
import { ServiceProblem } from '../api/errors.ts';
import { buildFile } from '../api/files.ts';
import type { JobRef, Reshape } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { createEditQueue } from '../store-parts/edit-queue.ts';
import { createReviewChanges } from '../store-parts/review-changes.ts';
import { createReviewConflicts } from '../store-parts/review-conflicts.ts';
import { createReviewElsewhere } from '../store-parts/review-elsewhere.ts';
import { createReviewDesk } from '../store-parts/review-desk.ts';
import { createReviewExchange } from '../store-parts/review-exchange.ts';
import { createReviewFind } from '../store-parts/review-find.ts';
import { createReviewHistory } from '../store-parts/review-history.ts';
import { createReviewOpening } from '../store-parts/review-opening.ts';
import { createReviewPlaces } from '../store-parts/review-places.ts';
import { createReviewReplace } from '../store-parts/review-replace.ts';
import { createReviewReshape } from '../store-parts/review-reshape.ts';
import { createReviewRevisions } from '../store-parts/review-revisions.ts';
import { createReviewSave } from '../store-parts/review-save.ts';
import { createReviewSegments } from '../store-parts/review-segments.ts';
import { useAnnouncer } from './announcer.ts';
import { onAnswer, useConnection } from './connection.ts';
import { useJobs } from './jobs.ts';
import { useRepeats } from './repeats.ts';
import { useToasts } from './toasts.ts';

/**
 * The segments of one done job, and a reviewer's changes. Its parts: the list (`review-segments`), what has
 * been seen of the service's state (`-revisions`, `-conflicts`), edits in flight (`edit-queue`), steps that
 * can be undone (`-history`, `-changes`, `-reshape`), Find, and files (`-save`, `-exchange`).
 */
export const useReview = defineStore('review', () => {
  const connection = useConnection();
  const { say } = useAnnouncer();
  const jobs = useJobs();
  const { offer, tell } = useToasts();
  /** Whether a confirmed translation is applied to all equal segments without asking. */
  const { always: alwaysRepeats } = storeToRefs(useRepeats());

  const reviewed = shallowRef<JobRef>();
  const job = computed(() => (reviewed.value ? jobs.byId.get(reviewed.value.id) : undefined));
  const isOpen = ({ id }: JobRef): boolean => reviewed.value?.id === id;

  const failure = ref<string>();
  const clearFailure = (): void => void (failure.value = undefined);
  /** An answer may come after another job was opened: then the job's row shows the error. */
  function fail(of: JobRef, error: unknown): void {
    if (!isOpen(of)) {
      jobs.noteTrouble(of.id, error);
      return;
    }
    connection.note(error);
    failure.value = words.sentence(error);
  }

  const revisions = createReviewRevisions();
  const list = createReviewSegments({
    ...{ reviewed, revisions, onStart: clearFailure },
    onLoaded: () => (find.asked.text === '' ? undefined : find.look(true)),
    onError(of, error) {
      if (error instanceof ServiceProblem) fail(of, error);
      else connection.note(error);
    },
  });
  const { loaded, filter, state, unread } = list;
  const conflicts = createReviewConflicts({
    ...{ isOpen, revisions, list, onStart: clearFailure, onError: fail },
    onOvertaken: () => elsewhere.look(),
    onReshaped: jobs.adopt,
    onReshapedElsewhere() {
      // The steps have the segments' earlier indexes.
      history.clear();
      say(words.t('review.reshapedElsewhere'));
    },
  });
  const edits = createEditQueue({
    job: () => reviewed.value,
    sourceOf: (index) => revisions.lastOf(index)?.text,
    send: conflicts.send,
    async onStored(to, changed) {
      // What an earlier action could not do is no news any more.
      clearFailure();
      list.noteStored(changed);
      desk.noteStored(changed);
      // For its counts, which the header shows.
      await jobs.adopt(to);
    },
    onRefused: (index, why) => say(words.t('review.refusedAt', { n: index + 1, why })),
    onError: connection.note,
  });

  const find = createReviewFind({
    segments: loaded,
    coded: () => reviewed.value?.kind === 'document',
    targetOf: ({ index, translated_text: stored }) => edits.wordOf(index) ?? stored ?? '',
    onFound: (count) => say(words.counted('review.found', count)),
  });
  /** The visible segments. */
  const segments = computed(() => {
    const rows = find.rows.value;
    return rows ? loaded.value.filter(({ index }) => rows.has(index)) : loaded.value;
  });

  const { reshape, reshapeTo, indexesSince } = createReviewReshape({
    ...{ reviewed, loaded, edits, ask: conflicts.reshape, showAll: () => opening.showAll(), say },
    onMoved(placeOf, made) {
      revisions.move(placeOf, made);
      places.move(placeOf, made);
      list.noteMoved();
    },
    onDone: (of, step) => changes.noteReshaped(of, step),
  });
  const history = createReviewHistory({ reviewed, edits, storedOf: revisions.lastOf, reshapeTo, say, tell });
  const changes = createReviewChanges({
    ...{ reviewed, segments: loaded, edits, history, indexesSince, say, tell, offer },
    onDiffering: (source, count) => desk.noteDiffering(source, count),
  });
  const places = createReviewPlaces({ reviewed, say });
  const desk = createReviewDesk({
    ...{
      reviewed,
      job: () => job.value,
      note: conflicts.note,
      flush: () => edits.flush(),
      onError: fail,
      say,
      tell,
    },
    show: (wanted) => opening.show(wanted),
  });
  const replace = createReviewReplace({ reviewed, edits, find, changes });

  const saving = createReviewSave({
    ...{ job: () => job.value, loaded, edits, onError: fail },
    async build(of) {
      if ((of.edited_segments ?? 0) === 0) return of;
      // If it fails, saving says why.
      await buildFile(of).catch(() => undefined);
      const built = await jobs.adopt(of);
      return typeof built === 'object' ? built : of;
    },
    async save(of) {
      await jobs.save(of, 'result');
      if (isOpen(of)) failure.value = jobs.troubles.get(of.id);
    },
  });
  const exchange = createReviewExchange({
    ...{ job: () => job.value, edits, onStart: clearFailure, onError: fail },
    async onImported(of, report) {
      if (isOpen(of)) {
        say(words.t('review.imported', importedNumbers(report)));
        void list.load();
      }
      await jobs.adopt(of);
    },
  });

  const opening = createReviewOpening({
    ...{ reviewed, job: () => job.value, revisions, list, edits, find, adopt: jobs.adopt, say },
    shown: () => segments.value,
    onOpen() {
      clearFailure();
      places.open();
      desk.forget();
      exchange.report.value = undefined;
      saving.forget();
    },
  });

  const elsewhere = createReviewElsewhere({
    ...{ reviewed, job: () => job.value, revisions, list, edits, onError: connection.note },
    onFollowed: changes.noteFollowed,
  });

  /** Jobs whose notes were dismissed, by their ids. */
  const readWarnings = shallowReactive(new Set<string>());
  const hasReadWarnings = computed({
    get: () => readWarnings.has(reviewed.value?.id ?? ''),
    set(has) {
      if (has && reviewed.value) readWarnings.add(reviewed.value.id);
    },
  });

  // Sends or reads again after a failure, here or in an earlier window.
  const again = (): void => {
    edits.resend();
    if (unread.value) void opening.read();
  };
  onAnswer(again);
  if (connection.usable) again();
  watch(
    () => [reviewed.value?.id, job.value?.kept_segments],
    ([id], [before]) => {
      if (id === before) void list.readKept();
    },
  );
  watch(
    () => jobs.checked,
    (checked) => {
      if (checked !== undefined && checked.id === reviewed.value?.id) void list.readGrammar();
    },
  );
  // It was opened while it ran.
  watch(
    () => job.value?.status,
    (status, before) => {
      if (status === 'done' && before === 'running') void list.load();
    },
  );

  return {
    ...{ job, segments, filter, state, failure, unread, hasReadWarnings, alwaysRepeats },
    ...{ unsaved: edits.unsaved, writing: edits.writing, wordOf: edits.wordOf, stateOf: edits.stateOf },
    ...opening,
    readGrammar: list.readGrammar,
    ...{ marks: places.marks, leftAt: places.leftAt, stay: places.stay, toggleMark: places.toggleMark },
    ...{
      markFrom: places.markFrom,
      found: desk.found,
      areSpacesShown: desk.areSpacesShown,
      isConfirmingNew: desk.isConfirmingNew,
    },
    ...{ saveNotes: desk.saveNotes, checkTerm: desk.checkTerm, showFound: desk.showFound },
    ...{ toggleSpaces: desk.toggleSpaces, readVersions: desk.readVersions },
    find: reactive(find),
    ...changes,
    reshape: (how: Reshape) => reshape(how),
    ...replace,
    ...{ openProblems: saving.openProblems, save: saving.save },
    ...exchange,
  };
});

/** The state of Find. */
export type ReviewFound = ReturnType<typeof useReview>['find'];

/** The numbers of an import's report, for `review.imported`. */
export function importedNumbers(
  report: ImportedSegments,
): Record<'changed' | 'unchanged' | 'refused', string> {
  const { number } = words;
  return {
    changed: number(report.changed),
    unchanged: number(report.unchanged),
    refused: number(report.refused.length),
  };
}
