import { computed, shallowReactive, watch } from 'vue';
import type { ShallowRef } from 'vue';
import type { JobRequest } from '../api/jobs.ts';
import { isDesktop } from '../api/connect.ts';
import { tellUnsent } from '../api/shell.ts';
import { words } from '../i18n/words.ts';
import { newEntry } from './upload-entry.ts';
import type { UploadEntry } from './upload-entry.ts';

interface UploadAddingParts {
  readonly entries: ShallowRef<UploadEntry[]>;
  /** Whether the options of a request are known. */
  readonly decided: () => boolean;
  /** A request for each selected target language. */
  readonly takeAll: () => readonly JobRequest[];
  /** A request with the selected options for the type of a file. */
  readonly requestFor: (fileName: string, request: JobRequest) => JobRequest;
  /** The request for the first target language. */
  readonly take: () => JobRequest;
  /** Whether a file survives the window. */
  readonly isSafe: (entry: UploadEntry) => boolean;
  /** Called with the reason why a file cannot be sent. */
  readonly refuse: (entry: UploadEntry, problem: string) => void;
  readonly onAdded: (added: readonly UploadEntry[]) => void;
}

/** Adds files to the list, and warns before the window closes while some would be lost with it. */
export function createUploadAdding(parts: UploadAddingParts) {
  const { entries, decided, takeAll, requestFor, take, isSafe, refuse, onAdded } = parts;
  /** Files added before the options were known. */
  const early = shallowReactive<File[]>([]);
  /** The number of files that are not jobs yet, and not kept either. */
  const unsent = computed(
    () =>
      early.length +
      entries.value.filter((entry) => (entry.state !== 'refused' || entry.unreachable) && !isSafe(entry))
        .length,
  );

  /** Adds files, each for every selected target language. `more`: of their entries. */
  function add(files: readonly File[], more: Partial<UploadEntry> = {}): void {
    if (!decided()) {
      early.push(...files);
      return;
    }
    const requests = takeAll();
    const now = Date.now();
    // The first language comes first.
    const orderOf = (index: number, into: number): number =>
      now + (index * requests.length + requests.length - 1 - into) / 1_000;
    const added = files.flatMap((file, index) =>
      requests.map((request, into) =>
        newEntry(file, requestFor(file.name, request), orderOf(index, into), more),
      ),
    );
    entries.value = [...entries.value, ...added];
    onAdded(added);
  }

  /** A folder cannot be sent; its row says so. */
  function addFolder(name: string): void {
    addRefused(name, words.t('upload.folder'));
  }

  /** An unreadable file gets a row with the reason. */
  function addRefused(name: string, problem: string): void {
    const entry = newEntry(new File([], name), take(), Date.now());
    entries.value = [...entries.value, entry];
    refuse(entry, problem);
  }

  watch(decided, () => {
    if (early.length > 0) add(early.splice(0));
  });
  // An unkept upload ends with the page. The app's own window is closed by the shell, which asks in its own words.
  window.addEventListener('beforeunload', (event) => {
    if (!isDesktop() && unsent.value > 0) event.preventDefault();
  });
  watch(unsent, tellUnsent, { immediate: true });

  return { add, addFolder, addRefused };
}
