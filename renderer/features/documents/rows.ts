import type { Job } from '../../../service/contract/index.ts';
import type { UploadEntry } from '../../stores/uploads.ts';

export type Row = { key: string; order: number } & (
  { upload: UploadEntry; job?: never } | { job: Job; upload?: never }
);

/** Uploads and document jobs as one list, newest on top. A row's key and place outlive the step from upload to job. */
export function listRows(
  uploads: readonly UploadEntry[],
  jobs: Iterable<Job>,
  placeOf: (job: Job) => { key: string; order: number },
): Row[] {
  const rows: Row[] = [];
  const taken = new Set<string>();
  for (const job of jobs) {
    if (job.kind !== 'document') continue;
    const place = placeOf(job);
    taken.add(place.key);
    rows.push({ ...place, job });
  }
  // For a moment both exist: the job is known and its upload not yet gone.
  for (const upload of uploads)
    if (!taken.has(upload.key)) rows.push({ key: upload.key, order: upload.order, upload });
  return rows.sort((a, b) => b.order - a.order);
}
