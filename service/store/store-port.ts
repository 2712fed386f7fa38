import type { ClientEvent, FileType, JobKind, JobStatus } from '../contract/index.ts';
import { StartError } from '../lib/start-error.ts';
import type { AccountsRecord } from '../records/accounts-record.ts';
import type { BuiltResult } from '../records/built-result.ts';
import type { ClientRecord } from '../records/client-record.ts';
import type { EditsRecord } from '../records/edits.ts';
import type { JobEntry } from '../records/job-entry.ts';
import type { Fingerprint, JobRecord } from '../records/job-record.ts';
import type { JournalEnd } from '../records/journal.ts';
import type { SecondOpinion } from '../records/second-opinions.ts';
import type { SettingsRecord } from '../records/settings-record.ts';

/**
 * Storage, behind interfaces that another implementation could serve. A job's folder is the truth about it;
 * the index of jobs is derived and can be rebuilt; the accounts are a small document that is written whole.
 */
export interface Store {
  readonly files: FileStore;
  readonly jobs: JobStore;
  readonly accounts: Document<AccountsRecord>;
  readonly settings: Document<SettingsRecord>;
  readonly drafts: Drafts;
  readonly clients: ClientFiles;
  /** Lets a second process that is refused this folder find the first one's address. */
  setAddress(address: string): void;
  /** Writes pending changes and releases the folder for another process. */
  close(): Promise<void>;
}

/** The data folder is in use by another running process. */
export class StoreBusyError extends StartError {
  readonly pid: number | undefined;
  readonly address: string | undefined;
  /** `pid`: undefined where that process does not answer. */
  constructor(folder: string, pid: number | undefined, address: string | undefined) {
    const id = String(pid ?? 'unknown');
    const where = address ? ` and listens at ${address}` : '';
    super(
      `The data folder ${folder} is in use: the service with process id ${id} is already running${where}. ` +
        'Use that one, stop it first, or choose another folder with --data-dir.',
      'folder_in_use',
      // Without digit grouping: an id is not a quantity.
      { folder, pid: id },
    );
    this.name = 'StoreBusyError';
    this.pid = pid;
    this.address = address;
  }
}

/** Saved JSON texts by name, separate for each owner (lib/owner.ts). */
export interface Drafts {
  /** Rejects with `not_found`. A damaged one is set aside, and then not found. */
  read(owner: string, name: string): Promise<Buffer | 'damaged'>;
  /** Rejects with `conflict` at the owner's maximum of drafts. */
  write(owner: string, name: string, json: string): Promise<void>;
  remove(owner: string, name: string): Promise<void>;
  count(owner: string): Promise<number>;
}

/** The folders of clients. */
export interface ClientFiles {
  /** Those that the start found. */
  readonly found: readonly ClientRecord[];
  /** Ids of clients that are not wholly forgotten. */
  readonly forgotten: readonly string[];
  /** Where a client's data is. */
  folderOf(accountId: string, id: string): string;
  /** Makes a client's folder, which `fill` completes: it is there as a whole, or not at all. */
  create(record: ClientRecord, fill: () => Promise<void>): Promise<void>;
  write(record: ClientRecord): Promise<void>;
  appendEvents(accountId: string, id: string, events: readonly ClientEvent[]): Promise<void>;
  readEvents(accountId: string, id: string): Promise<ClientEvent[]>;
  /** From then on the client is gone, also after a crash. Nothing in its folder may be open. */
  beginForgetting(record: Pick<ClientRecord, 'account_id' | 'id'>): Promise<void>;
  /** Everything else of the client is gone: so is its folder. */
  endForgetting(id: string): Promise<void>;
}

/** How a document was opened: intact, restored from its backup, or lost and begun again. */
type Recovery = 'none' | 'backup' | 'lost';

/** A small record kept in memory and written whole. Callers in a burst share one write. */
export interface Document<T> {
  /** The current value. Only `update` and `touch` change it. */
  readonly data: Readonly<T>;
  /** Number of the last write begun. The file holds it. */
  readonly rev: number;
  /** Kept until `completeRecovery`, across crashes: other sources rebuild the lost data. */
  readonly recovery: Recovery;
  /** The number of the write this value was restored from. Content of later writes may be missing. */
  readonly restoredRev: number;
  /** Call this once the missing data has been rebuilt. */
  completeRecovery(): Promise<void>;
  /**
   * Changes the value at once and resolves when the change is on disk, with the result of `change`. `rev` is
   * the number of the first write that holds the change. Rejects if it cannot be written; `undo` then reverts
   * the change, on disk with the next write. Without `undo` the change stays, and reaches the disk with a
   * later write.
   */
  update<R>(change: (data: T, rev: number) => R, undo?: (data: T) => void): Promise<R>;
  /** Changes the value at once; it reaches the disk with the next write, or after a moment. */
  touch(change: (data: T) => void): void;
  /** Resolves when everything changed so far is on disk. */
  flush(): Promise<void>;
}

export interface JobQuery {
  account_id: string;
  /** Jobs of this client only. */
  client_id?: string;
  kind?: JobKind;
  status?: JobStatus;
  /** Jobs whose file name or id contains this, ignoring case. */
  q?: string;
  limit: number;
  /** The id of the last job of the previous page. */
  cursor?: string;
}

