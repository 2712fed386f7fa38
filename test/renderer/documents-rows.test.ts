import { describe, expect, it } from 'vitest';
import type { Job } from '../../service/contract/index.ts';
import { listRows } from '../../renderer/features/documents/rows.ts';
import type { UploadEntry } from '../../renderer/stores/uploads.ts';

function jobOf(id: string, kind: Job['kind'] = 'document'): Job {
  return { id, kind } as Job;
}
function uploadOf(key: string, order: number): UploadEntry {
  return { key, order } as UploadEntry;
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

  it('leaves batches to their own view', () => {
    expect(listRows([], [jobOf('b', 'batch')], ({ id }) => ({ key: id, order: 1 }))).toEqual([]);
  });
});
