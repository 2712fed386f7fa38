import type { EnginePair } from '../../contract/index.ts';
import { createChunkSizer, TARGET_MS } from './chunk-sizer.ts';

/** An engine and its languages. Jobs of one direction share its limits and measured speed. */
export interface Direction {
  readonly engine: string;
  readonly pair: EnginePair;
}

/** A first occurrence that needs translation (Plan.pending). */
export interface Item {
  index: number;
  chars: number;
  weight: number;
}

export interface Chunk {
  readonly jobId: string;
  readonly items: readonly Item[];
  readonly direction: Direction;
  /** Expected working time of the engine. */
  readonly ms: number;
  /** The engine process works on nothing else meanwhile, so a crash is this job's doing. */
  readonly alone: boolean;
}

export interface DirectionLimits {
  /**
   * Chunks of the direction at work, over all jobs, so that an engine that hangs blocks no other. Up to twice
   * as many while all of them together are short: a fast engine would idle between chunks otherwise.
   */
  readonly chunks: number;
  /** Chunks of one job that are at work or being stored. */
  readonly perJob: number;
  /** Parts that the last segments of a job are cut into, so that all its workers finish together. */
  readonly shares: number;
}

/** Called for each chunk: the limits change when engines come and go. */
export type QueueLimits = (direction: Direction) => DirectionLimits;

export interface QueuedJob {
  id: string;
  accountId: string;
  direction: Direction;
  pending: readonly Item[];
}

interface JobState extends Omit<QueuedJob, 'pending'> {
  /** The direction it belongs to. */
  key: string;
  pending: Item[];
  /** Chunks dispatched and not yet stored. */
  inFlight: number;
  begun: boolean;
  backingOff: boolean;
  suspect: boolean;
}

/**
 * Cuts the jobs' segments into chunks and dispatches them round robin: first over accounts, then over each
 * account's jobs. So a short job beside a long one is done after its own few chunks, and an account with a
 * hundred jobs gets no more than one with a single job. Holds no clock and does no I/O: the scheduler drives
 * it.
 */
export interface WorkQueue {
  add(job: QueuedJob): void;
  /** The next chunk to work on; undefined while no engine or no job is free. */
  next(): Chunk | undefined;
  /** The chunk is translated: its engine is free for another. See ChunkSizer.measured. */
  translated(chunk: Chunk, ms: number, batchChars?: number): void;
  /** The chunk is also on disk. */
  stored(chunk: Chunk): void;
  /** The chunk's segments must be dispatched again once the job is woken. */
  putBack(chunk: Chunk): void;
  wake(jobId: string): void;
  /** A suspect's segments are dispatched alone, one at a time, to attribute a crash. */
  setSuspect(jobId: string, suspect: boolean): void;
  remove(jobId: string): void;
}

export function createWorkQueue(limits: QueueLimits): WorkQueue {
  const sizer = createChunkSizer();
  const jobs = new Map<string, JobState>();
  /** The order of service: accounts, and the jobs of each. */
  const rotation = createRotation();
  const atWork = new Map<string, { chunks: number; ms: number }>();

  const loadOf = (key: string) => atWork.get(key) ?? { chunks: 0, ms: 0 };
  const takeEngine = ({ direction, ms }: Chunk): void => {
    const load = loadOf(keyOf(direction));
    atWork.set(keyOf(direction), { chunks: load.chunks + 1, ms: load.ms + ms });
  };
  const freeEngine = (chunk: Chunk): void => {
    const key = keyOf(chunk.direction);
    const { chunks, ms } = loadOf(key);
    if (chunks === 1) atWork.delete(key);
    else atWork.set(key, { chunks: chunks - 1, ms: ms - chunk.ms });
  };
  const isFree = (job: JobState): boolean => {
    const limit = limits(job.direction);
    const { chunks, ms } = loadOf(job.key);
    const isShort = chunks < 2 * limit.chunks && ms < TARGET_MS;
    return job.inFlight < (job.suspect ? 1 : limit.perJob) && (chunks < limit.chunks || isShort);
  };
  const canDispatch = (job: JobState): boolean => !job.backingOff && job.pending.length > 0 && isFree(job);

  return {
    add(job) {
      const { pending } = job;
      jobs.set(job.id, {
        ...job,
        key: keyOf(job.direction),
        pending: [...pending],
        inFlight: 0,
        begun: false,
        backingOff: false,
        suspect: false,
      });
      rotation.add(job.accountId, job.id);
    },
    next() {
      const id = rotation.find((jobId) => canDispatch(jobs.get(jobId)!));
      const job = id === undefined ? undefined : jobs.get(id);
      if (!job) return undefined;
      rotation.passOn(job.accountId, job.id);
      const { direction, key, suspect } = job;
      const { shares } = limits(direction);
      const size = suspect ? 1 : sizer.next(key, job.pending, { isFirst: !job.begun, shares });
      const items = job.pending.splice(0, size);
      const chunk = { jobId: job.id, items, direction, ms: sizer.expectedMs(key, items), alone: suspect };
      job.begun = true;
      job.inFlight++;
      takeEngine(chunk);
      return chunk;
    },
    translated(chunk, ms, batchChars) {
      freeEngine(chunk);
      if (jobs.has(chunk.jobId)) {
        sizer.measured(keyOf(chunk.direction), chunk.items, ms, batchChars);
      }
    },
    stored(chunk) {
      const job = jobs.get(chunk.jobId);
      if (job) job.inFlight--;
    },
    putBack(chunk) {
      freeEngine(chunk);
      const job = jobs.get(chunk.jobId);
      if (!job) return;
      job.inFlight--;
      job.pending.unshift(...chunk.items);
      job.backingOff = true;
    },
    wake(jobId) {
      const job = jobs.get(jobId);
      if (job) job.backingOff = false;
    },
    setSuspect(jobId, suspect) {
      const job = jobs.get(jobId);
      if (job) job.suspect = suspect;
    },
    remove(jobId) {
      const job = jobs.get(jobId);
      if (!job) return;
      jobs.delete(jobId);
      rotation.remove(job.accountId, jobId);
    },
  };
}

interface Rotation {
  add(accountId: string, jobId: string): void;
  /** The first job that can be served, in rotation order. */
  find(canServe: (jobId: string) => boolean): string | undefined;
  /** Moves the job and its account to the end of the rotation. */
  passOn(accountId: string, jobId: string): void;
  remove(accountId: string, jobId: string): void;
}

/** Map and Set keep insertion order: an item that is deleted and added again comes last. */
function createRotation(): Rotation {
  const accounts = new Map<string, Set<string>>();
  return {
    add(accountId, jobId) {
      const jobs = accounts.get(accountId);
      if (jobs) jobs.add(jobId);
      else accounts.set(accountId, new Set([jobId]));
    },
    find(canServe) {
      for (const jobs of accounts.values()) for (const jobId of jobs) if (canServe(jobId)) return jobId;
      return undefined;
    },
    passOn(accountId, jobId) {
      const jobs = accounts.get(accountId);
      if (!jobs) return;
      jobs.delete(jobId);
      jobs.add(jobId);
      accounts.delete(accountId);
      accounts.set(accountId, jobs);
    },
    remove(accountId, jobId) {
      const jobs = accounts.get(accountId);
      jobs?.delete(jobId);
      if (jobs?.size === 0) accounts.delete(accountId);
    },
  };
}

export function keyOf({ engine, pair }: Direction): string {
  return `${engine} ${pair.from} ${pair.to}`;
}
