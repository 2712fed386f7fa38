import type { JobStage, JobStatus } from '../contract/index.ts';

/**
 * A job's life. While it is `ending_…` the end is decided but not yet on disk: clients still see it running,
 * so that a crash cannot undo what they have seen.
 */
export type JobState =
  'translating' | 'assembling' | 'ending_done' | 'ending_failed' | 'ending_cancelled' | EndStatus;
export type EndStatus = Exclude<JobStatus, 'running'>;

export type StateEvent =
  /** All segments are stored. */
  | 'translated'
  /** The result file is in place. */
  | 'assembled'
  | 'fail'
  /** A client's request. */
  | 'cancel'
  /** The end is on the disk. */
  | 'stored'
  /** A client's request: a new job from the same source. This job stays as it is. */
  | 'retry';

/**
 * Why an event changes nothing: the state does not allow it (`conflict`), it should be answered once the end
 * is stored (`wait`), or it is work that comes too late and is dropped (`late`).
 */
export type Refusal = 'conflict' | 'wait' | 'late';
export type Transition = { to: JobState } | { refused: Refusal };

const ENDED: Partial<Record<StateEvent, JobState>> = {};
const TABLE: Record<JobState, Partial<Record<StateEvent, JobState>>> = {
  translating: { translated: 'assembling', fail: 'ending_failed', cancel: 'ending_cancelled' },
  assembling: { assembled: 'ending_done', fail: 'ending_failed', cancel: 'ending_cancelled' },
  // If even the end line cannot be stored, the job has failed for that reason.
  ending_done: { stored: 'done', fail: 'ending_failed' },
  ending_failed: { stored: 'failed' },
  ending_cancelled: { stored: 'cancelled' },
  done: ENDED,
  failed: { retry: 'failed' },
  // Cancelling twice is no error: the goal is reached.
  cancelled: { retry: 'cancelled', cancel: 'cancelled' },
};

/** The state after an event, or why it is impossible. Pure and total. */
export function transition(state: JobState, event: StateEvent): Transition {
  const to = TABLE[state][event];
  if (to) return { to };
  if (event !== 'cancel' && event !== 'retry') return { refused: 'late' };
  return { refused: event === 'cancel' && isEnding(state) ? 'wait' : 'conflict' };
}

export function isEnding(state: JobState): boolean {
  return state.startsWith('ending_');
}

/** Whether work for the job is still wanted. */
export function isWorking(state: JobState): boolean {
  return state === 'translating' || state === 'assembling';
}

/** The state as clients see it. */
export function statusOf(state: JobState): { status: JobStatus; stage?: JobStage } {
  switch (state) {
    case 'done':
    case 'failed':
    case 'cancelled':
      return { status: state };
    case 'translating':
      return { status: 'running', stage: 'translating' };
    case 'assembling':
    case 'ending_done':
      return { status: 'running', stage: 'assembling' };
    case 'ending_failed':
    case 'ending_cancelled':
      return { status: 'running' };
  }
}
