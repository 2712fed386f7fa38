import { defineStore } from 'pinia';
import { computed, ref, shallowReactive, shallowRef, watch } from 'vue';
import type { ExportFormat, ImportedSegments, SegmentResource } from '../../service/contract/index.ts';
import { ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import { editSegments, exportJob, importInto, segmentPages } from '../api/review.ts';
import type { JobRef, SegmentEdit, SegmentFilter } from '../api/review.ts';
import { words } from '../i18n/words.ts';
import { keepEdits, keptEdits } from '../lib/kept-edits.ts';
import { useAnnouncer } from './announcer.ts';
import { useConnection } from './connection.ts';
import { useJobs } from './jobs.ts';
import { useToasts } from './toasts.ts';

/** A translation that could not be stored: it is kept here until it can, or is changed. */
export interface Unsaved {
  text: string | null;
  message: string;
  /** Whether it is sent again by itself once the service answers. */
  passing: boolean;
}

/** The segments of one done job, and what a reviewer changes in them. */
export const useReview = defineStore('review', () => {
  const connection = useConnection();
  const announcer = useAnnouncer();
  const jobs = useJobs();
  const toasts = useToasts();

  const reviewed = shallowRef<JobRef>();
  const job = computed(() => (reviewed.value ? jobs.byId.get(reviewed.value.id) : undefined));
  const segments = shallowRef<readonly SegmentResource[]>([]);
  const filter = shallowRef<SegmentFilter>({ flag: '', q: '' });
  const state = ref<'loading' | 'ready' | 'gone'>('loading');
  const failure = ref<string>();
  /** Whether the job or its segments could not be read: they are read again once the service answers. */
  const unread = ref(false);
  const report = shallowRef<ImportedSegments>();
  const unsaved = shallowReactive(new Map<number, Unsaved>());
  /** Changes that wait for the one on its way. */
  const waiting = shallowReactive(new Map<number, string | null>());
  /** The changes on their way. */
  let sent: SegmentEdit[] = [];
  const writing = ref(false);
  let written: Promise<void> | undefined;
  let reading: AbortController | undefined;

  /** Changes of the job before are stored first. */
  async function open(next: JobRef): Promise<void> {
    await flush();
    if (reviewed.value?.id !== next.id) {
      unsaved.clear();
      segments.value = [];
    }
    reviewed.value = next;
    await sendKept();
    filter.value = { flag: '', q: '' };
    report.value = undefined;
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
    if (!reviewed.value) return;
    reading?.abort();
    const { signal } = (reading = new AbortController());
    failure.value = undefined;
    unread.value = false;
    try {
      let found: SegmentResource[] = [];
      for await (const page of segmentPages(reviewed.value, filter.value, signal)) {
        found = [...found, ...page];
        segments.value = found;
        state.value = 'ready';
      }
    } catch (error) {
      if (signal.aborted) return;
      if (error instanceof ServiceProblem && error.code === 'not_found') state.value = 'gone';
      else unread.value = true;
      if (error instanceof ServiceProblem) fail(error);
      else connection.note(error);
    }
  }

  async function show(next: Partial<SegmentFilter>): Promise<void> {
    await flush();
    filter.value = { ...filter.value, ...next };
    await load();
    announcer.say(words.counted('review.found', segments.value.length));
  }

  function fail(error: unknown): void {
    connection.note(error);
    failure.value = words.sentence(error);
  }

  /** Takes a reviewer's text over. One that is as it was changes nothing. */
  function change(index: number, text: string | null): void {
    const stored = segments.value.find((one) => one.index === index)?.translated_text;
    if (text === stored && !written) {
      unsaved.delete(index);
      return;
    }
    const before = unsaved.get(index);
    if (text === before?.text && !before.passing) return;
    waiting.set(index, text);
    keep();
    void flush();
  }

  /** What the service has not stored yet outlives this window. */
  function keep(): void {
    if (!reviewed.value) return;
    const refused = [...unsaved].map(([index, { text }]) => ({ index, translated_text: text }));
    const byIndex = new Map([...refused, ...sent, ...editsOf(waiting)].map((edit) => [edit.index, edit]));
    keepEdits(reviewed.value, [...byIndex.values()]);
  }

  /** Sends what a window before has left. What the service refuses of the job that is open stays to be seen; nobody looks at the others. */
  async function sendKept(): Promise<void> {
    for (const { job: of, edits } of keptEdits<JobRef>()) {
      if (of.id === reviewed.value?.id) {
        for (const { index, translated_text } of edits) waiting.set(index, translated_text);
        await flush();
      } else {
        await sendUnseen(of, edits);
      }
    }
  }

  async function sendUnseen(to: JobRef, edits: SegmentEdit[]): Promise<void> {
    try {
      await editSegments(to, edits);
      // Opened meanwhile, it may have newer ones, which are kept and cleared as they are stored.
      if (to.id !== reviewed.value?.id) keepEdits(to, []);
    } catch (error) {
      connection.note(error);
      // Its segments have gone with it.
      if (error instanceof ServiceProblem && error.code === 'not_found') keepEdits(to, []);
    }
  }

  /** Puts the engine's answer back, which can be undone. */
  function revert(segment: SegmentResource): void {
    const before = segment.translated_text;
    change(segment.index, null);
    toasts.offer({
      text: words.t('review.reverted', { n: segment.index + 1 }),
      undo: () => change(segment.index, before),
      commit: () => undefined,
    });
  }

  /** Puts other texts in many segments, as one step: its undo puts back what each of them had. */
  function changeAll(next: ReadonlyMap<number, string>, done: string): void {
    const before = new Map<number, string | null>();
    for (const { index, edited, translated_text: text } of segments.value)
      if (next.has(index)) before.set(index, edited ? text : null);
    const apply = (texts: ReadonlyMap<number, string | null>): void => {
      for (const [index, text] of texts) waiting.set(index, text);
      keep();
      void flush();
    };
    apply(next);
    toasts.offer({ text: done, undo: () => apply(before), commit: () => undefined });
  }

  /** Stores what waits; one request at a time, so that the last word is the last one said. */
  function flush(): Promise<void> {
    written ??= write().finally(() => {
      written = undefined;
      writing.value = false;
      if (waiting.size > 0) void flush();
    });
    return written;
  }

  async function write(): Promise<void> {
    while (waiting.size > 0 && reviewed.value) {
      writing.value = true;
      sent = editsOf(waiting);
      waiting.clear();
      await send(reviewed.value, sent);
      sent = [];
      keep();
    }
  }

  async function send(to: JobRef, edits: SegmentEdit[]): Promise<void> {
    try {
      const changed = new Map((await editSegments(to, edits)).map((one) => [one.index, one]));
      segments.value = segments.value.map((one) => changed.get(one.index) ?? one);
      for (const { index } of edits) unsaved.delete(index);
      // For its counts, which the header shows.
      await jobs.adopt(to);
    } catch (error) {
      connection.note(error);
      const refused = refusalsOf(error, edits);
      for (const edit of edits) {
        const why = refused.get(edit.index);
        if (why !== undefined || refused.size === 0) refuse(edit, why ?? words.sentence(error), error);
        // It was well, but none of them is stored: once more without the others.
        else if (!waiting.has(edit.index)) waiting.set(edit.index, edit.translated_text);
      }
    }
  }

  function refuse({ index, translated_text: text }: SegmentEdit, message: string, error: unknown): void {
    unsaved.set(index, { text, message, passing: error instanceof ServiceUnreachable });
    announcer.say(words.t('review.refusedAt', { n: index + 1, why: message }));
  }

  /** The translated file, with all that was changed. */
  async function save(): Promise<void> {
    await flush();
    if (job.value) await jobs.save(job.value, 'result');
    failure.value = job.value && jobs.troubles.get(job.value.id);
  }

  async function exportAs(format: ExportFormat): Promise<void> {
    await flush();
    failure.value = undefined;
    try {
      if (job.value) await exportJob(job.value, format);
    } catch (error) {
      fail(error);
    }
  }

  async function importFile(file: File): Promise<void> {
    if (!reviewed.value) return;
    await flush();
    failure.value = undefined;
    report.value = undefined;
    try {
      const found = await importInto(reviewed.value, file);
      report.value = found;
      announcer.say(words.t('review.imported', importedNumbers(found)));
      await Promise.all([load(), jobs.adopt(reviewed.value)]);
    } catch (error) {
      fail(error);
    }
  }

  // What could not be sent or read while the service was away.
  watch(
    () => connection.usable,
    (usable) => {
      if (!usable) return;
      for (const [index, { text, passing }] of unsaved) if (passing) waiting.set(index, text);
      void flush().then(sendKept);
      if (unread.value) void read();
    },
    { immediate: true },
  );
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
    unsaved,
    writing,
    open,
    read,
    show,
    change,
    changeAll,
    revert,
    save,
    exportAs,
    importFile,
  };
});

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

function editsOf(changes: ReadonlyMap<number, string | null>): SegmentEdit[] {
  return [...changes].map(([index, translated_text]) => ({ index, translated_text }));
}

/** Which of the edits the service refused, by their index, and why. */
function refusalsOf(error: unknown, edits: readonly SegmentEdit[]): Map<number, string> {
  const refused = new Map<number, string>();
  if (!(error instanceof ServiceProblem)) return refused;
  for (const field of error.fields) {
    const edit = edits[Number(/^segments\[(\d+)\]/.exec(field.field)?.[1] ?? -1)];
    if (edit) refused.set(edit.index, words.said('problem', field));
  }
  return refused;
}
