import { defineStore, storeToRefs } from 'pinia';
import { computed, nextTick, reactive, ref, shallowReactive, shallowRef, watch } from 'vue';
import type {
  ExportFormat,
  ImportedSegments,
  ReshapedSegments,
  SegmentResource,
} from '../../service/contract/index.ts';
import { isNotFound, ServiceProblem } from '../api/errors.ts';
import { editSegments, exportJob, importInto, reshapeSegments, segmentPages } from '../api/review.ts';
import type { JobRef, MadeSegment, Reshape, SegmentEdit, SegmentFilter } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { ChangedElsewhere, createEditQueue, MovedElsewhere } from '../store-parts/edit-queue.ts';
import { openProblemsOf } from '../store-parts/open-problems.ts';
import type { OpenProblem } from '../store-parts/open-problems.ts';
import { createReviewFind } from '../store-parts/review-find.ts';
import { createReviewChanges } from '../store-parts/review-changes.ts';
import { createReviewReshape } from '../store-parts/review-reshape.ts';
import { useAnnouncer } from './announcer.ts';
import { onAnswer, useConnection } from './connection.ts';
import { useJobs } from './jobs.ts';
import { useRepeats } from './repeats.ts';
import { useToasts } from './toasts.ts';

const ALL: SegmentFilter = { flag: '', state: '', origin: '' };

