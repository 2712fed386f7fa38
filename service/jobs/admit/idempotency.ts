import { LIMITS, ProblemError } from '../../contract/index.ts';
import type { JobKind } from '../../contract/index.ts';
import { ownerOf } from '../../lib/owner.ts';
import { untilAborted } from '../../lib/until-aborted.ts';
import type { Log } from '../../log.ts';
import type { IdempotencyMark, JobRecord } from '../../records/job-record.ts';
import type { Store } from '../../store/store-port.ts';
import { timeOf } from './ids.ts';
import type { CreatedJob, NewJob } from '../jobs-port.ts';

/** Folders read concurrently when the keys are loaded. */
const MAX_CONCURRENT_READS = 16;

export interface IdempotencyParts {
  store: Pick<Store, 'files'>;
  /** Milliseconds since 1970. */
  clock: () => number;
  /** Whether a job still exists: a deleted job frees its key. */
  exists: (id: string) => Promise<boolean>;
  log: Log | undefined;
}

/**
 * Idempotency keys, per account and route, for 24 hours. A key is part of its job's record, so both become
 * durable in one step: no crash can leave one without the other.
 */
export interface Idempotency {
  /**
   * Runs `create`, or returns the job of an earlier equal request. Concurrent equal requests wait for the
   * first; if that is refused, the next one tries. Throws `idempotency_mismatch` if the key belongs to a
   * request with another payload.
   */
  once(
    kind: JobKind,
    request: Pick<NewJob, 'accountId' | 'idempotency' | 'signal'>,
    create: () => Promise<CreatedJob>,
  ): Promise<CreatedJob>;
  /** Called with each stored job before its request is answered. */
  remember(record: JobRecord): void;
  /** Loads the keys of an earlier run's jobs. Only requests with a key wait for it. */
  learn(): Promise<void>;
}

interface Remembered {
  payload: string;
  /** Milliseconds since 1970. */
  createdAt: number;
  job: CreatedJob;
}

export function createIdempotency({ store, clock, exists, log }: IdempotencyParts): Idempotency {
  /** Oldest first: a Map keeps insertion order. */
  const remembered = new Map<string, Remembered>();
  /** Requests in progress; each promise resolves when its request ends, by success or refusal. */
  const underWay = new Map<string, Promise<void>>();
  let learning: Promise<void> | undefined;
  const oldest = (): number => clock() - LIMITS.idempotencyWindowMs;

  const remember = (record: JobRecord): void => {
    for (const [place, { createdAt }] of remembered) {
      if (createdAt > oldest()) break;
      remembered.delete(place);
    }
    if (!record.idempotency) return;
    const { payload } = record.idempotency;
    const place = placeOf(
      ownerOf({ accountId: record.account_id, clientId: record.client_id }),
      record.kind,
      record.idempotency,
    );
    const { id, file_type, segment_count, source_chars } = record;
    remembered.delete(place);
    remembered.set(place, {
      payload,
      createdAt: Date.parse(record.created_at),
      job: { id, status: 'running', ...(file_type ? { file_type } : {}), segment_count, source_chars },
    });
  };

  /** One unreadable job (a bad block, a folder of that name) must not block all keyed requests. */
  const passOver = (id: string) => (err: unknown) => {
    log?.error({ job_id: id, err }, 'job.json cannot be read; its idempotency key is not known any more');
    return undefined;
  };

  const learn = async (): Promise<void> => {
    // An id contains its time: of ten thousand folders only the last day's are opened.
    const recent = (await store.files.ids()).filter((id) => timeOf(id) > oldest());
    for (let i = 0; i < recent.length; i += MAX_CONCURRENT_READS) {
      const records = await Promise.all(
        recent.slice(i, i + MAX_CONCURRENT_READS).map((id) => store.files.readJob(id).catch(passOver(id))),
      );
      for (const record of records) if (record) remember(record);
    }
  };
  const learnOnce = (): Promise<void> => {
    learning ??= learn().catch((error: unknown) => {
      // A missing key would create its job twice: the next request retries the load.
      learning = undefined;
      throw error;
    });
    return learning;
  };

  /** The earlier job of this key, if it still exists and is young enough. */
  const findEarlier = async (place: string): Promise<Remembered | undefined> => {
    const earlier = remembered.get(place);
    if (!earlier) return undefined;
    if (earlier.createdAt > oldest() && (await exists(earlier.job.id))) return earlier;
    if (remembered.get(place) === earlier) remembered.delete(place);
    return undefined;
  };

  return {
    async once(kind, request, create) {
      if (!request.idempotency) return await create();
      const { payload } = request.idempotency;
      const place = placeOf(ownerOf(request), kind, request.idempotency);
      await learnOnce();
      for (;;) {
        const earlier = await findEarlier(place);
        request.signal?.throwIfAborted();
        if (earlier) {
          if (earlier.payload !== payload) throw mismatch();
          return earlier.job;
        }
        const other = underWay.get(place);
        // No await between this check and taking the place, or two requests would take it.
        if (!other && !remembered.has(place)) break;
        // If the client goes away meanwhile, stop waiting at once.
        if (other) await untilAborted(other, request.signal);
      }
      const work = create();
      const leave = (): void => void underWay.delete(place);
      underWay.set(place, work.then(leave, leave));
      return await work;
    },
    remember,
    learn: learnOnce,
  };
}

function placeOf(owner: string, kind: JobKind, { key, route }: IdempotencyMark): string {
  return JSON.stringify([owner, kind, route ?? 'create', key]);
}

function mismatch(): ProblemError {
  return new ProblemError(
    'idempotency_mismatch',
    'This Idempotency-Key was used in the last 24 hours for a request with other fields or another file. Use a new key for a new request.',
  );
}
