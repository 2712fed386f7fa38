import type { EnginePair, FileType, Job, JobKind, JobStatus, Warning } from '../contract/index.ts';

/**
 * What is kept, and where: the seams behind which another storage could stand. A job's folder is its truth; the index of
 * jobs is derived and can be rebuilt; the accounts are a small document that is written whole.
 */
export interface Store {
  readonly files: FileStore;
  readonly jobs: JobStore;
  readonly accounts: Document<AccountsRecord>;
  /** A further small document of its own, such as settings: `<name>.json` in the data folder, opened once. */
  openDocument<T extends object>(name: string, initial: T): Promise<Document<T>>;
  /** Tells a second process that is refused this folder where the first one listens. */
  setAddress(address: string): Promise<void>;
  /** Writes what is pending and gives the folder free for another process. */
  close(): Promise<void>;
}

/** The data folder is in use by another running process. */
export class StoreBusyError extends Error {
  readonly pid: number;
  readonly address: string | undefined;
  constructor(folder: string, pid: number, address: string | undefined) {
    const where = address ? ` and listens at ${address}` : '';
    super(
      `The data folder ${folder} is in use: the service with process id ${pid} is already running${where}. ` +
        'Use that one, stop it first, or choose another folder with --data-dir.',
    );
    this.name = 'StoreBusyError';
    this.pid = pid;
    this.address = address;
  }
}

/** How a document was found at the start: whole, restored from the copy before the last, or lost and begun anew. */
type Recovery = 'none' | 'backup' | 'lost';

/** A small record kept in memory and written whole. Callers that come in a burst share one write. */
export interface Document<T> {
  /** The present value. Only `update` and `touch` change it. */
  readonly data: Readonly<T>;
  /** Each write has a number, kept in the file; this is the last that was begun. */
  readonly rev: number;
  /** Stays until `mended`, also across a crash: what depends on the difference is set right from other sources first. */
  readonly recovery: Recovery;
  /** The number of the write this value was restored from. Whatever later writes held may be missing. */
  readonly restoredRev: number;
  /** What was missing has been made good. */
  mended(): Promise<void>;
  /**
   * Changes the value at once and resolves when the change is on disk, with what `change` returned. `rev` is the number of
   * the first write that holds the change. If it rejects the change is still in memory: undo it with `touch`.
   */
  update<R>(change: (data: T, rev: number) => R): Promise<R>;
  /** Changes the value at once; it reaches the disk with the next write, at the latest after a moment. */
  touch(change: (data: T) => void): void;
  /** Resolves when everything changed so far is on disk. */
  flush(): Promise<void>;
}

export interface AccountsRecord {
  version: 1;
  accounts: AccountRecord[];
  keys: KeyRecord[];
  /** Ids of charged jobs whose journals may not say so yet. */
  charged: Record<string, ChargeRecord>;
  docx_events: DocxEvent[];
}
interface ChargeRecord {
  /** The number of the write that first held the charge. */
  rev: number;
}
export interface AccountRecord {
  id: string;
  name: string;
  credit_balance: number | null;
  docx_quota: number | null;
  created_at: string;
  total_chars: number;
  days: { date: string; chars: number; jobs: number }[];
}
export interface KeyRecord {
  id: string;
  account_id: string;
  name: string;
  scopes: ('translate' | 'admin')[];
  /** SHA-256 of the key, hexadecimal. */
  sha256: string;
  created_at: string;
  last_used_at?: string;
}
/** A DOCX job that was accepted: counts for 24 hours whatever becomes of it. */
export interface DocxEvent {
  account_id: string;
  job_id: string;
  /** RFC 3339 UTC. */
  at: string;
}

