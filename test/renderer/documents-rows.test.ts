import { describe, expect, it } from 'vitest';
import type { Job } from '../../service/contract/index.ts';
import { firstOfDays, listRows } from '../../renderer/features/documents/rows.ts';
import type { UploadEntry } from '../../renderer/store-parts/upload-entry.ts';

function jobOf(id: string, kind: Job['kind'] = 'document'): Job {
  return { id, kind } as Job;
}
function uploadOf(key: string, order: number): UploadEntry {
  const request = { from: 'en', to: 'es' };
  return { key, order, request, state: 'sending', file: new File([], 'a.txt') } as UploadEntry;
}

describe('the list of documents', () => {
  it('has the newest on top, uploads and jobs together', () => {
    const places: Record<string, number> = { old: 1, new: 3 };
    const rows = listRows([uploadOf('sending', 2)], [jobOf('old'), jobOf('new')], ({ id }) => ({
      key: id,
      order: places[id]!,
    }));
    expect(rows.map((row) => row.key)).toEqual(['new', 'sending', 'old']);
  });

  it('keeps one row, with its key, when an upload becomes a job', () => {
    const upload = uploadOf('row', 5);
    const rows = listRows([upload], [jobOf('job')], () => ({ key: 'row', order: 5 }));
    expect(rows).toEqual([{ key: 'row', order: 5, job: jobOf('job') }]);
  });

  it('shows a file once, also while its job is known and the answer to its upload is not', () => {
    const at = Date.parse('2026-01-01T12:00:00.500Z');
    const job = { ...jobOf('job'), file_name: 'a.txt', to: 'es', created_at: '2026-01-01T12:00:00.600Z' };
    const other = { ...job, id: 'other', to: 'de' };
    const older = { ...jobOf('older'), file_name: 'a.txt', to: 'es', created_at: '2026-01-01T11:00:00.000Z' };
    const own = ({ id, created_at }: Job) => ({ key: id, order: Date.parse(created_at) });
    const keys = listRows([uploadOf('upload', at)], [job, other, older], own).map((row) => row.key);
    expect(keys).toEqual(['other', 'upload', 'older']);
  });

  it('has jobs of one millisecond as the service lists them, whichever was heard of first', () => {
    const at = (jobs: Job[]) => listRows([], jobs, ({ id }) => ({ key: id, order: 1 })).map(({ key }) => key);
    expect(at([jobOf('b'), jobOf('a'), jobOf('c')])).toEqual(['c', 'b', 'a']);
    expect(at([jobOf('c'), jobOf('b'), jobOf('a')])).toEqual(['c', 'b', 'a']);
  });

  it('has batches among the documents', () => {
    const rows = listRows([], [jobOf('b', 'batch')], ({ id }) => ({ key: id, order: 1 }));
    expect(rows.map((row) => row.key)).toEqual(['b']);
  });

  it('has a run of Batch as one row, which is what its jobs are together', () => {
    const part = (id: string, status: Job['status'], done: number): Job => ({
      ...jobOf(id, 'batch'),
      status,
      segment_count: 100,
      total_segments: 100,
      completed_segments: done,
      warnings: [],
      created_at: '2026-01-01T12:00:00.000Z',
      updated_at: `2026-01-01T12:00:0${done / 50}.000Z`,
    });
    const jobs = [part('b', 'running', 50), part('a', 'done', 100), jobOf('c')];
    const runs = new Map([
      ['a', 'run'],
      ['b', 'run'],
    ]);
    const rows = listRows([], jobs, ({ id }) => ({ key: id, order: 1 }), runs);
    expect(rows.map(({ key }) => key)).toEqual(['run', 'c']);
    expect(rows[0]?.parts?.map(({ id }) => id)).toEqual(['a', 'b']);
    expect(rows[0]?.job).toMatchObject({
      id: 'run',
      status: 'running',
      segment_count: 200,
      total_segments: 200,
      completed_segments: 150,
      updated_at: '2026-01-01T12:00:02.000Z',
    });
  });

  it('has a heading at the first row of each day', () => {
    const at = (day: number, hour: number): number => new Date(2026, 0, day, hour).getTime();
    const places: Record<string, number> = { a: at(3, 9), b: at(2, 23), c: at(2, 1) };
    const jobs = Object.keys(places).map((id) => jobOf(id));
    const days = firstOfDays(listRows([], jobs, ({ id }) => ({ key: id, order: places[id]! })));
    expect([...days]).toEqual([
      ['a', at(3, 9)],
      ['b', at(2, 23)],
    ]);
  });
});
