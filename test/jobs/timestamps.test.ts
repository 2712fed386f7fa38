import { describe, expect, it } from 'vitest';
import { later, laterThan } from '../../service/jobs/timestamps.ts';

const [BEFORE, BEHIND, AFTER] = [
  '2026-01-02T03:04:59.999Z',
  '2026-01-02T03:04:05.006Z',
  '2026-02-01T00:00:00.000Z',
];

describe('the times of a job', () => {
  it('do not go back when the clock is set back', () => {
    expect([later(BEHIND, BEFORE), later(AFTER, BEFORE)]).toEqual([BEFORE, AFTER]);
  });

  it('go on by a millisecond where one must be told from that before', () => {
    const times = [BEHIND, BEFORE, AFTER].map((present) => laterThan(BEFORE, present));
    expect(times).toEqual(['2026-01-02T03:05:00.000Z', '2026-01-02T03:05:00.000Z', AFTER]);
  });
});
