import { shallowReactive } from 'vue';
import type { ShallowRef } from 'vue';
import { words } from '../i18n/words.ts';
import { forgetFile, forgetOldFiles, keepFile, keptFile } from '../lib/kept-files.ts';
import type { KeptText } from '../lib/kept-text.ts';
import { asKept, isContentWanted } from './kept-uploads.ts';
import type { UploadEntry } from './upload-entry.ts';

/** The maximum of files kept over a reload: their list is one text of the service. */
const MAX_KEPT = 300;

interface UploadKeepingParts {
  readonly entries: Readonly<ShallowRef<readonly UploadEntry[]>>;
  readonly kept: Pick<KeptText, 'write'>;
  readonly again: (entry: UploadEntry) => void;
  /** Called with the reason why a file cannot be sent. */
  readonly refuse: (entry: UploadEntry, problem: string) => void;
  /** Whether an engine that a file waits for is ready. */
  readonly isEngineThere: (entry: UploadEntry) => boolean;
}

/**
 * Files that wait or were refused stay in the list over a reload, with their content where they may still be
 * sent.
 */
export function createUploadKeeping({ entries, kept, again, refuse, isEngineThere }: UploadKeepingParts) {
  /** Entries whose content this browser keeps, or is about to. */
  const contents = new Set<string>();
  /** Those that it has stored. */
  const stored = shallowReactive(new Set<string>());

  function keep(): void {
    const listed = entries.value.slice(-MAX_KEPT);
    for (const entry of listed) {
      if (contents.has(entry.key) || entry.isRestoring || !isContentWanted(entry)) continue;
      contents.add(entry.key);
      void keepContent(entry);
    }
    kept.write(() => JSON.stringify(listed.map(asKept)));
  }

  async function keepContent({ key, file }: UploadEntry): Promise<void> {
    const isStored = await keepFile(key, file);
    if (isStored && contents.has(key)) stored.add(key);
  }

  /** Finds the content of an earlier window's files, and goes on with those that were not refused. */
  async function restore(): Promise<void> {
    await forgetOldFiles();
    for (const entry of entries.value) {
      const isWaiting = entry.problem === '';
      const file = entry.isRestoring ? await keptFile(entry.key) : undefined;
      entry.isRestoring = false;
      if (file) {
        contents.add(entry.key);
        stored.add(entry.key);
        entry.file = file;
        // A file whose engine is missing waits for it, unless it has come meanwhile.
        if (isWaiting || isEngineThere(entry)) again(entry);
        else entry.again = true;
      } else {
        entry.limit = undefined;
        entry.engineMissing = false;
        if (isWaiting) refuse(entry, words.t('upload.contentGone'));
      }
    }
  }

  /** Called for a file removed from the list. */
  function forget({ key }: UploadEntry): void {
    stored.delete(key);
    if (contents.delete(key)) void forgetFile(key);
    keep();
  }

  /** Whether the window may close without losing a file. */
  const isSafe = ({ key, isRestoring }: UploadEntry): boolean => isRestoring === true || stored.has(key);

  return { keep, restore, forget, isSafe };
}
