import { setTimeout as pause } from 'node:timers/promises';
import type { Ledger } from '../../accounts/accounts-port.ts';
import type { JobEntry } from '../../records/job-entry.ts';
import { encodeJournalLine } from '../../records/journal.ts';
import type { JournalEndLine } from '../../records/journal.ts';
import type { Store } from '../../store/store-port.ts';
import type { ActiveJob } from '../run/active-job.ts';
import { jobErrorOf } from '../run/failures.ts';
import { endedEntry } from '../job-entries.ts';
import type { JobEvents } from '../job-events.ts';
import { transition } from '../state.ts';
import type { EndStatus } from '../state.ts';
import { later } from '../timestamps.ts';

/** Maximum wait for a charge: on a full disk a removal must not wait for the space that it frees. */
export const CHARGE_LIMIT_MS = 2_000;

/** Interval of retries after a failed write: a full disk may get space at any time. */
const AGAIN_MS = 5_000;

export interface EndingParts {
  store: Pick<Store, 'files' | 'jobs'>;
  ledger: Ledger;
  events: JobEvents;
  now: () => string;
  /** Aborts when the service closes. The next start does whatever is not stored by then. */
  closing: AbortSignal;
}

/** The parts of an end line that depend on its cause; the rest follows from the job. */
export type EndDetails = Pick<
  JournalEndLine,
  'warnings' | 'error' | 'result' | 'flagged' | 'kept' | 'confirmed' | 'confirmed_words'
>;

/** Ends jobs: first the end line, then the charge, then the journal's record of the capture. */
export interface Ending {
  /** Stores the end of a job in state `ending_…`. Resolves when clients may see it. */
  store(job: ActiveJob, details: EndDetails): Promise<void>;
  /**
   * Starts to charge a done job whose end line is on disk, and to record that in its journal. When this
   * returns the accounts hold the charge in memory. Capturing twice is harmless: the accounts remember the
   * job's id until its journal records the capture.
   */
  capture(entry: JobEntry, end: JournalEndLine): void;
  /** Resolves when nothing is pending, of one job or of all. */
  pending(jobId?: string): Promise<void>;
  /** The job is gone: write nothing more for it. */
  forget(jobId: string): void;
}

export function createEnding(parts: EndingParts): Ending {
  const { store, ledger, events, now, closing } = parts;
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
  const track = (jobId: string, work: Promise<void>): void => {
    const tracked = work.catch(() => undefined).finally(() => underWay.delete(jobId));
    underWay.set(jobId, tracked);
  };
  const append = (jobId: string, line: Parameters<typeof encodeJournalLine>[0]): Promise<void> =>
    store.files.appendJournal(jobId, Buffer.from(encodeJournalLine(line)));

  /** The size, up to a line or two of its journal. If it cannot be read now, the next start measures it. */
  const sizeOf = (jobId: string): Promise<number | undefined> =>
    store.files.size(jobId).catch(() => undefined);

  const captureNow = async (entry: JobEntry, end: JournalEndLine): Promise<void> => {
    const { id, account_id } = entry;
    await untilStored(id, async () => {
      const rev = await ledger.capture(id, account_id, end.charge, end.at);
      await append(id, { settled: true, rev });
      ledger.forgetCharge(id);
      // The job may have been edited since.
      const latest = (await store.jobs.get(id)) ?? entry;
      if (!gone.has(id)) store.jobs.put({ ...latest, settled: true });
    });
  };
  const capture: Ending['capture'] = (entry, end) => track(entry.id, captureNow(entry, end));

  /** Clients see the end from here on; the totals include the charge at the same moment. */
  const reveal = (job: ActiveJob, end: JournalEndLine): void => {
    job.end = end;
    job.state = end.status;
    const entry = endedEntry(job.record, end, { bytes: job.bytes });
    store.jobs.put(entry);
    if (end.status === 'done') capture(entry, end);
    ledger.release(job.record.id);
    events.emit('ended', job);
    job.markEnded();
  };

  return {
    async store(job, details) {
      const { id } = job.record;
      const end = endLine(job, details, now());
      try {
        const [bytes] = await Promise.all([sizeOf(id), append(id, end)]);
        if (bytes !== undefined) job.bytes = bytes;
        reveal(job, end);
      } catch (error) {
        // A crash would undo a result that cannot be stored: the job fails instead.
        const next = transition(job.state, 'fail');
        if ('to' in next) job.state = next.to;
        const instead =
          end.status === 'done' ? endLine(job, { warnings: [], error: jobErrorOf(error) }, now()) : end;
        reveal(job, instead);
        track(
          id,
          untilStored(id, () => append(id, instead)),
        );
      }
    },
    capture,
    async pending(jobId) {
      if (jobId !== undefined) await underWay.get(jobId);
      else while (underWay.size > 0) await Promise.all(underWay.values());
    },
    forget: (jobId) => void gone.add(jobId),
  };
}

function endLine(job: ActiveJob, details: EndDetails, at: string): JournalEndLine {
  const status = job.state.replace('ending_', '') as EndStatus;
  return {
    status,
    at: later(at, job.updatedAt),
    charge: status === 'done' ? job.record.source_chars : 0,
    ...(job.completed === undefined ? {} : { completed: job.completed }),
    ...details,
  };
}
