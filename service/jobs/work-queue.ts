import { createChunkSizer, TARGET_MS } from './chunk-sizer.ts';

/** A first occurrence still to translate (Plan.pending). */
export interface Item {
  index: number;
  chars: number;
  weight: number;
}

export interface Chunk {
  readonly jobId: string;
  readonly items: readonly Item[];
  readonly engine: string;
  /** How long the engine is expected to be at it. */
  readonly ms: number;
  /** Dispatched while nothing else was: a crash is this job's doing. */
  readonly exclusive: boolean;
}

export interface QueueLimits {
  /**
   * Chunks at work of one engine, over all jobs: an engine that hangs holds up no other. Up to twice as many while all of them together are
   * short: else a fast engine stands still while it is given what is left.
   */
  perEngine: number;
  /** Chunks of one job that are at work or being stored. */
  perJob: number;
}

export interface QueuedJob {
  id: string;
  accountId: string;
  /** Jobs with the same engine and direction share its limit and its measured speed. */
  engine: string;
  pending: readonly Item[];
}

interface JobState extends Omit<QueuedJob, 'pending'> {
  pending: Item[];
  /** Chunks dispatched and not yet stored. */
  inFlight: number;
  begun: boolean;
  backingOff: boolean;
  suspect: boolean;
}

/**
 * Cuts the jobs' segments into chunks and dispatches them in rotation: a chunk for each account in turn, and among the jobs of an
 * account one for each job. A short job beside a long one is done after its own few turns, and an account with a hundred jobs has
 * no more turns than one with a single job. Holds no clock and does no I/O: the scheduler drives it.
 */
export interface WorkQueue {
  add(job: QueuedJob): void;
  /** The next chunk to work on, or undefined while no engine or no job is free. */
  next(): Chunk | undefined;
  /** The chunk is translated: its engine is free for another. See ChunkSizer.measured. */
  translated(chunk: Chunk, ms: number, batchChars?: number): void;
  /** The chunk is on the disk as well. */
  stored(chunk: Chunk): void;
  /** The chunk's segments are to be dispatched again, once the job is woken. */
  putBack(chunk: Chunk): void;
  wake(jobId: string): void;
  /** A suspect's chunks are dispatched only while nothing else is at work, so that a crash tells whose it was. */
  setSuspect(jobId: string, suspect: boolean): void;
  remove(jobId: string): void;
}

export function createWorkQueue(limits: QueueLimits): WorkQueue {
  const sizer = createChunkSizer(limits.perEngine);
  const jobs = new Map<string, JobState>();
  /** Whose turn is next, in order: accounts, and of each its jobs. */
  const rotation = createRotation();
  const atWork = new Map<string, { chunks: number; ms: number }>();
  let exclusiveAtWork = false;

  const loadOf = (engine: string) => atWork.get(engine) ?? { chunks: 0, ms: 0 };
  const takeEngine = ({ engine, ms }: Chunk): void => {
    const load = loadOf(engine);
    atWork.set(engine, { chunks: load.chunks + 1, ms: load.ms + ms });
  };
  const freeEngine = (chunk: Chunk): void => {
    const { chunks, ms } = loadOf(chunk.engine);
    if (chunks === 1) atWork.delete(chunk.engine);
    else atWork.set(chunk.engine, { chunks: chunks - 1, ms: ms - chunk.ms });
    if (chunk.exclusive) exclusiveAtWork = false;
  };
  const isFree = (engine: string): boolean => {
    const { chunks, ms } = loadOf(engine);
    return chunks < limits.perEngine || (chunks < 2 * limits.perEngine && ms < TARGET_MS);
  };
  const canDispatch = (job: JobState): boolean =>
    !job.backingOff && job.pending.length > 0 && job.inFlight < limits.perJob && isFree(job.engine);

  return {
    add(job) {
      const { pending } = job;
      jobs.set(job.id, {
        ...job,
        pending: [...pending],
        inFlight: 0,
        begun: false,
        backingOff: false,
        suspect: false,
      });
      rotation.add(job.accountId, job.id);
    },
    next() {
      if (exclusiveAtWork) return undefined;
      const id = rotation.find((jobId) => canDispatch(jobs.get(jobId)!));
      const job = id === undefined ? undefined : jobs.get(id);
      if (!job) return undefined;
      // It is the suspect's turn: what is at work ends first, and nothing new begins.
      if (job.suspect && atWork.size > 0) return undefined;
      rotation.passOn(job.accountId, job.id);
      const size = job.suspect ? 1 : sizer.next(job.engine, job.pending, !job.begun);
      const items = job.pending.splice(0, size);
      const ms = sizer.expectedMs(job.engine, items);
      const chunk = { jobId: job.id, items, engine: job.engine, ms, exclusive: job.suspect };
      job.begun = true;
      job.inFlight++;
      takeEngine(chunk);
      exclusiveAtWork = job.suspect;
      return chunk;
    },
    translated(chunk, ms, batchChars) {
      freeEngine(chunk);
      if (jobs.has(chunk.jobId)) sizer.measured(chunk.engine, chunk.items, ms, batchChars);
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
  /** The first job that can be served, in the order of turns. */
  find(canServe: (jobId: string) => boolean): string | undefined;
  /** The job and its account have had their turn. */
  passOn(accountId: string, jobId: string): void;
  remove(accountId: string, jobId: string): void;
}

/** Map and Set keep the order of insertion: what is taken out and put in again stands last. */
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
