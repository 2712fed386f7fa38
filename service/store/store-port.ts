import type { FileType, JobKind, JobStatus } from '../contract/index.ts';
import { StartError } from '../lib/start-error.ts';
import type { AccountsRecord } from '../records/accounts-record.ts';
import type { BuiltResult } from '../records/built-result.ts';
import type { EditsRecord } from '../records/edits.ts';
import type { JobEntry } from '../records/job-entry.ts';
import type { Fingerprint, JobRecord } from '../records/job-record.ts';
import type { JournalEnd } from '../records/journal.ts';
import type { SettingsRecord } from '../records/settings-record.ts';

/**
 * What is kept, and where: the seams behind which another storage could stand. A job's folder is its truth;
 * the index of jobs is derived and can be rebuilt; the accounts are a small document that is written whole.
 */
export interface Store {
  readonly files: FileStore;
  readonly jobs: JobStore;
  readonly accounts: Document<AccountsRecord>;
  readonly settings: Document<SettingsRecord>;
  readonly drafts: Drafts;
  /** Tells a second process that is refused this folder where the first one listens. */
  setAddress(address: string): Promise<void>;
  /** Writes pending changes and releases the folder for another process. */
  close(): Promise<void>;
}

/** The data folder is in use by another running process. */
export class StoreBusyError extends StartError {
  readonly pid: number;
  readonly address: string | undefined;
  constructor(folder: string, pid: number, address: string | undefined) {
    const where = address ? ` and listens at ${address}` : '';
    super(
      `The data folder ${folder} is in use: the service with process id ${pid} is already running${where}. ` +
        'Use that one, stop it first, or choose another folder with --data-dir.',
      'folder_in_use',
      // As it is: an id is not a quantity.
      { folder, pid: String(pid) },
    );
    this.name = 'StoreBusyError';
    this.pid = pid;
    this.address = address;
  }
}

/** Clients' saved JSON texts by name, separate for each account. */
export interface Drafts {
  /** Rejects with `not_found`. One that is damaged is set aside, and not there from then on. */
  read(accountId: string, name: string): Promise<Buffer | 'damaged'>;
  /** Rejects with `conflict` where the account has as many as it may. */
  write(accountId: string, name: string, json: string): Promise<void>;
  remove(accountId: string, name: string): Promise<void>;
}

/** How a document was found: whole, restored from its copy, or lost and begun again. */
type Recovery = 'none' | 'backup' | 'lost';

/** A small record kept in memory and written whole. Callers that come in a burst share one write. */
export interface Document<T> {
  /** The present value. Only `update` and `touch` change it. */
  readonly data: Readonly<T>;
  /** Each write has a number, kept in the file; this is the last that was begun. */
  readonly rev: number;
  /** Kept until `completeRecovery`, across crashes: other sources correct what depends on the loss. */
  readonly recovery: Recovery;
  /** The number of the write this value was restored from. Whatever later writes held may be missing. */
  readonly restoredRev: number;
  /** Call this once the missing data has been rebuilt. */
  completeRecovery(): Promise<void>;
  /**
   * Changes the value at once and resolves when the change is on disk, with what `change` returned. `rev` is
   * the number of the first write that holds the change. Where it cannot be written it rejects, and `undo`
   * takes the change back, also from the disk with the next write; without `undo` the change stays, and
   * reaches the disk with a later one.
   */
  update<R>(change: (data: T, rev: number) => R, undo?: (data: T) => void): Promise<R>;
  /** Changes the value at once; it reaches the disk with the next write, at the latest after a moment. */
  touch(change: (data: T) => void): void;
  /** Resolves when everything changed so far is on disk. */
  flush(): Promise<void>;
}

export interface JobQuery {
  account_id: string;
  kind?: JobKind;
  status?: JobStatus;
  /** Jobs whose file name or id holds this, whatever the case. */
  q?: string;
  limit: number;
  /** The id of the last job of the page before. */
  cursor?: string;
}

/**
 * The index of jobs: running and recent ones in memory, older ones read when asked for. Ids sort by the time
 * of creation (UUID version 7, RFC 9562 §5.7), so that an id is a place in the list as well.
 */
