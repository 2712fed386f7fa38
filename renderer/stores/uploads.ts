import { defineStore } from 'pinia';
import { computed, shallowReactive, shallowRef, watch } from 'vue';
import { LIMITS } from '../../service/contract/api-limits.ts';
import type { Job } from '../../service/contract/index.ts';
import { isDesktop } from '../api/connect.ts';
import { FileChanged, ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import { readSample } from '../api/sample.ts';
import { keepOriginal, tellUnsent } from '../api/shell.ts';
import { words } from '../i18n/words.ts';
import { forgetFile, forgetOldFiles, keepFile, keptFile } from '../lib/kept-files.ts';
import type { FormatOptions } from '../lib/format-choices.ts';
import { keptText } from '../lib/kept-text.ts';
import { pictureBytes } from '../lib/picture-bytes.ts';
import { examined, warmUp } from '../store-parts/examined.ts';
import { asKept, entryOf, isContentWanted, isKeptUpload } from '../store-parts/kept-uploads.ts';
import { overSegments, overSize } from '../store-parts/raisable-limit.ts';
import { newEntry } from '../store-parts/upload-entry.ts';
import type { UploadEntry } from '../store-parts/upload-entry.ts';
import { createUploadQueue } from '../store-parts/upload-queue.ts';
import { useAnnouncer } from './announcer.ts';
import { useCatalog } from './catalog.ts';
import { onAnswer, useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';
import { useJobs } from './jobs.ts';
import { sourceOf } from './quote.ts';
import { useRights } from './rights.ts';
import { useServiceSettings } from './service-settings.ts';
import { useToasts } from './toasts.ts';
import { useUsage } from './usage.ts';

/** Files that are kept over a reload. */
const MAX_KEPT = 50;
const MEGABYTE = 1_048_576;

/** Files on their way to the service, and those that were refused. */
export const useUploads = defineStore('uploads', () => {
  const connection = useConnection();
  const options = useJobOptions();
  const jobs = useJobs();
  const catalog = useCatalog();
  const usage = useUsage();
  const rights = useRights();
  const settings = useServiceSettings();
  const announcer = useAnnouncer();
  const toasts = useToasts();
  const kept = keptText('refused');
  const entries = shallowRef<UploadEntry[]>(kept.items(isKeptUpload).map(entryOf));
  /** Files that came before it was known what to ask for. */
  const early = shallowReactive<File[]>([]);

  const held = computed(() => entries.value.filter((entry) => entry.state === 'held'));

  /** How many are not jobs yet, and would go with the window. */
  const unsent = computed(
    () =>
      early.length +
      entries.value.filter(({ state, unreachable }) => state !== 'refused' || unreachable).length,
  );

  /** Sends files, each into every language that is chosen. */
  function add(files: readonly File[]): void {
    if (!options.decided) {
      early.push(...files);
      return;
    }
    const requests = options.takeAll();
    const now = Date.now();
    const added = files.flatMap((file, index) =>
      requests.map((request, into) =>
        // The first language comes first.
        newEntry(
          file,
          options.requestFor(file.name, request),
          now + (index * requests.length + requests.length - 1 - into) / 1_000,
        ),
      ),
    );
    entries.value = [...entries.value, ...added];
    for (const entry of added) void refuseTooLarge(entry);
    pump();
    keepWaiting();
  }

  async function refuseTooLarge(entry: UploadEntry): Promise<void> {
    const over = overSize(entry.file.size, settings.values?.max_file_mb ?? LIMITS.fileBytes / MEGABYTE);
    if (!over) return;
    entry.limit = over.raise;
    // Before its pictures are looked for: it is not to be sent meanwhile.
    entry.state = 'refused';
    const pictures = await pictureBytes(entry.file);
    const numbers = { size: words.megabytes(roundedUp(over.count)), limit: words.number(over.limit) };
    const mayRaise = isRaisable(entry.limit);
    const sentence =
      pictures * 2 < over.count
        ? words.t('upload.tooLarge', {
            ...numbers,
            advice: words.t(mayRaise ? 'upload.raiseOrSplit' : 'upload.split'),
          })
        : words.t('upload.tooLargePictures', {
            ...numbers,
            pictures: words.megabytes(pictures),
            advice: words.t(mayRaise ? 'upload.raiseOrCompress' : 'upload.compress'),
          });
    refuse(entry, sentence, false);
  }

  /** Whether the owner may let a file in here that is over a limit. */
  function isRaisable(limit: UploadEntry['limit']): boolean {
    return limit !== undefined && rights.mayAdminister && !settings.isFixed(limit.setting);
  }

  /** Raises the limit that a file is over, and sends it. */
  async function raise(entry: UploadEntry): Promise<void> {
    if (!entry.limit) return;
    const { setting, needed } = entry.limit;
    try {
      await settings.change({ [setting]: needed });
      again(entry);
    } catch (error) {
      refuse(entry, words.sentence(error), false);
    }
  }

  /**
   * Translates the document of a job once more, with what is chosen now: another engine, glossary or
   * language.
   */
  async function addAgain(job: Job): Promise<void> {
    try {
      add([await sourceOf(job)]);
    } catch (error) {
      jobs.noteTrouble(job.id, error);
    }
  }

  /** The sample is English, whatever was chosen before. */
  async function addSample(): Promise<void> {
    options.choose({ from: 'en' });
    add([await readSample()]);
  }

  /** A folder cannot be sent; it gets a row that says so. */
  function addFolder(name: string): void {
    addRefused(name, words.t('upload.folder'));
  }

  /** A file that could not even be read gets a row that says why. */
  function addRefused(name: string, problem: string): void {
    const entry = newEntry(new File([], name), options.take(), Date.now());
    entries.value = [...entries.value, entry];
    refuse(entry, problem, false);
  }

  const pump = createUploadQueue({
    entries: () => entries.value,
    asksFirst: () => options.asksFirst,
    choices: () => options.formats,
    onHeld: tellHeld,
    onSent: becomeJob,
    onFailed: fail,
  });

  function tellHeld({ file, contradiction: other, asksColumns }: UploadEntry): void {
    keepWaiting();
    if (other === undefined) {
      if (asksColumns) announcer.say(words.t('announce.heldColumns', { name: file.name }));
      return;
    }
    announcer.say(words.t('announce.held', { name: file.name, language: catalog.nameOf(other) }));
  }

  /** Takes the answer to the question after a file's language, and sends it if there is no other. */
  function answerLanguage(entry: UploadEntry, from: string): void {
    entry.request = { ...entry.request, from };
    delete entry.contradiction;
    if (!entry.asksColumns) release([entry]);
  }

  /** Sets what of a file that is held is translated. */
  function chooseOptions(entry: UploadEntry, formatOptions: FormatOptions | undefined): void {
    const { format_options: _, ...others } = entry.request;
    entry.request = formatOptions ? { ...others, format_options: formatOptions } : others;
    keepWaiting();
    void recount(entry);
  }

  /** The words of a held file with the chosen options. */
  async function recount(entry: UploadEntry): Promise<void> {
    const { request } = entry;
    const found = await examined(entry);
    if (!found || !entry.found || entry.request !== request || entry.state !== 'held') return;
    const { segment_count, source_words } = found;
    entry.found = { ...entry.found, segment_count, source_words };
  }

  /** Sends files that were held, as they were asked for or from another language. */
  function release(chosen: readonly UploadEntry[], from?: string): void {
    for (const entry of chosen) {
      if (entry.state !== 'held') continue;
      if (from !== undefined) entry.request = { ...entry.request, from };
      entry.state = 'waiting';
    }
    pump();
  }

  async function becomeJob(entry: UploadEntry, id: string): Promise<void> {
    if (entry.abort.signal.aborted) {
      await jobs.removeForGood({ id, kind: 'document' });
      return;
    }
    keepOriginal(id, entry.file);
    jobs.places.set(id, { key: entry.key, order: entry.order });
    await jobs.adopt({ id, kind: 'document' });
    drop(entry);
  }

  function fail(entry: UploadEntry, error: unknown): void {
    connection.note(error);
    if (entry.abort.signal.aborted) {
      drop(entry);
      return;
    }
    const over = overSegments(error);
    entry.limit = over?.raise;
    const sentence = over
      ? words.counted('upload.tooManySegments', over.count, {
          limit: words.number(over.limit),
          advice: words.t(isRaisable(entry.limit) ? 'upload.raiseOrSplit' : 'upload.split'),
        })
      : words.sentence(error);
    refuse(entry, sentence, mayPassLater(error));
    entry.unreachable = error instanceof ServiceUnreachable;
    const code = error instanceof ServiceProblem ? error.code : undefined;
    entry.engineMissing = code === 'engine_unavailable';
    entry.overQuota = code === 'quota_exceeded';
    if (entry.overQuota) void usage.load();
    keepWaiting();
  }

  function refuse(entry: UploadEntry, problem: string, again: boolean): void {
    entry.state = 'refused';
    entry.problem = problem;
    entry.again = again;
    keepWaiting();
    announcer.say(words.t('announce.refused', { name: entry.file.name, why: problem }));
  }

  function again(entry: UploadEntry): void {
    entry.state = 'waiting';
    // A file that could not be read may be readable now.
    entry.isLookedInto = entry.found !== undefined;
    entry.sentBytes = 0;
    entry.unreachable = false;
    entry.engineMissing = false;
    entry.overQuota = false;
    entry.limit = undefined;
    delete entry.problem;
    pump();
  }

  /** Entries whose content this browser keeps. */
  const contents = new Set<string>();

  /**
   * Files that wait or were refused stay in the list over a reload, with their content where they may still
   * be sent.
   */
  function keepWaiting(): void {
    const waiting = entries.value
      .filter(
        ({ key, state }) =>
          state === 'waiting' || state === 'held' || state === 'refused' || contents.has(key),
      )
      .slice(-MAX_KEPT);
    for (const entry of waiting) {
      if (contents.has(entry.key) || entry.isRestoring || !isContentWanted(entry)) continue;
      contents.add(entry.key);
      void keepFile(entry.key, entry.file);
    }
    kept.write(() => JSON.stringify(waiting.map(asKept)));
  }

  /** Finds the content of what a window before has left, and sends what only waited. */
  async function restore(): Promise<void> {
    await forgetOldFiles();
    for (const entry of entries.value) {
      if (entry.state !== 'refused') continue;
      const isWaiting = entry.problem === '';
      const file = entry.isRestoring ? await keptFile(entry.key) : undefined;
      entry.isRestoring = false;
      if (file) {
        contents.add(entry.key);
        entry.file = file;
        entry.again = true;
        // A file whose engine is missing waits for it, unless it has come meanwhile.
        if (isWaiting || isEngineThere(entry)) again(entry);
      } else {
        entry.limit = undefined;
        entry.engineMissing = false;
        if (isWaiting) refuse(entry, words.t('upload.contentGone'), false);
      }
    }
  }
  void restore();

  /** Stops an upload, or takes a refused one off the list. */
  function drop(entry: UploadEntry): void {
    entry.abort.abort();
    entries.value = entries.value.filter((other) => other !== entry);
    if (contents.delete(entry.key)) void forgetFile(entry.key);
    keepWaiting();
  }

  /** Takes refused files off the list; they can be brought back for a while. */
  function dropAll(chosen: readonly UploadEntry[]): void {
    const gone = new Set(chosen);
    entries.value = entries.value.filter((entry) => !gone.has(entry));
    toasts.offer({
      text: words.counted('list.removed', chosen.length),
      undo: () => (entries.value = [...entries.value, ...chosen]),
      commit: () => {
        for (const entry of chosen) drop(entry);
      },
    });
  }

  // The same key goes along, so an upload whose answer alone was lost makes no second job.
  onAnswer(() => {
    for (const entry of entries.value) if (entry.unreachable) again(entry);
  });

  // An upload ends with the page. The app's own window is closed by the shell, which asks in its own words.
  window.addEventListener('beforeunload', (event) => {
    if (!isDesktop() && unsent.value > 0) event.preventDefault();
  });
  watch(unsent, tellUnsent, { immediate: true });

  watch(
    () => options.decided,
    () => {
      if (early.length > 0) add(early.splice(0));
    },
  );

  // The missing engine has been installed, from the row or elsewhere.
  watch(
    () => catalog.engines,
    () => {
      for (const entry of entries.value) if (isEngineThere(entry) && entry.again) again(entry);
    },
  );

  function isEngineThere({ engineMissing, request }: UploadEntry): boolean {
    return engineMissing && catalog.isReady(request.from, request.to, request.engine);
  }

  return {
    entries,
    held,
    warmUp,
    add,
    addSample,
    addAgain,
    answerLanguage,
    chooseOptions,
    release,
    addFolder,
    addRefused,
    again,
    isRaisable,
    raise,
    drop,
    dropAll,
  };
});

/**
 * A bad request stays bad, and so does a file that cannot be read any more; everything else (no service, no
 * engine, a quota, no room) may change.
 */
function mayPassLater(error: unknown): boolean {
  if (error instanceof FileChanged) return false;
  return !(error instanceof ServiceProblem) || error.code !== 'invalid_request' || error.status === 408;
}

/** To a tenth of a megabyte: a file one byte over 10 MB has more than 10.0. */
function roundedUp(bytes: number): number {
  const tenth = 1_048_576 / 10;
  return Math.ceil(bytes / tenth) * tenth;
}
