import { describe, expect, it } from 'vitest';
import type { Job } from '../../service/contract/index.ts';
import { createKnownJobs } from '../../renderer/lib/known-jobs.ts';

function jobOf(fields: Partial<Job>): Job {
  return { id: 'a', status: 'running', updated_at: '2026-01-01T12:00:00.000Z', ...fields } as Job;
}
const LATER = '2026-01-01T12:00:01.000Z';

describe('the jobs that the window knows', () => {
  it('takes no answer that a later one has overtaken', () => {
    const told: unknown[] = [];
    const known = createKnownJobs((job, before) => told.push([job.completed_segments, before?.status]));
    const receive = (fields: Partial<Job>): Job | undefined => {
      known.receive(jobOf(fields));
      return known.byId.get('a');
    };
    receive({ completed_segments: 5 });
    expect(receive({ completed_segments: 3 })).toMatchObject({ completed_segments: 5 });
    receive({ status: 'done', completed_segments: 9, updated_at: LATER });
    expect(receive({ completed_segments: 8 })).toMatchObject({ status: 'done' });
    expect(receive({ status: 'done', completed_segments: 7 })).toMatchObject({ completed_segments: 9 });
    expect(told).toEqual([
      [5, undefined],
      [9, 'running'],
    ]);
  });

  it('shows none that is being deleted, and counts it among those that run no more', () => {
    const known = createKnownJobs(() => undefined);
    for (const id of ['a', 'b']) known.receive(jobOf({ id }));
    known.leaving.add('a');
    expect(known.present.value.map((job) => job.id)).toEqual(['b']);
    expect(known.running.value.map((job) => job.id)).toEqual(['b']);
    known.leaving.delete('a');
    expect(known.running.value).toHaveLength(2);
  });

  it('knows which documents are here in several languages', () => {
    const known = createKnownJobs(() => undefined);
    const jobs = [
      ['one.txt', 'es'],
      ['two.txt', 'es'],
      ['two.txt', 'de'],
      ['one.txt', 'es'],
      [undefined, 'es'],
      [undefined, 'de'],
    ] as const;
    for (const [index, [name, to]] of jobs.entries())
      known.receive(jobOf({ id: String(index), to, ...(name === undefined ? {} : { file_name: name }) }));
    expect([...known.inSeveral.value]).toEqual(['two.txt']);
  });
});
