import type {
  ExportFormat,
  ImportedSegments,
  Job,
  JobKind,
  ReshapedSegments,
  SegmentFlagCode,
  SegmentOrigin,
  SegmentResource,
  SegmentState,
} from '../../service/contract/index.ts';
import { ask } from './client.ts';
import { saveFrom } from './files.ts';
import type { Saved } from './files.ts';
import { jobPath } from './jobs.ts';

export interface JobRef {
  id: string;
  kind: JobKind;
}

export interface SegmentFilter {
  /** `any`: with a flag that is not `edited`. Empty: all. */
  flag: SegmentFlagCode | 'any' | '';
  /** `unconfirmed`: draft or translated. Empty: any. */
  state: SegmentState | 'unconfirmed' | '';
  /** Empty: any. */
  origin: SegmentOrigin | '';
}

/** Segments, and the revision of the job that they are of. */
export interface SegmentsPage {
  segments: SegmentResource[];
  revision: string;
}

export interface SegmentEdit {
  index: number;
  /** null puts the engine's answer back. */
  translated_text: string | null;
  /** Left out, another text makes it a draft. */
  state?: SegmentState;
  /** Whether equal segments that are not confirmed get the change too. */
  repeats?: true;
  /** The source that is meant, where another one may be at the index by now. */
  source?: string;
}

/** A segment to split, `at` UTF-16 units into its text, or to join with the next one. */
export interface Reshape {
  index: number;
  at?: number;
}
/** What a segment that comes of it is to have. */
export type MadeSegment = Pick<SegmentResource, 'translated_text' | 'state'>;

/** Small first, so that rows show soon; then as many as the service allows. */
const FIRST_PAGE = 100;
const PAGE = 500;

/** A job's segments that pass a filter, page after page. Ends with the signal's reason. */
export async function* segmentPages(
  job: JobRef,
  { flag, state, origin }: SegmentFilter,
  signal: AbortSignal,
): AsyncGenerator<SegmentsPage> {
  let cursor: string | undefined;
  do {
    const query = new URLSearchParams({ limit: String(cursor === undefined ? FIRST_PAGE : PAGE) });
    if (flag !== '') query.set('flag', flag);
    if (state !== '' && state !== 'unconfirmed') query.set('state', state);
    if (cursor !== undefined) query.set('cursor', cursor);
    const { data } = await ask<SegmentsPage & { next_cursor?: string }>(
      `${jobPath(job)}/segments?${query.toString()}`,
      { signal },
    );
    const isWanted = (segment: SegmentResource): boolean =>
      (state !== 'unconfirmed' || segment.state !== 'confirmed') &&
      (origin === '' || segment.origin === origin);
    yield { ...data, segments: data.segments.filter(isWanted) };
    cursor = data.next_cursor;
  } while (cursor !== undefined);
}

/** Bytes a browser still sends while its page closes (Fetch §4.6 keeps 64 KiB in all). */
const MAX_KEPT = 60_000;

/**
 * Changes translations, all or none; returns the changed segments once they are stored. With the revision
 * that was seen last, a job that has been changed elsewhere rejects with a ServiceProblem that has its
 * present segments. All of them go along to equal segments, or none does.
 */
export async function editSegments(
  job: JobRef,
  segments: SegmentEdit[],
  revision?: string,
): Promise<SegmentsPage> {
  const size = segments.reduce((sum, one) => sum + 50 + 3 * (one.translated_text?.length ?? 0), 0);
  const repetitions = segments.every(({ repeats }) => repeats === true);
  const { data } = await ask<SegmentsPage>(
    `${jobPath(job)}/segments${repetitions ? '?repetitions=true' : ''}`,
    {
      method: 'PATCH',
      ...(revision === undefined ? {} : { headers: { 'If-Match': `"${revision}"` } }),
      body: {
        segments: segments.map(({ repeats: _, source: text, ...edit }) => ({
          ...edit,
          ...(text === undefined ? {} : { text }),
        })),
      },
      keepalive: size < MAX_KEPT,
    },
  );
  return data;
}

/** Splits or joins segments; with `made`, what comes of it has these texts and states. */
export async function reshapeSegments(
  job: JobRef,
  { at, index }: Reshape,
  revision: string | undefined,
  made?: readonly MadeSegment[],
): Promise<ReshapedSegments> {
  const path = `/v1/jobs/${job.id}/segments/${at === undefined ? 'join' : 'split'}`;
  const { data } = await ask<ReshapedSegments>(path, {
    method: 'POST',
    ...(revision === undefined ? {} : { headers: { 'If-Match': `"${revision}"` } }),
    body: { index, ...(at === undefined ? {} : { at }), ...(made ? { segments: made } : {}) },
  });
  return data;
}

/** Saves the job as a bilingual file for other programs; undefined when the dialog was cancelled. */
export async function exportJob(job: Job, format: ExportFormat): Promise<Saved | undefined> {
  const suffix = format.startsWith('xliff') ? 'xlf' : format;
  const name = `${job.file_name ?? 'translation'}.${job.to}.${suffix}`;
  return saveFrom(`${jobPath(job)}/export?format=${format}`, name);
}

/** Takes the translations of a bilingual file over. */
export async function importInto(job: JobRef, file: File): Promise<ImportedSegments> {
  const form = new FormData();
  form.set('file', file, file.name);
  return (await ask<ImportedSegments>(`${jobPath(job)}/import`, { method: 'POST', form })).data;
}
