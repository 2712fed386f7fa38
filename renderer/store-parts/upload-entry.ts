import { shallowReactive } from 'vue';
import type { ExaminedResource } from '../../service/contract/index.ts';
import type { JobRequest } from '../api/jobs.ts';
import type { ColumnsQuestion } from '../lib/format-choices.ts';

export interface RaisableLimit {
  readonly setting: 'max_segments' | 'max_file_mb';
  readonly needed: number;
}

export interface UploadEntry {
  /** Also the key of the row, which stays the same when the upload becomes a job. */
  readonly key: string;
  file: File;
  /** Bytes. */
  readonly size: number;
  request: JobRequest;
  /** The row's place: milliseconds, higher for newer rows. */
  readonly order: number;
  readonly abort: AbortController;
  /** `held`: it waits for the user's decision. */
  state: 'waiting' | 'looking' | 'held' | 'sending' | 'refused';
  /** Whether it waits for the user in any case: as in an earlier window, or because it is translated again by choice. */
  wasHeld: boolean;
  /** Whether the panel with its columns and parts is open. */
  isChoosing: boolean;
  /** Whether the user has said from which language it is translated. */
  hasLanguage: boolean;
  /** Whether the service was asked to examine it. */
  isLookedInto: boolean;
  /** The report on it, if the file could be read. */
  found?: ExaminedResource;
  /** The language it is certainly in, if that differs from the chosen one. */
  contradiction?: string;
  /** For a table whose first column has nothing to translate. */
  asksColumns?: ColumnsQuestion | undefined;
  sentBytes: number;
  /** Why it was refused, in one sentence. */
  problem?: string;
  /** Whether the same file may pass on a retry. */
  again: boolean;
  /** Whether only the service was missing: then it is sent once that answers again. */
  unreachable: boolean;
  /** Whether only an engine was missing: then it is sent once there is one. */
  engineMissing: boolean;
  /** Whether the DOCX quota stopped it. */
  overQuota: boolean;
  /** A PDF whose author forbids copying: its user may have the right to it. */
  asksRights: boolean;
  /** Whether its content is still being looked up, for a file left by an earlier window. */
  isRestoring?: boolean;
  /** The setting that stopped it, and the value that would admit it. */
  limit?: RaisableLimit | undefined;
}

export function newEntry(
  file: File,
  request: JobRequest,
  order: number,
  more: Partial<UploadEntry> = {},
): UploadEntry {
  return shallowReactive<UploadEntry>({
    key: crypto.randomUUID(),
    file,
    size: file.size,
    request,
    order,
    abort: new AbortController(),
    state: 'waiting',
    wasHeld: false,
    isChoosing: false,
    hasLanguage: false,
    isLookedInto: false,
    sentBytes: 0,
    again: false,
    unreachable: false,
    engineMissing: false,
    overQuota: false,
    asksRights: false,
    ...more,
  });
}

/** Puts a refused entry in the queue once more. */
export function resetEntry(entry: UploadEntry): void {
  entry.state = 'waiting';
  entry.again = false;
  // A file that could not be read may be readable now.
  entry.isLookedInto = entry.found !== undefined;
  entry.sentBytes = 0;
  entry.unreachable = false;
  entry.engineMissing = false;
  entry.overQuota = false;
  entry.asksRights = false;
  entry.limit = undefined;
  delete entry.problem;
}
