import type { Job } from '../../../service/contract/index.ts';
import type { Place } from '../../lib/kept-places.ts';
import type { UploadEntry } from '../../store-parts/upload-entry.ts';

export type Row = Place & ({ upload: UploadEntry; job?: never } | { job: Job; upload?: never });

/** Uploads and jobs as one list, newest on top. A row's key and place outlive the step from upload to job. */
export function listRows(
  uploads: readonly UploadEntry[],
  jobs: Iterable<Job>,
  placeOf: (job: Job) => Place,
): Row[] {
  const rows: Row[] = [];
  const taken = new Set<string>();
  for (const job of jobs) {
    const place = placeOf(job);
    // The stream may tell of a job before the answer to its upload has come.
    if (place.key === job.id && uploads.some((upload) => mayBecome(upload, job))) continue;
    taken.add(place.key);
    rows.push({ ...place, job });
  }
  // For a moment both exist: the job is known and its upload not yet gone.
  for (const upload of uploads)
    if (!taken.has(upload.key)) rows.push({ key: upload.key, order: upload.order, upload });
  // Of one millisecond as the service lists them: its ids follow the time of creation.
  return rows.sort((a, b) => b.order - a.order || ((b.job?.id ?? '') > (a.job?.id ?? '') ? 1 : -1));
}

/** Whether a job that was heard of may be what an upload on its way has made. */
function mayBecome(upload: UploadEntry, job: Job): boolean {
  const { file, request } = upload;
  return (
    upload.state === 'sending' &&
    file.name === job.file_name &&
    request.to === job.to &&
    upload.order <= Date.parse(job.created_at) + 1
  );
}

/** Rows of one day, by the reader's calendar. */
export interface Day {
  /** Any moment of that day, in milliseconds. */
  at: number;
  rows: Row[];
}

/** Cuts a list of rows, newest on top, into days. */
export function byDay(rows: readonly Row[]): Day[] {
  const days: Day[] = [];
  for (const row of rows) {
    const last = days.at(-1);
    if (last && new Date(last.at).toDateString() === new Date(row.order).toDateString()) last.rows.push(row);
    else days.push({ at: row.order, rows: [row] });
  }
  return days;
}
