import { setTimeout as pause } from 'node:timers/promises';
import type { JobEntry, Store } from '../store/port.ts';
import type { Ledger } from '../accounts/port.ts';
import type { JournalEndLine, JournalSettledLine } from '../worker/port.ts';
import { later, viewEnded } from './active-job.ts';
import type { ActiveJob } from './active-job.ts';
import { jobErrorOf } from './failures.ts';
import { transition } from './state.ts';
import type { EndStatus } from './state.ts';

/** How often what could not be stored is tried again: a full disk gets space when its owner makes some. */
const AGAIN_MS = 5_000;

export interface EndingParts {
  store: Pick<Store, 'files' | 'jobs'>;
  ledger: Ledger;
  now: () => string;
  /** Aborts when the service closes. What is not stored by then follows at the next start. */
  closing: AbortSignal;
  onEnded: (job: ActiveJob) => void;
}

/** Brings jobs to their end: first the end line, then the charge, then the word in the journal that it is settled. */
export interface Ending {
  /** Stores the end of a job in state `ending_…`. Resolves when clients may see it. */
  store(job: ActiveJob, end: Omit<JournalEndLine, 'at' | 'charge' | 'completed' | 'status'>): Promise<void>;
  /**
   * Begins to charge a done job whose end line is on the disk, and to write that down. The accounts have the charge in memory
   * when this returns. Charging twice is harmless: the accounts know the job's id until its journal says that it is settled.
   */
  settle(entry: JobEntry, end: JournalEndLine): void;
  /** Resolves when nothing is under way any more, of one job or of all. */
  pending(jobId?: string): Promise<void>;
  /** The job is gone: nothing more is to be written for it. */
  forget(jobId: string): void;
}

export function createEnding({ store, ledger, now, closing, onEnded }: EndingParts): Ending {
  const underWay = new Map<string, Promise<void>>();
  const gone = new Set<string>();

  const untilStored = async (jobId: string, work: () => Promise<void>): Promise<void> => {
    while (!gone.has(jobId)) {
      try {
        await work();
        return;
      } catch (error) {
        if (closing.aborted) throw error;
        await pause(AGAIN_MS, undefined, { signal: closing, ref: false });
      }
    }
  };

  const settled = async ({ account_id, job }: JobEntry, end: JournalEndLine): Promise<void> => {
    await untilStored(job.id, async () => {
      const rev = await ledger.settle(job.id, account_id, end.charge, end.at);
      const line: JournalSettledLine = { settled: true, rev };
      await store.files.appendJournal(job.id, lineOf(line));
      ledger.forgetCharge(job.id);
      if (!gone.has(job.id)) store.jobs.put({ account_id, job, settled: true });
    });
  };
  const settle: Ending['settle'] = (entry, end) => track(entry.job.id, settled(entry, end));
  const track = (jobId: string, work: Promise<void>): void => {
    const tracked = work.catch(() => undefined).finally(() => underWay.delete(jobId));
    underWay.set(jobId, tracked);
  };

  /** Clients see the end from here on; the charge is in the totals at the same moment. */
  const reveal = (job: ActiveJob, end: JournalEndLine): void => {
    job.end = end;
    job.state = end.status;
    const entry = { account_id: job.record.account_id, job: viewEnded(job.record, end) };
    store.jobs.put(entry);
    if (end.status === 'done') settle(entry, end);
    ledger.release(job.record.id);
    onEnded(job);
    job.markEnded();
  };

  return {
    async store(job, details) {
      const end = endLine(job, details, now());
      const append = (line: JournalEndLine): Promise<void> =>
        store.files.appendJournal(job.record.id, lineOf(line));
      try {
        await append(end);
        reveal(job, end);
      } catch (error) {
        // What cannot be stored is not done: a crash would take it back. It failed for that, and says so.
        const next = transition(job.state, 'fail');
        if ('to' in next) job.state = next.to;
        const instead =
          end.status === 'done' ? endLine(job, { warnings: [], error: jobErrorOf(error) }, now()) : end;
        reveal(job, instead);
        track(
          job.record.id,
          untilStored(job.record.id, () => append(instead)),
        );
      }
    },
    settle,
    async pending(jobId) {
      if (jobId !== undefined) await underWay.get(jobId);
      else while (underWay.size > 0) await Promise.all(underWay.values());
    },
    forget: (jobId) => void gone.add(jobId),
  };
}

function endLine(
  job: ActiveJob,
  details: Omit<JournalEndLine, 'at' | 'charge' | 'completed' | 'status'>,
  at: string,
): JournalEndLine {
  const status = job.state.replace('ending_', '') as EndStatus;
  const charge = status === 'done' ? job.record.source_chars : 0;
  return { status, at: later(at, job.updatedAt), charge, completed: job.completed, ...details };
}

function lineOf(line: JournalEndLine | JournalSettledLine): Uint8Array {
  return Buffer.from(`${JSON.stringify(line)}\n`);
}
