import { accountStorageFull } from '../../lib/account-storage.ts';
import type { StorageRoom } from '../../lib/account-storage.ts';
import type { Log } from '../../log.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { Store } from '../../store/store-port.ts';
import type { JobEvents } from '../job-events.ts';

const MB = 1_048_576;
/**
 * Final size as a multiple of a document's source and segments: as much again for the journal, and for the
 * result.
 */
const DOCUMENT_GROWTH = 3;
/** Final size as a multiple of a batch's segments: its result holds both sources and translations. */
const BATCH_GROWTH = 6;

export interface StoredBytesParts {
  store: Pick<Store, 'files' | 'jobs'>;
  events: JobEvents;
  /** MB that an account's jobs and other data may take; 0 is unlimited. Called each time. */
  maxMb: () => number;
  /** The size of the account's glossaries and memory. */
  besides?: StoredBeside | undefined;
  closing: AbortSignal;
  log: Log | undefined;
}

export interface StoredBeside {
  /** Bytes for all accounts: checked first, as it is known without a query. */
  allBytes(): number;
  bytes(accountId: string): Promise<number>;
}

/** Bytes of a new job's files. `source`: of a document. */
interface FirstFiles {
  readonly segments: number;
  readonly source?: number;
}

/** The disk space of each account's jobs and alignments: running jobs at their expected size, others as measured. */
export interface StoredBytes {
  /** Starts counting once the index has all jobs; reservations wait until that is done. */
  start(): void;
  /** Reserves room for a job being created; a second call changes the amount. Rejects with `storage_full`. */
  reserve(accountId: string, id: string, bytes: number): Promise<void>;
  /** As `reserve`, for the expected size of the finished job. */
  reserveFor(accountId: string, id: string, files: FirstFiles): Promise<void>;
  /** Counts what is stored already, whatever the limit. */
  note(accountId: string, id: string, bytes: number): void;
  /** The job is gone, or was never created. */
  release(id: string): void;
  /** Measures a job's files again. */
  recount(record: JobRecord): Promise<void>;
  /** The space that the account's jobs take, and its limit for all stored data. */
  roomOf(accountId: string): Promise<StorageRoom>;
}

export function countStoredBytes(parts: StoredBytesParts): StoredBytes {
  const { store, events, maxMb, besides, closing, log } = parts;
  const jobs = new Map<string, { accountId: string; bytes: number }>();
  const totals = new Map<string, number>();
  const add = (accountId: string, bytes: number): void =>
    void totals.set(accountId, (totals.get(accountId) ?? 0) + bytes);
  const release = (id: string): void => {
    const job = jobs.get(id);
    if (!job) return;
    jobs.delete(id);
    add(job.accountId, -job.bytes);
  };
  const set = (accountId: string, id: string, bytes: number): void => {
    release(id);
    jobs.set(id, { accountId, bytes });
    add(accountId, bytes);
  };
  const sizeOf = async (path: string): Promise<number> => (await store.files.stat(path))?.bytes ?? 0;
  const expectedOfRunning = async (id: string): Promise<number> => {
    const record = await store.files.readJob(id);
    if (!record) return store.files.size(id);
    const paths = store.files.paths(record);
    const segments = await sizeOf(paths.segments);
    return expected(
      record.kind === 'batch' ? { segments } : { segments, source: await sizeOf(paths.source) },
    );
  };

  const countAll = async (): Promise<void> => {
    for await (const entry of store.jobs.all()) {
      if (closing.aborted) return;
      const { id, account_id, status } = entry;
      const bytes =
        entry.bytes ?? (await (status === 'running' ? expectedOfRunning(id) : store.files.size(id)));
      // Skip a job that ended or was removed during the measurement: the known size is newer.
      if (!jobs.has(id) && (await store.jobs.get(id))) set(account_id, id, bytes);
    }
  };
  let counted: Promise<void> | undefined;
  events.on('ended', ({ record, bytes }) => {
    if (bytes !== undefined) set(record.account_id, record.id, bytes);
  });

  const reserve: StoredBytes['reserve'] = async (accountId, id, bytes) => {
    const limit = maxMb() * MB;
    if (limit > 0) await counted;
    const others = (): number => (totals.get(accountId) ?? 0) - (jobs.get(id)?.bytes ?? 0);
    const mayBeFull = limit > 0 && others() + bytes + (besides?.allBytes() ?? 0) > limit;
    const beside = mayBeFull ? ((await besides?.bytes(accountId)) ?? 0) : 0;
    const stored = others() + beside;
    if (limit > 0 && stored + bytes > limit) throw accountStorageFull({ stored, limit });
    set(accountId, id, bytes);
  };
  return {
    start() {
      counted ??= countAll().catch((err: unknown) => log?.error({ err }, 'the jobs cannot be counted'));
    },
    reserve,
    async reserveFor(accountId, id, files) {
      await reserve(accountId, id, expected(files));
    },
    note: set,
    release,
    async roomOf(accountId) {
      await counted;
      return { stored: totals.get(accountId) ?? 0, limit: maxMb() > 0 ? maxMb() * MB : Infinity };
    },
    async recount({ id, account_id }) {
      const bytes = await store.files.size(id);
      if (jobs.has(id)) set(account_id, id, bytes);
    },
  };
}

function expected({ segments, source }: FirstFiles): number {
  return source === undefined ? BATCH_GROWTH * segments : DOCUMENT_GROWTH * (segments + source);
}
