import { exportName } from '../../service/contract/translated-name.ts';
import type {
  Effort,
  ExportFormat,
  ImportedSegments,
  Job,
  JobKind,
  MatchBand,
  OfferResource,
  ReshapedSegments,
  SegmentFlagCode,
  SegmentHistory,
  SegmentOrigin,
  SegmentResource,
  SegmentState,
} from '../../service/contract/index.ts';
import { activeTime } from '../lib/active-time.ts';
import { ask } from './client.ts';
import { saveFrom } from './files.ts';
import type { Saved } from './files.ts';
import { jobPath } from './jobs.ts';

export interface JobRef {
  id: string;
  kind: JobKind;
}

export interface SegmentFilter {
  /** `any`: with a flag other than `edited`. Empty: no filter. */
  flag: SegmentFlagCode | 'any' | '';
  /** `unconfirmed`: draft or translated. Empty: no filter. */
  state: SegmentState | 'unconfirmed' | '';
  /** Empty: no filter. */
  origin: SegmentOrigin | '';
  match: MatchBand | '';
  repeated: 'any' | 'first' | 'later' | '';
  /** Texts in source and translation; empty: no filter. */
  source: string;
  target: string;
  /** Characters of the source, in digits; empty: no filter. */
  shortest: string;
  longest: string;
  /** With this term, and without its translation. */
  missing: { readonly term: string; readonly translation: string } | undefined;
  sort: 'document' | 'shortest' | 'longest' | 'doubt';
}

/** Lets all segments through, in the order of the document. */
export const ALL: SegmentFilter = {
  ...{ flag: '', state: '', origin: '', match: '', repeated: '' },
  ...{ source: '', target: '', shortest: '', longest: '', missing: undefined, sort: 'document' },
};

/** Segments, and the job's revision that they belong to. */
export interface SegmentsPage {
  segments: SegmentResource[];
  revision: string;
}

export interface SegmentEdit {
  index: number;
  /** null restores the engine's answer. */
  translated_text: string | null;
  /** If absent, a different text becomes a draft. */
  state?: SegmentState;
  /** Whether equal segments that are not confirmed are changed too. */
  repeats?: true;
  /** The expected source, if the segment at this index may have changed. */
  source?: string;
}

/** A segment to split, `at` UTF-16 units into its text, or to join with the next one. */
export interface Reshape {
  index: number;
  at?: number;
}
/** The translation and state of a resulting segment. */
export type MadeSegment = Pick<SegmentResource, 'translated_text' | 'state'>;

/** Small first, so that rows appear soon; then as many as the service allows. */
const FIRST_PAGE = 100;
const PAGE = 500;