/** The segments of one done job, and what a reviewer changes in them. */
export const useReview = defineStore('review', () => {
  const connection = useConnection();
  const announcer = useAnnouncer();
  const jobs = useJobs();

  const reviewed = shallowRef<JobRef>();
  const job = computed(() => (reviewed.value ? jobs.byId.get(reviewed.value.id) : undefined));
  /** Those that the filter lets through. */
  const loaded = shallowRef<readonly SegmentResource[]>([]);
  const filter = shallowRef<SegmentFilter>(ALL);
  const state = ref<'loading' | 'ready' | 'gone'>('loading');
  const failure = ref<string>();
  /** Whether the job or its segments could not be read: they are read again once the service answers. */
  const unread = ref(false);
  const report = shallowRef<ImportedSegments>();
  let reading: AbortController | undefined;
  let isReading = false;
  /** Segments stored since the reading began: a page already on its way has the former text. */
  const storedSince = new Map<number, SegmentResource>();

  const edits = createEditQueue({
    job: () => reviewed.value,
    sourceOf: (index) => known.get(index)?.source,
    send,
    async onStored(to, changed) {
      for (const one of changed) storedSince.set(one.index, one);
      loaded.value = withStored(loaded.value);
      // For its counts, which the header shows.
      await jobs.adopt(to);
    },
    onRefused: (index, why) => announcer.say(words.t('review.refusedAt', { n: index + 1, why })),
    onError: connection.note,
  });

  const find = createReviewFind({
    segments: loaded,
    coded: () => reviewed.value?.kind === 'document',
    targetOf: ({ index, translated_text: stored }) => edits.wordOf(index) ?? stored ?? '',
    onFound: (count) => announcer.say(words.counted('review.found', count)),
  });
  /** Those that are shown. */
  const segments = computed(() => {
    const rows = find.rows.value;
    return rows ? loaded.value.filter(({ index }) => rows.has(index)) : loaded.value;
  });

  /** The job's revision that this window has last seen. */
  let revision: string | undefined;
  /**
   * The stored text of each segment as this window knows it, and the texts that it has sent: neither is
   * somebody else's.
   */
  const known = new Map<number, { source: string; text: string | null }>();
  const sentTexts = new Map<number, Set<string | null>>();

  /**
   * Stores edits of the open job under its revision: what was changed elsewhere meanwhile is not overwritten.
   */
  async function send(to: JobRef, batch: SegmentEdit[]): Promise<SegmentResource[]> {
    if (!isOpen(to)) return (await editSegments(to, batch)).segments;
    for (const { index, translated_text: text } of batch)
      sentTexts.set(index, (sentTexts.get(index) ?? new Set()).add(text));
    for (;;) {
      try {
        const stored = await editSegments(to, batch, revision);
        if (isOpen(to)) noteRead(stored.segments, stored.revision);
        return stored.segments;
      } catch (error) {
        const present = presentIn(error);
        if (!present || !isOpen(to)) throw error;
        if (isMoved(batch, present.segments)) throw await movedElsewhere(batch);
        const theirs = new Map(
          present.segments
            .filter(({ index, translated_text: text }) => isForeign(index, text))
            .map((one) => [one.index, one.translated_text]),
        );
        noteRead(present.segments, present.revision);
        for (const one of present.segments) storedSince.set(one.index, one);
        loaded.value = withStored(loaded.value);
        if (theirs.size > 0) throw new ChangedElsewhere(theirs);
        // Only other segments were changed: once more, with the new revision.
      }
    }
  }

  function isForeign(index: number, text: string | null): boolean {
    const last = known.get(index);
    return last !== undefined && last.text !== text && sentTexts.get(index)?.has(text) !== true;
  }

  /** Whether other sentences are where those were that are to be changed, or none. */
  function isMoved(batch: readonly SegmentEdit[], present: readonly SegmentResource[]): boolean {
    const sources = new Map(present.map(({ index, text }) => [index, text]));
    return batch.some(({ index }) => {
      const source = sources.get(index);
      return source === undefined || (known.get(index)?.source ?? source) !== source;
    });
  }

  function noteRead(read: readonly SegmentResource[], of: string): void {
    revision = of;
    for (const { index, text: source, translated_text: text } of read) known.set(index, { source, text });
  }

  /**
   * Reads all segments again, since some were split or joined elsewhere, and finds those that were to be
   * changed.
   */
  async function movedElsewhere(batch: readonly SegmentEdit[]): Promise<MovedElsewhere> {
    const before = new Map(batch.map(({ index }) => [index, known.get(index)]));
    known.clear();
    revision = undefined;
    filter.value = ALL;
    await load();
    announcer.say(words.t('review.reshapedElsewhere'));
    const places = [...before].map(([index, last]) => {
      const same = loaded.value
        .filter(({ text }) => text === last?.source)
        .sort((a, b) => Math.abs(a.index - index) - Math.abs(b.index - index))[0];
      const found = same ?? loaded.value[Math.min(index, loaded.value.length - 1)];
      const theirs = found?.translated_text ?? null;
      return [
        index,
        { index: found?.index ?? index, theirs, isSame: same !== undefined && theirs === last?.text },
      ] as const;
    });
    return new MovedElsewhere(new Map(places));
  }

  /** Splits or joins in the service. What was changed elsewhere meanwhile is read first. */
  async function askReshape(
    to: JobRef,
    how: Reshape,
    made?: readonly MadeSegment[],
  ): Promise<ReshapedSegments | undefined> {
    failure.value = undefined;
    try {
      const found = await reshapeSegments(to, how, revision, made);
      if (isOpen(to)) revision = found.revision;
      void jobs.adopt(to);
      return found;
    } catch (error) {
      if (presentIn(error) && isOpen(to)) {
        await load();
        announcer.say(words.t('review.reshapedElsewhere'));
      } else fail(to, error);
      return undefined;
    }
  }

  function withStored(read: readonly SegmentResource[]): SegmentResource[] {
    return read.map((one) => storedSince.get(one.index) ?? one);
  }

  const isOpen = ({ id }: JobRef): boolean => reviewed.value?.id === id;

  /** Changes of the job before are stored first. */
  async function open(next: JobRef): Promise<void> {
    find.clear();
    await edits.flush();
    if (!isOpen(next)) {
      state.value = 'loading';
      loaded.value = [];
      // A row that goes says what was being typed in it: that is the job's before, too.
      await nextTick();
      await edits.flush();
      edits.unsaved.clear();
      revision = undefined;
      known.clear();
      sentTexts.clear();
    }
    reviewed.value = next;
    await edits.sendKept();
    filter.value = ALL;
    failure.value = undefined;
    report.value = undefined;
    openProblems.value = [];
    accepted.clear();
    state.value = 'loading';
    await read();
  }

  /** Reads the job that is reviewed, and its segments where it has them. */
  async function read(): Promise<void> {
    const asked = reviewed.value;
    if (!asked) return;
    unread.value = false;
    const found = await jobs.adopt(asked);
    if (reviewed.value !== asked) return;
    if (found === 'gone') state.value = 'gone';
    else if (job.value?.status === 'done') await load();
    else if (found) state.value = 'ready';
    else unread.value = true;
  }

  /** Reads the segments that pass the filter; a reading on its way is given up. */
  async function load(): Promise<void> {
    const of = reviewed.value;
    if (!of) return;
    reading?.abort();
    const { signal } = (reading = new AbortController());
    storedSince.clear();
    isReading = true;
    failure.value = undefined;
    unread.value = false;
    try {
      let found: SegmentResource[] = [];
      for await (const page of segmentPages(of, filter.value, signal)) {
        // The revision of the first page: a change made before the later ones were read is then found when it
        // is overwritten.
        noteRead(page.segments, found.length === 0 ? page.revision : (revision ?? page.revision));
        found = [...found, ...page.segments];
        loaded.value = withStored(found);
        state.value = 'ready';
      }
      isReading = false;
      if (find.asked.text !== '') await find.look(true);
    } catch (error) {
      if (signal.aborted) return;
      isReading = false;
      if (isNotFound(error)) state.value = 'gone';
      else unread.value = true;
      if (error instanceof ServiceProblem) fail(of, error);
      else connection.note(error);
    }
  }

  async function show(next: Partial<SegmentFilter>): Promise<void> {
    await edits.flush();
    filter.value = { ...filter.value, ...next };
    await load();
    if (!find.rows.value) announcer.say(words.counted('review.found', segments.value.length));
  }

  /** Shows all segments. */
  async function showAll(): Promise<void> {
    find.clear();
    await show(ALL);
  }

  /** An answer may come when another job is open: then the job's row says what went wrong. */
  function fail(of: JobRef, error: unknown): void {
    if (!isOpen(of)) {
      jobs.noteTrouble(of.id, error);
      return;
    }
    connection.note(error);
    failure.value = words.sentence(error);
  }

  /** Whether a confirmed translation goes to all equal segments without asking. */
  const { always: alwaysRepeats } = storeToRefs(useRepeats());

  /** Replaces the current match if it is in a translation, and goes to the next one. */
  async function replaceOne(replacement: string): Promise<void> {
    await edits.flush();
    const current = find.current.value;
    if (current?.place !== 'target') {
      await find.step(1);
      return;
    }
    const before = find.total.value;
    const [changed] = await find.replaced(replacement, current);
    if (!changed) return;
    changes.change(current.index, changed.text);
    await find.look(false);
    // The next one has taken its number, unless the replacement is found as well.
    if (find.total.value >= before) await find.step(1);
    else if (find.ordinal.value >= find.total.value) find.ordinal.value = find.total.value - 1;
  }

  /** Replaces all matches in translations, as one step: its undo puts back what each of them had. */
  async function replaceAll(replacement: string): Promise<void> {
    const of = reviewed.value;
    // The row that was left for this is on its way, and where the engine's answer is put back, it is not
    // known before.
    await edits.flush();
    if (!of || !isOpen(of)) return;
    await find.look(false);
    const replaced = await find.replaced(replacement);
    if (isOpen(of)) changes.replaceAll(replaced);
  }

  const { offer } = useToasts();
  const { reshape, indexesSince } = createReviewReshape({
    ...{ reviewed, loaded, edits, ask: askReshape, showAll, offer },
    say: (text) => announcer.say(text),
    onMoved(placeOf, made) {
      for (const map of [known, sentTexts] as Map<number, unknown>[]) {
        const entries = [...map];
        map.clear();
        for (const [index, value] of entries) {
          const place = placeOf(index);
          if (place !== undefined) map.set(place, value);
        }
      }
      for (const { index, text: source, translated_text: text } of made) known.set(index, { source, text });
      storedSince.clear();
      // Pages on their way have the indexes of before.
      if (isReading) void nextTick(load);
    },
  });
  const changes = createReviewChanges({ reviewed, segments: loaded, edits, indexesSince, offer });

  /** Jobs whose notes were read and put away, by their ids. */
  const readWarnings = shallowReactive(new Set<string>());
  const hasReadWarnings = computed({
    get: () => readWarnings.has(reviewed.value?.id ?? ''),
    set(has) {
      if (has && reviewed.value) readWarnings.add(reviewed.value.id);
    },
  });

  /** The open problems of the requested file, while the user is asked about it. */
  const openProblems = shallowRef<readonly OpenProblem[]>([]);
  /** Problems with which the file was saved already. */
  const accepted = new Set<string>();
  const keyOf = ({ index, kind, flags }: OpenProblem): string => [index, kind, ...flags].join(' ');
  watch(
    () => [...edits.unsaved.keys()],
    (unsaved) => {
      openProblems.value = openProblems.value.filter(
        ({ kind, index }) => kind !== 'unsaved' || unsaved.includes(index),
      );
    },
  );

  /**
   * Saves the translated file. Where something is open that the user has not seen yet it asks first, unless
   * `anyway`.
   */
  async function save(anyway = false): Promise<void> {
    if (!job.value) return;
    await edits.sendAgain();
    const of = job.value;
    if (anyway) for (const problem of openProblems.value) accepted.add(keyOf(problem));
    else {
      const found = await openProblemsOf(of, edits.unsaved, loaded.value).catch((error: unknown) => {
        fail(of, error);
        return [];
      });
      if (!isOpen(of)) return;
      const isNew = (one: OpenProblem): boolean => one.kind === 'unsaved' || !accepted.has(keyOf(one));
      openProblems.value = found.some(isNew) ? found : [];
      if (openProblems.value.length > 0) return;
    }
    openProblems.value = [];
    await jobs.save(of, 'result');
    if (isOpen(of)) failure.value = jobs.troubles.get(of.id);
  }

  async function exportAs(format: ExportFormat): Promise<void> {
    const of = job.value;
    if (!of) return;
    failure.value = undefined;
    await edits.sendAgain();
    try {
      await exportJob(of, format);
    } catch (error) {
      fail(of, error);
    }
  }

  async function importFile(file: File): Promise<void> {
    const of = reviewed.value;
    if (!of) return;
    failure.value = undefined;
    report.value = undefined;
    await edits.sendAgain();
    try {
      const found = await importInto(of, file);
      if (isOpen(of)) {
        report.value = found;
        announcer.say(words.t('review.imported', importedNumbers(found)));
        void load();
      }
      await jobs.adopt(of);
    } catch (error) {
      fail(of, error);
    }
  }

  // Sends or reads again what failed before, here or in a former window.
  const again = (): void => {
    edits.resend();
    if (unread.value) void read();
  };
  onAnswer(again);
  if (connection.usable) again();
  // It was opened while it ran.
  watch(
    () => job.value?.status,
    (status, before) => {
      if (status === 'done' && before === 'running') void load();
    },
  );

  return {
    job,
    segments,
    filter,
    state,
    failure,
    unread,
    report,
    unsaved: edits.unsaved,
    writing: edits.writing,
    wordOf: edits.wordOf,
    stateOf: edits.stateOf,
    openProblems,
    hasReadWarnings,
    alwaysRepeats,
    open,
    read,
    show,
    showAll,
    find: reactive(find),
    ...changes,
    reshape: (how: Reshape) => reshape(how),
    replaceOne,
    replaceAll,
    save,
    exportAs,
    importFile,
  };
});

/** The state of Find. */
export type ReviewFound = ReturnType<typeof useReview>['find'];

/** The numbers of an import's report, as `review.imported` says them. */
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

/** The present segments and revision, where a change was refused because of them. */
function presentIn(error: unknown): { segments: readonly SegmentResource[]; revision: string } | undefined {
  if (!(error instanceof ServiceProblem)) return undefined;
  const { reason, segments, details } = error.problem;
  const revision = details?.['revision'];
  if (reason !== 'stale_revision' || !segments || typeof revision !== 'string') return undefined;
  return { segments, revision };
}