/**
 * The index of jobs: running and recent ones in memory, older ones read on demand. Ids sort by time of
 * creation (UUID version 7, RFC 9562 §5.7), so an id is also a position in the list.
 */
export interface JobStore {
  readonly recovery: Recovery;
  get(id: string): Promise<JobEntry | undefined>;
  /** Visible at once, on disk a moment later: the folders hold the same facts. */
  put(entry: JobEntry): void;
  remove(id: string): Promise<void>;
  /** Removes what the files, and their backups, still hold of removed jobs. */
  forgetRemoved(): Promise<void>;
  /** Newest first, at most `limit` rows; `next` is the cursor of the next page. */
  list(query: JobQuery): Promise<{ entries: JobEntry[]; next?: string }>;
  /** Every row once, oldest first, read in slices so that nothing blocks. */
  all(): AsyncIterable<JobEntry>;
}

/** Paths of a job's files, for those who read and write them. All in the job's folder. */
export interface JobPaths {
  readonly job: string;
  readonly source: string;
  /** For formats that are converted: the file that was made of the source, and the places of its texts there. */
  readonly converted: string;
  readonly layout: string;
  readonly segments: string;
  readonly journal: string;
  /** Path of people's edits, for a done job. */
  readonly edits: string;
  /** Findings that a person ignores, see records/ignored-findings.ts. */
  readonly checks: string;
  readonly result: string;
  /** The simple rebuild of a DOCX. */
  readonly simple: string;
}

/** A job being created: a folder beside the others that becomes the job's in one step, or vanishes. */
export interface JobDraft {
  readonly paths: JobPaths;
  /** Moves an upload into the draft as the job's source, of the type that `commit` names. */
  takeSource(uploadPath: string, fileType: FileType): Promise<void>;
  /** Writes `job.json`, makes everything durable, and renames the folder to the job's. */
  commit(record: JobRecord): Promise<void>;
  /** Removes the draft, or the job if it was just committed. */
  discard(): Promise<void>;
}

/** Files of jobs. Rejects with `storage_full` for lack of space. */
export interface FileStore {
  /** A new temporary path on the same filesystem. The next start removes leftover uploads. */
  newUploadPath(): string;
  removeUpload(path: string): Promise<void>;
  /** Writes an upload file, and returns its path. */
  writeUpload(content: Uint8Array): Promise<string>;
  copyToUpload(path: string): Promise<string>;

  draft(id: string): Promise<JobDraft>;
  paths(record: Pick<JobRecord, 'id' | 'kind' | 'file_type'>): JobPaths;
  /** Ids of all job folders, oldest first. */
  ids(): Promise<string[]>;
  /** Undefined if `job.json` is missing or unreadable. */
  readJob(id: string): Promise<JobRecord | undefined>;
  /** Facts about a folder whose `job.json` is damaged. */
  inspect(id: string): Promise<{ fileType?: FileType; createdAt: string }>;
  /** Gone at once for every reader, even after a crash; the space is freed a moment later. */
  remove(id: string): Promise<void>;
  /** Size and version of a file; undefined if missing. */
  stat(path: string): Promise<FileStat | undefined>;

  /** Size and CRC-32 of a file, read as a stream; undefined if missing. */
  fingerprint(path: string): Promise<Fingerprint | undefined>;
  /** How many files a job's folder has. */
  count(id: string): Promise<number>;
  /** Bytes of all files in a job's folder. */
  size(id: string): Promise<number>;
  /** Removes a killed writer's leftovers from a job's folder. Nobody may be working on the job. */
  clearTemporary(id: string): Promise<void>;
  /** A job's edits; undefined without any. Rejects with DamagedEditsError. */
  readEdits(id: string): Promise<EditsRecord | undefined>;
  /**
   * Appends an EditsLine, or replaces all earlier ones. Durable when it resolves, with a note that makes the
   * next start look into the folder; if it rejects, nothing has changed.
   */
  appendEdits(id: string, line: Uint8Array, options: { isWhole: boolean }): Promise<void>;
  /** Other engines' answers to a job's segments, oldest first. */
  readSeconds(id: string): Promise<SecondOpinion[]>;
  /** Durable when it resolves. */
  addSecond(id: string, second: SecondOpinion): Promise<void>;
  /** Records that the translation memory has learned from all edits up to `at`. */
  markLearned(id: string, at: string): Promise<void>;
  /** Replaces what a person ignores of a job's checks (records/ignored-findings.ts). */
  writeChecks(id: string, ignored: Uint8Array): Promise<void>;
  /** The inputs of the result file at `path`; undefined if unknown. */
  readBuilt(path: string): Promise<BuiltResult | undefined>;
  writeBuilt(path: string, built: BuiltResult): Promise<void>;
  /** Ids of jobs whose edits the index on disk may lack. */
  notedIds(): Promise<string[]>;
  /** Removes the note of a job whose edits the index on disk has. */
  forgetNote(id: string): Promise<void>;
  /** The end of a job, from its journal. */
  readJournalEnd(id: string): Promise<JournalEnd>;
  /** Appends durably, replacing a torn line. A failed append leaves no part of it behind. */
  appendJournal(id: string, data: Uint8Array, options?: { durable: boolean }): Promise<void>;
  /** Makes durable the lines appended so far. */
  syncJournal(id: string): Promise<void>;
}

export interface FileStat {
  bytes: number;
  /** Changes whenever the content may have changed. */
  version: string;
}