export interface JobStore {
  readonly recovery: Recovery;
  get(id: string): Promise<JobEntry | undefined>;
  /** Known at once, on disk a moment later: the folders tell the same. */
  put(entry: JobEntry): void;
  remove(id: string): Promise<void>;
  /** Newest first, at most `limit` rows; `next` is the cursor of the following page. */
  list(query: JobQuery): Promise<{ entries: JobEntry[]; next?: string }>;
  /** Every row once, oldest first, read in slices so that nothing blocks. */
  all(): AsyncIterable<JobEntry>;
}

/** Paths of a job's files, for the translation process. All in one folder. */
export interface JobPaths {
  readonly job: string;
  readonly source: string;
  readonly segments: string;
  readonly journal: string;
  /** Path of people's edits, once the job is done. */
  readonly edits: string;
  readonly result: string;
  /** The simple rebuild of a DOCX. */
  readonly simple: string;
}

/** A job being made: a folder beside the others that becomes the job's in one step, or vanishes. */
export interface JobDraft {
  readonly paths: JobPaths;
  /** Takes over an upload as the source of the job, of the type that `commit` will name. */
  takeSource(uploadPath: string, fileType: FileType): Promise<void>;
  /** Writes `job.json`, makes everything durable, and puts the folder in its place. */
  commit(record: JobRecord): Promise<void>;
  /** Removes the draft, or the job where it was just committed. */
  discard(): Promise<void>;
}

/** Files of jobs. Rejects with `storage_full` where space is the reason. */
export interface FileStore {
  /** A new temporary path on the same filesystem. The next start removes leftover uploads. */
  newUploadPath(): string;
  removeUpload(path: string): Promise<void>;
  /** Writes such a file, and returns its path. */
  writeUpload(content: Uint8Array): Promise<string>;
  copyToUpload(path: string): Promise<string>;

  draft(id: string): Promise<JobDraft>;
  paths(record: Pick<JobRecord, 'id' | 'kind' | 'file_type'>): JobPaths;
  /** Ids of all job folders, oldest first. */
  ids(): Promise<string[]>;
  /** Undefined where `job.json` is missing or cannot be read as one. */
  readJob(id: string): Promise<JobRecord | undefined>;
  /** Facts about a folder whose `job.json` is damaged. */
  inspect(id: string): Promise<{ fileType?: FileType; createdAt: string }>;
  /** Gone at once for every reader, even after a crash; the space is free a moment later. */
  remove(id: string): Promise<void>;
  /** Size and change of a file, or undefined if there is none. */
  stat(path: string): Promise<FileStat | undefined>;

  /** Size and CRC-32 of a file, read as a stream; undefined if there is none. */
  fingerprint(path: string): Promise<Fingerprint | undefined>;
  /** Bytes of all files in a job's folder. */
  size(id: string): Promise<number>;
  /** Removes what a killed writer left in the folder of a job that nobody works on yet. */
  clearTemporary(id: string): Promise<void>;
  /** People's edits of a job; undefined for none. Rejects with DamagedEditsError. */
  readEdits(id: string): Promise<EditsRecord | undefined>;
  /**
   * Appends an EditsLine, or puts it in the place of all before. Durable when it resolves, with a note that
   * makes the next start look into the folder; where it rejects, nothing has changed.
   */
  appendEdits(id: string, line: Uint8Array, options: { isWhole: boolean }): Promise<void>;
  /** The translation memory has learned from all edits up to `at`. */
  markLearned(id: string, at: string): Promise<void>;
  /** The inputs of the result file at `path`; undefined where unknown. */
  readBuilt(path: string): Promise<BuiltResult | undefined>;
  writeBuilt(path: string, built: BuiltResult): Promise<void>;
  /** Ids of jobs that were about to be edited when the index was last known to be up to date. */
  notedIds(): Promise<string[]>;
  /** Removes a note whose content the index on the disk now has. */
  forgetNote(id: string): Promise<void>;
  /** The end of a job, from its journal. */
  readJournalEnd(id: string): Promise<JournalEnd>;
  /** Appends durably, replacing a torn line. A failed append leaves no part of it behind. */
  appendJournal(id: string, data: Uint8Array, options?: { durable: boolean }): Promise<void>;
  /** Makes durable what has been appended. */
  syncJournal(id: string): Promise<void>;
}

export interface FileStat {
  bytes: number;
  /** Changes whenever the content may have. */
  version: string;
}
