import { defineStore } from 'pinia';
import { shallowReactive, shallowRef, watch } from 'vue';
import { LIMITS } from '../../service/contract/limits.ts';
import { ServiceProblem, ServiceUnreachable } from '../api/errors.ts';
import type { JobRequest } from '../api/jobs.ts';
import { uploadDocument } from '../api/upload.ts';
import { words } from '../i18n/words.ts';
import { useAnnouncer } from './announcer.ts';
import { useConnection } from './connection.ts';
import { useJobOptions } from './job-options.ts';
import { useJobs } from './jobs.ts';

export interface UploadEntry {
  /** Also the key of the row, which stays the same when the upload becomes a job. */
  readonly key: string;
  readonly file: File;
  readonly request: JobRequest;
  /** Where the row stands: milliseconds, newer ones are larger. */
  readonly order: number;
  readonly abort: AbortController;
  state: 'waiting' | 'sending' | 'refused';
  sentBytes: number;
  /** Why it was refused, in one sentence. */
  problem?: string;
  /** Whether the same file may pass on another try. */
  again: boolean;
  /** Whether only the service was missing: then it is sent once that answers again. */
  unreachable: boolean;
}

/** Files on their way to the service, at most two at a time, and those that were refused. */
export const useUploads = defineStore('uploads', () => {
  const connection = useConnection();
  const options = useJobOptions();
  const jobs = useJobs();
  const announcer = useAnnouncer();
  const entries = shallowRef<UploadEntry[]>([]);
  let sending = 0;

  function add(files: readonly File[]): void {
    const request = options.take();
    const now = Date.now();
    const added = files.map((file, index) => newEntry(file, request, now + index / 1000));
    entries.value = [...entries.value, ...added];
    for (const entry of added)
      if (entry.file.size > LIMITS.fileBytes)
        refuse(
          entry,
          words.t('upload.tooLarge', { size: words.megabytes(roundedUp(entry.file.size)) }),
          false,
        );
    pump();
  }

  /** A folder cannot be sent; it gets a row that says so. */
  function addFolder(name: string): void {
    const entry = newEntry(new File([], name), options.take(), Date.now());
    entries.value = [...entries.value, entry];
    refuse(entry, words.t('upload.folder'), false);
  }

  function pump(): void {
    for (const entry of entries.value) {
      if (sending >= LIMITS.concurrentExtractions) return;
      if (entry.state === 'waiting') void sendOne(entry);
    }
  }

  async function sendOne(entry: UploadEntry): Promise<void> {
    sending += 1;
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
      jobs.places.set(id, { key: entry.key, order: entry.order });
      await jobs.adopt({ id, kind: 'document' });
      drop(entry);
    } catch (error) {
      connection.note(error);
      if (entry.abort.signal.aborted) drop(entry);
      else {
        refuse(entry, words.sentence(error), mayPassLater(error));
        entry.unreachable = error instanceof ServiceUnreachable;
      }
    } finally {
      sending -= 1;
      pump();
    }
  }

  function refuse(entry: UploadEntry, problem: string, again: boolean): void {
    entry.state = 'refused';
    entry.problem = problem;
    entry.again = again;
    announcer.say(words.t('announce.refused', { name: entry.file.name, why: problem }));
  }

  function again(entry: UploadEntry): void {
    entry.state = 'waiting';
    entry.sentBytes = 0;
    entry.unreachable = false;
    delete entry.problem;
    pump();
  }

  /** Stops an upload, or takes a refused one off the list. */
  function drop(entry: UploadEntry): void {
    entry.abort.abort();
    entries.value = entries.value.filter((other) => other !== entry);
  }

  // The same key goes along, so an upload whose answer alone was lost makes no second job.
  watch(
    () => connection.usable,
    (usable) => {
      if (usable) for (const entry of entries.value) if (entry.unreachable) again(entry);
    },
  );

  return { entries, add, addFolder, again, drop };
});

function newEntry(file: File, request: JobRequest, order: number): UploadEntry {
  return shallowReactive<UploadEntry>({
    key: crypto.randomUUID(),
    file,
    request,
    order,
    abort: new AbortController(),
    state: 'waiting',
    sentBytes: 0,
    again: false,
    unreachable: false,
  });
}

/** What was asked was wrong and stays wrong; everything else (no service, no engine, a quota, no room) may change. */
function mayPassLater(error: unknown): boolean {
  return !(error instanceof ServiceProblem) || error.code !== 'invalid_request' || error.status === 408;
}

/** To a tenth of a megabyte: a file one byte over 10 MB has more than 10.0. */
function roundedUp(bytes: number): number {
  const tenth = 1_048_576 / 10;
  return Math.ceil(bytes / tenth) * tenth;
}
