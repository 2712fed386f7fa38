import { describe, expect, it } from 'vitest';
import { jobStatusSchema } from '../../service/contract/index.ts';
import { isEnding, isWorking, statusOf, transition } from '../../service/jobs/state.ts';
import type { StateEvent, JobState } from '../../service/jobs/state.ts';

const STATES: JobState[] = [
  'translating',
  'assembling',
  'ending_done',
  'ending_failed',
  'ending_cancelled',
  'done',
  'failed',
  'cancelled',
];
const EVENTS: StateEvent[] = ['translated', 'assembled', 'fail', 'cancel', 'stored', 'retry'];

/** Every state with every event: the new state, or `!` and why there is none. */
const EXPECTED: Record<JobState, string[]> = {
  //                 translated    assembled      fail             cancel              stored       retry
  translating: ['assembling', '!late', 'ending_failed', 'ending_cancelled', '!late', '!conflict'],
  assembling: ['!late', 'ending_done', 'ending_failed', 'ending_cancelled', '!late', '!conflict'],
  ending_done: ['!late', '!late', 'ending_failed', '!wait', 'done', '!conflict'],
  ending_failed: ['!late', '!late', '!late', '!wait', 'failed', '!conflict'],
  ending_cancelled: ['!late', '!late', '!late', '!wait', 'cancelled', '!conflict'],
  done: ['!late', '!late', '!late', '!conflict', '!late', '!conflict'],
  failed: ['!late', '!late', '!late', '!conflict', '!late', 'failed'],
  cancelled: ['!late', '!late', '!late', 'cancelled', '!late', 'cancelled'],
};

describe('a job’s states', () => {
  it.each(STATES.flatMap((state) => EVENTS.map((event, i) => [state, event, EXPECTED[state][i]!] as const)))(
    '%s on %s: %s',
    (state, event, expected) => {
      const next = transition(state, event);
      expect('to' in next ? next.to : `!${next.refused}`).toBe(expected);
    },
  );

  it('show clients an end only when it is stored', () => {
    for (const state of STATES) {
      const { status, stage } = statusOf(state);
      expect(jobStatusSchema.options).toContain(status);
      expect(status === 'running').toBe(isWorking(state) || isEnding(state));
      if (stage) expect(status).toBe('running');
    }
  });

  it('never lead out of an end', () => {
    for (const state of ['done', 'failed', 'cancelled'] as const) {
      for (const event of EVENTS) {
        const next = transition(state, event);
        expect('to' in next ? next.to : state).toBe(state);
      }
    }
  });
});
