import type { ShallowRef } from 'vue';
import { words } from '../i18n/words.ts';
import { forgetFile, forgetOldFiles, keepFile, keptFile } from '../lib/kept-files.ts';
import type { KeptText } from '../lib/kept-text.ts';
import { asKept, isContentWanted } from './kept-uploads.ts';
import type { UploadEntry } from './upload-entry.ts';

/** The maximum of files kept over a reload. */
const MAX_KEPT = 50;

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
  /** Entries whose content this browser keeps. */
  const contents = new Set<string>();

  function keep(): void {
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

  /** Finds the content of an earlier window's files, and sends those that were only waiting. */
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
        if (isWaiting) refuse(entry, words.t('upload.contentGone'));
      }
    }
  }

  /** Called for a file removed from the list. */
  function forget({ key }: UploadEntry): void {
    if (contents.delete(key)) void forgetFile(key);
    keep();
  }

  return { keep, restore, forget };
}
