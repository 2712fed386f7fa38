import { defineStore } from 'pinia';
import { computed, shallowRef, watch } from 'vue';
import type { Job } from '../../service/contract/index.ts';
import { FileChanged, ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import { readSample } from '../api/sample.ts';
import { keepOriginal } from '../api/shell.ts';
import { words } from '../i18n/words.ts';
import { isPackage } from '../lib/is-package.ts';
import { keptText } from '../lib/kept-text.ts';
import { warmUp } from '../store-parts/examined.ts';
import { entryOf, isKeptUpload } from '../store-parts/kept-uploads.ts';
import { translatedBefore } from '../store-parts/translated-before.ts';
import { createUploadAdding } from '../store-parts/upload-adding.ts';
import { resetEntry } from '../store-parts/upload-entry.ts';
import type { UploadEntry } from '../store-parts/upload-entry.ts';
import { createUploadKeeping } from '../store-parts/upload-keeping.ts';
import { createUploadLimits } from '../store-parts/upload-limits.ts';
import { createUploadQuestions } from '../store-parts/upload-questions.ts';
import { createUploadQueue } from '../store-parts/upload-queue.ts';
import { useAnnouncer } from './announcer.ts';
import { useCatalog } from './catalog.ts';
import { onAnswer, useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';
import { useJobs } from './jobs.ts';
import { usePackages } from './packages.ts';
import { sourceOf } from './quote.ts';
import { useRights } from './rights.ts';
import { useServiceSettings } from './service-settings.ts';
import { useToasts } from './toasts.ts';
import { useUsage } from './usage.ts';

/**
 * Files being uploaded, and those that were refused: the queue (`upload-queue`), the limits of a document,
 * the questions about a file, and the state that survives a reload (`upload-keeping`) are its parts.
 */
export const useUploads = defineStore('uploads', () => {
  const connection = useConnection();
  const options = useJobOptions();
  const jobs = useJobs();
  const packages = usePackages();
  const catalog = useCatalog();
  const usage = useUsage();
  const rights = useRights();
  const settings = useServiceSettings();
  const { say } = useAnnouncer();
  const toasts = useToasts();
  const kept = keptText('refused');
  const entries = shallowRef<UploadEntry[]>(kept.items(isKeptUpload).map(entryOf));
  const held = computed(() => entries.value.filter((entry) => entry.state === 'held'));

  /**
   * Translates the document of a job once more, with the current choices: another engine, glossary or
   * language. `asks`: it waits until the user has chosen its parts.
   */
  async function addAgain(job: Job, asks = false): Promise<void> {
    try {
      add([await sourceOf(job)], asks ? { wasHeld: true, isChoosing: true } : {});
    } catch (error) {
      jobs.noteTrouble(job.id, error);
    }
  }

  /** The sample is English, whatever was chosen before. */
  async function addSample(): Promise<void> {
    options.choose({ from: 'en' });
    add([await readSample()]);
  }

  const { tellHeld, ...answers } = createUploadQuestions({
    ...{ languageName: catalog.nameOf, say },
    onChanged: () => keeping.keep(),
    onReleased: () => pump(),
    held: () => held.value,
  });
  const limits = createUploadLimits({
    maxFileMb: () => settings.values?.max_file_mb,
    mayChange: (setting) => rights.mayAdminister && !settings.isFixed(setting),
    change: (values) => settings.change(values),
    ...{ refuse, again },
  });
  const keeping = createUploadKeeping({ entries, kept, again, refuse, isEngineThere });
  const pump = createUploadQueue({
    entries: () => entries.value,
    asksFirst: () => options.asksFirst,
    choices: () => options.formats,
    onHeld: tellHeld,
    onSent: becomeJob,
    onFailed: fail,
  });

  const { add, addFolder, addRefused } = createUploadAdding({
    ...{ entries, decided: () => options.decided, takeAll: options.takeAll, requestFor: options.requestFor },
    ...{ take: options.take, refuse, isSafe: (entry) => keeping.isSafe(entry) },
    onAdded(added) {
      for (const entry of added) void limits.checkSize(entry);
      // First: files that are being sent outlive the window too.
      keeping.keep();
      pump();
    },
  });

  function addFiles(files: readonly File[]): void {
    const documents = files.filter((file) => !isPackage(file));
    const ofAgencies = files.filter(isPackage);
    if (ofAgencies.length > 0) packages.add(ofAgencies);
    if (documents.length === 0) return;
    for (const said of translatedBefore(documents, jobs.present, options.targets)) toasts.tell(said);
    add(documents);
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
    refuse(entry, limits.segmentsProblem(entry, error) ?? words.sentence(error), mayPassLater(error));
    entry.unreachable = error instanceof ServiceUnreachable;
    const code = error instanceof ServiceProblem ? error.code : undefined;
    entry.engineMissing = code === 'engine_unavailable';
    entry.overQuota = code === 'quota_exceeded';
    entry.asksRights =
      error instanceof ServiceProblem && error.fields.some((field) => field.code === 'copying_forbidden');
    if (entry.overQuota) void usage.load();
    keeping.keep();
  }

  function refuse(entry: UploadEntry, problem: string, again = false): void {
    entry.state = 'refused';
    entry.problem = problem;
    entry.again = again;
    keeping.keep();
    say(words.t('announce.refused', { name: entry.file.name, why: problem }));
  }

  /** Sends a PDF whose author forbids copying: the user says that they have the right to it. */
  function grantRights(entry: UploadEntry): void {
    entry.request = {
      ...entry.request,
      format_options: { ...entry.request.format_options, 'pdf.rights': true },
    };
    again(entry);
  }

  function again(entry: UploadEntry): void {
    resetEntry(entry);
    pump();
  }

  /** Stops an upload, or removes a refused one from the list. */
  function drop(entry: UploadEntry): void {
    entry.abort.abort();
    entries.value = entries.value.filter((other) => other !== entry);
    keeping.forget(entry);
  }

  /** Removes refused files from the list; they can be restored for a while. */
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

  void keeping.restore();

  // The same key is sent again, so an upload that lost only its answer creates no second job.
  onAnswer(() => {
    for (const entry of entries.value) if (entry.unreachable) again(entry);
  });

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
    ...{ entries, held, warmUp, add: addFiles, addSample, addAgain, addFolder, addRefused },
    ...{ again, grantRights, drop, dropAll },
    ...answers,
    isRaisable: limits.isRaisable,
    raise: limits.raise,
  };
});

/**
 * A bad request stays bad, and so does an unreadable file; all other errors (no service, no engine, a quota,
 * no room) may pass.
 */
function mayPassLater(error: unknown): boolean {
  if (error instanceof FileChanged) return false;
  return !(error instanceof ServiceProblem) || error.code !== 'invalid_request' || error.status === 408;
}