/** A job's segments that pass a filter, page after page. Ends with the signal's reason. */
export async function* segmentPages(
  job: JobRef,
  filter: SegmentFilter,
  signal: AbortSignal,
  offers: 'none' | 'all' = 'none',
): AsyncGenerator<SegmentsPage> {
  const { state, origin } = filter;
  let cursor: string | undefined;
  do {
    const query = queryOf(filter);
    query.set('limit', String(cursor === undefined ? FIRST_PAGE : PAGE));
    query.set('offers', offers === 'all' ? '1' : '0');
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

function queryOf(filter: SegmentFilter): URLSearchParams {
  const { flag, state, match, repeated, source, target, shortest, longest, missing, sort } = filter;
  const query = new URLSearchParams();
  const set = (name: string, value: string): void => {
    if (value !== '') query.set(name, value);
  };
  set('flag', flag);
  set('state', state === 'unconfirmed' ? '' : state);
  set('match', match);
  set('repeated', repeated);
  set('source', source);
  set('target', target);
  set('min_length', shortest);
  set('max_length', longest);
  set('term', missing?.term ?? '');
  set('translation', missing?.translation ?? '');
  set('sort', sort === 'document' ? '' : sort);
  return query;
}

/** The number of a job's segments with a term and without its translation. */
export async function countLacking(
  job: JobRef,
  missing: { term: string; translation: string },
): Promise<number> {
  let count = 0;
  const { signal } = new AbortController();
  for await (const page of segmentPages(job, { ...ALL, missing }, signal)) count += page.segments.length;
  return count;
}

/** What the service makes of earlier work for one segment. */
export async function segmentOffers(
  job: JobRef,
  index: number,
  signal: AbortSignal,
): Promise<readonly OfferResource[]> {
  const query = new URLSearchParams({ cursor: String(index), limit: '1', offers: '1' });
  const { data } = await ask<SegmentsPage>(`${jobPath(job)}/segments?${query.toString()}`, { signal });
  return data.segments.find((segment) => segment.index === index)?.offers ?? [];
}

/** Lets another engine translate segments; returns the id of the batch in which it does. */
export async function askSecond(
  { id }: JobRef,
  asked: { engine: string } & ({ indexes: number[] } | { order: 'doubt'; share: number }),
): Promise<string> {
  const headers = { 'Idempotency-Key': crypto.randomUUID() };
  return (
    await ask<{ id: string }>(`/v1/jobs/${id}/segments/second`, { method: 'POST', body: asked, headers })
  ).data.id;
}

/** Another engine's answer to a segment. `changes`: places in which the present translation differs. */
export interface SecondOffer {
  readonly index: number;
  readonly text: string;
  readonly changes: number;
  readonly isFlagged: boolean;
  readonly isEdited: boolean;
}

/** Its latest answers, where they differ from the present translations. */
export async function secondOffers(job: JobRef, engine: string, signal: AbortSignal): Promise<SecondOffer[]> {
  const found: SecondOffer[] = [];
  for await (const { segments } of segmentPages(job, ALL, signal, 'all'))
    for (const { index, offers, flags, state } of segments) {
      const offer = offers?.find((one) => one.kind === 'second' && one.engine === engine);
      if (!offer) continue;
      found.push({
        ...{ index, text: offer.text, changes: offer.changes?.length ?? 0 },
        isFlagged: flags.some(({ code }) => code !== 'edited'),
        isEdited: state !== 'translated',
      });
    }
  return found;
}

/** Bytes that a browser still sends while its page closes (Fetch §4.6 limits them to 64 KiB in all). */
const MAX_KEPT = 60_000;

/**
 * Changes translations, all or none; returns the changed segments once they are stored. If the job was
 * changed elsewhere since the given revision, rejects with a ServiceProblem that has its current segments.
 * Either all changes apply to equal segments, or none does.
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
          active_ms: activeTime.take(job.id, edit.index),
          ...(text === undefined ? {} : { text }),
        })),
      },
      keepalive: size < MAX_KEPT,
    },
  );
  return data;
}

/** What confirming the job has cost so far. */
export async function readEffort(job: JobRef): Promise<Effort> {
  return (await ask<Effort>(`/v1/jobs/${job.id}/effort`)).data;
}

/** Saves that as a workbook, a row an origin. */
export async function exportEffort(job: JobRef, name: string): Promise<Saved | undefined> {
  return saveFrom(`/v1/jobs/${job.id}/effort?format=xlsx`, `${name}.effort.xlsx`);
}

/** A segment's comments; '' for none. */
export interface SegmentNotes {
  readonly comment: string;
  readonly private_note: string;
}

/** Stores a segment's comments, likewise. `source`: as the window knows it. */
export async function noteSegment(
  job: JobRef,
  { index, text }: Pick<SegmentResource, 'index' | 'text'>,
  notes: SegmentNotes,
  revision: string | undefined,
): Promise<SegmentsPage> {
  const { data } = await ask<SegmentsPage>(`${jobPath(job)}/segments`, {
    method: 'PATCH',
    ...(revision === undefined ? {} : { headers: { 'If-Match': `"${revision}"` } }),
    body: { segments: [{ index, text, ...notes }] },
  });
  return data;
}

/** A segment with its earlier translations, newest first. */
export async function segmentHistory(job: JobRef, index: number): Promise<SegmentHistory> {
  return (await ask<SegmentHistory>(`/v1/jobs/${job.id}/segments/${index}/history`)).data;
}

/** Splits or joins segments; `made` sets the texts and states of the results. */
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

/** Saves the job as a bilingual file for other programs; undefined if the dialog was cancelled. */
export async function exportJob(
  job: Job,
  format: ExportFormat,
  { hasPrivateNotes = false } = {},
): Promise<Saved | undefined> {
  const name = exportName(job.file_name ?? 'translation', job.to, format);
  const query = hasPrivateNotes ? '&private_notes=1' : '';
  return saveFrom(`${jobPath(job)}/export?format=${format}${query}`, name);
}

/** Imports the translations of a bilingual file. */
export async function importInto(job: JobRef, file: File): Promise<ImportedSegments> {
  const form = new FormData();
  form.set('file', file, file.name);
  return (await ask<ImportedSegments>(`${jobPath(job)}/import`, { method: 'POST', form })).data;
}
