import type { JobWaiting } from '../../contract/index.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { JournalEndLine } from '../../records/journal.ts';
import type { JobPaths } from '../../store/store-port.ts';
import type { JobState } from '../state.ts';
import { later } from '../timestamps.ts';

/** A running job: its record and paths, and its state in memory. */
export interface ActiveJob {
  readonly record: JobRecord;
  readonly paths: JobPaths;
  state: JobState;
  /** Segments that are complete and in the journal; undefined until the journal is read. */
  completed: number | undefined;
  /** First occurrences that are not in the journal yet. */
  outstanding: number;
  updatedAt: string;
  /** The end, once decided. */
  end?: JournalEndLine;
  /** Its client's log says that its texts were sent to other machines. */
  isSent?: true;
  /** Size of all its files, once it has ended. */
  bytes?: number;
  /** The last write to the journal, which the next one must follow. */
  writing: Promise<void>;
  /** Resolves when the end is stored. */
  readonly ended: Promise<void>;
  readonly markEnded: () => void;
  /** Texts sent before the first translation arrives; undefined after that. */
  unanswered: number | undefined;
  /** Consecutive failures without progress. */
  failures: number;
  /** performance.now() of the last counted failure: chunks in flight at that time do not count again. */
  failedAt: number;
  /** The reason its engine waits, in a team. */
  readonly waiting: () => JobWaiting | undefined;
}

export function activate(
  record: JobRecord,
  paths: JobPaths,
  now: string,
  waiting: ActiveJob['waiting'] = () => undefined,
): ActiveJob {
  let markEnded = (): void => undefined;
  const ended = new Promise<void>((resolve) => (markEnded = resolve));
  return {
    record,
    paths,
    state: 'translating',
    completed: undefined,
    outstanding: 0,
    updatedAt: later(now, record.created_at),
    writing: Promise.resolve(),
    ended,
    markEnded,
    unanswered: 0,
    failures: 0,
    failedAt: -Infinity,
    waiting,
  };
}
