import type { Job } from '../../../service/contract/index.ts';
import { jobOfParts } from '../../lib/batch-parts.ts';
import type { Place } from '../../lib/kept-places.ts';
import type { UploadEntry } from '../../store-parts/upload-entry.ts';

/** `parts`: the jobs of a batch that needed several, oldest first. */
export type Row = Place &
  (
    { upload: UploadEntry; job?: never; parts?: never } | { job: Job; parts?: readonly Job[]; upload?: never }
  );

/**
 * Uploads and jobs as one list, newest first. A row's key and place survive the step from upload to job. The
 * jobs of one run of Batch are one row.
 */
export function listRows(
  uploads: readonly UploadEntry[],
  jobs: Iterable<Job>,
  placeOf: (job: Job) => Place,
  runs: ReadonlyMap<string, string> = new Map(),
): Row[] {
  const rows: Row[] = [];
  const parts = new Map<string, Job[]>();
  const taken = new Set<string>();
  for (const job of jobs) {
    const run = runs.get(job.id);
    if (run !== undefined) {
      const others = parts.get(run);
      if (others) others.push(job);
      else parts.set(run, [job]);
      continue;
    }
    const place = placeOf(job);
    // The stream may report a job before the answer to its upload arrives.
    if (place.key === job.id && uploads.some((upload) => mayBecome(upload, job))) continue;
    taken.add(place.key);
    rows.push({ ...place, job });
  }
  for (const [run, found] of parts) {
    const ordered = found.sort((a, b) => placeOf(a).order - placeOf(b).order || (a.id < b.id ? -1 : 1));
    rows.push({ key: run, order: placeOf(ordered[0]!).order, job: jobOfParts(run, ordered), parts: ordered });
  }
  // For a moment both exist: the job is known and its upload not yet removed.
  for (const upload of uploads)
    if (!taken.has(upload.key)) rows.push({ key: upload.key, order: upload.order, upload });
  // Within one millisecond in the order of the service's list: its ids follow the time of creation.
  return rows.sort((a, b) => b.order - a.order || ((b.job?.id ?? '') > (a.job?.id ?? '') ? 1 : -1));
}

/** Whether a job may be the result of an upload in progress. */
function mayBecome(upload: UploadEntry, job: Job): boolean {
  const { file, request } = upload;
  return (
    upload.state === 'sending' &&
    file.name === job.file_name &&
    request.to === job.to &&
    upload.order <= Date.parse(job.created_at) + 1
  );
}

/**
 * The first row of each day, by the reader's calendar, in a newest-first list: its key, and a time of the day
 * in milliseconds.
 */
export function firstOfDays(rows: readonly Row[]): Map<string, number> {
  const firsts = new Map<string, number>();
  let day = '';
  for (const { key, order } of rows) {
    const own = new Date(order).toDateString();
    if (own !== day) firsts.set(key, order);
    day = own;
  }
  return firsts;
}