/** A job's `job.json`: what was asked, by whom. Written once, before the job is answered. */
export interface JobRecord {
  version: 1;
  id: string;
  account_id: string;
  kind: JobKind;
  file_type?: FileType;
  file_name?: string;
  segment_count: number;
  source_chars: number;
  from: string;
  to: string;
  /** The engine the client named, where it named one. */
  asked_engine?: string;
  engine: string;
  engine_pair: EnginePair;
  options: {
    tone?: string;
    context?: string;
    glossary?: { term: string; translation: string }[];
    glossary_id?: string;
  };
  created_at: string;
  /** What is known at creation not to be used or not to survive. */
  warnings: Warning[];
  idempotency?: IdempotencyMark;
}
/** SHA-256, hexadecimal, of the Idempotency-Key that a job was created with, and of the request's payload. */
export interface IdempotencyMark {
  key: string;
  payload: string;
}

/** A job's row in the index. */
export interface JobEntry {
  account_id: string;
  /** As status shows it, without `segments`. */
  job: Job;
  /** Its charge, if it had one, is in the accounts and its journal says so: the folder needs no look at the start. */
  settled?: true;
}

export interface JobQuery {
  account_id: string;
  kind?: JobKind;
  status?: JobStatus;
  limit: number;
  /** The id of the last job of the page before. */
  cursor?: string;
}

/**
 * The index of jobs: running and recent ones in memory, older ones read when asked for. Ids sort by the time of creation
 * (UUID version 7, RFC 9562 §5.7), so that an id is a place in the list as well.
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
  readonly result: string;
  /** The simple rebuild of a DOCX. */
  readonly simple: string;
}

/** A job being made: a folder beside the others that becomes the job's in one step, or vanishes. */
export interface JobDraft {
  readonly paths: JobPaths;
  /** Writes `segments.ndjson`, a line at a time. */
  writeSegments(lines: Iterable<string>): Promise<void>;
  /** Takes over an upload as the source of the job, of the type that `commit` will name. */
  takeSource(uploadPath: string, fileType: FileType): Promise<void>;
  /** Writes `job.json`, makes everything durable, and puts the folder in its place. */
  commit(record: JobRecord): Promise<void>;
  /** Removes the draft, or the job where it was just committed. */
  discard(): Promise<void>;
}

/** Files of jobs. Rejects with `storage_full` where space is the reason. */
export interface FileStore {
  /** A path for a new temporary file on the same filesystem. Uploads left over from another run are removed at the start. */
  newUploadPath(): string;
  removeUpload(path: string): Promise<void>;
  copyToUpload(path: string): Promise<string>;

  draft(id: string): Promise<JobDraft>;
  paths(record: Pick<JobRecord, 'id' | 'kind' | 'file_type'>): JobPaths;
  /** Ids of all job folders, oldest first. */
  ids(): Promise<string[]>;
  /** Undefined where `job.json` is missing or cannot be read as one. */
  readJob(id: string): Promise<JobRecord | undefined>;
  /** The lines of `segments.ndjson`, parsed. */
  readSegments(id: string): Promise<{ text: string; id?: string }[]>;
  /** What can be told of a folder whose `job.json` is damaged. */
  inspect(id: string): Promise<{ fileType?: FileType; createdAt: string }>;
  /** Gone at once for every reader, even after a crash; the space is free a moment later. */
  remove(id: string): Promise<void>;
  /** Size and change of a file, or undefined where there is none. */
  stat(path: string): Promise<FileStat | undefined>;

  /** CRC-32 of a file's bytes, read as a stream. */
  checksum(path: string): Promise<number>;
  /** Removes what a killed writer left in the folder of a job that nobody works on yet. */
  clearTemporary(id: string): Promise<void>;
  /** What a journal says of its job's end, parsed, oldest first: how it ended, and whether that is settled. */
  readJournalEnd(id: string): Promise<unknown[]>;
  /** Cuts a torn line off. */
  truncateJournal(id: string, bytes: number): Promise<void>;
  /** Appends and makes durable, in place of a torn line if there is one. A failed append leaves no part of it behind. */
  appendJournal(id: string, data: Uint8Array): Promise<void>;
}

export interface FileStat {
  bytes: number;
  /** Changes whenever the content may have. */
  version: string;
}
