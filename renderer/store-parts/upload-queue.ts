import { LIMITS } from '../../service/contract/api-limits.ts';
import { uploadDocument } from '../api/upload.ts';
import { columnsQuestion, formatOptionsOf } from '../lib/format-choices.ts';
import type { FormatChoices } from '../lib/format-choices.ts';
import { contradiction, isTelling } from '../lib/told-language.ts';
import { examined } from './examined.ts';
import type { UploadEntry } from './upload-entry.ts';

interface UploadQueueParts {
  /** All current files, in order; waiting ones are examined, and then sent. */
  entries: () => readonly UploadEntry[];
  /** Whether the user wants to be asked before a file is sent. */
  asksFirst: () => boolean;
  /** The user's choices for all files. */
  choices: () => FormatChoices;
  onHeld: (entry: UploadEntry) => void;
  /** Called with the job's id; the next file is sent once this resolves. */
  onSent: (entry: UploadEntry, jobId: string) => Promise<void>;
  onFailed: (entry: UploadEntry, error: unknown) => void;
}

/** Examines and sends files, at most two at a time. Returns a function that continues with waiting ones. */
export function createUploadQueue({
  entries,
  asksFirst,
  choices,
  onHeld,
  onSent,
  onFailed,
}: UploadQueueParts): () => void {
  let underWay = 0;

  function pump(): void {
    for (const entry of entries()) {
      if (underWay >= LIMITS.concurrentExtractions) return;
      if (entry.state === 'waiting' && !entry.isRestoring)
        void (entry.isLookedInto ? sendOne(entry) : lookIntoOne(entry));
    }
  }

  /**
   * Holds a file in another language than the chosen one, a table whose text is not in its first column, a PDF, whose user is
   * told first what it loses, one that an earlier window held, and any file if the user wants to be asked first.
   */
  async function lookIntoOne(entry: UploadEntry): Promise<void> {
    underWay += 1;
    entry.state = 'looking';
    const found = await examined(entry);
    underWay -= 1;
    // Removed from the list meanwhile.
    if (entry.abort.signal.aborted) {
      pump();
      return;
    }
    entry.isLookedInto = true;
    if (found) {
      entry.found = found;
      const options = { ...formatOptionsOf(found, choices()), ...entry.request.format_options };
      if (Object.keys(options).length > 0) entry.request = { ...entry.request, format_options: options };
      // Columns in an open panel are no answer yet.
      if (!Object.hasOwn(options, 'columns') || entry.isChoosing) entry.asksColumns = columnsQuestion(found);
    }
    const other = contradiction(found && isTelling(found) ? found.languages : [], entry.request.from);
    if (other !== undefined && !entry.hasLanguage) entry.contradiction = other;
    const asks =
      entry.contradiction !== undefined ||
      entry.asksColumns !== undefined ||
      found?.read_by !== undefined ||
      entry.wasHeld;
    entry.state = asksFirst() || asks ? 'held' : 'waiting';
    if (entry.state === 'held') onHeld(entry);
    pump();
  }

  async function sendOne(entry: UploadEntry): Promise<void> {
    underWay += 1;
    entry.state = 'sending';
    try {
      const id = await uploadDocument({
        file: entry.file,
        request: entry.request,
        idempotencyKey: entry.key,
        signal: entry.abort.signal,
        onProgress(sentBytes) {
          entry.sentBytes = Math.min(sentBytes, entry.file.size);
        },
      });
      await onSent(entry, id);
    } catch (error) {
      onFailed(entry, error);
    } finally {
      underWay -= 1;
      pump();
    }
  }

  return pump;
}
