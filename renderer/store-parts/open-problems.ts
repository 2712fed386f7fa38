import type { Job, SegmentFlagCode, SegmentResource } from '../../service/contract/index.ts';
import { ALL, segmentPages } from '../api/review.ts';
import type { SegmentFilter } from '../api/review.ts';

/** A problem to look at before a file is delivered. */
export interface OpenProblem {
  index: number;
  /** `unsaved`: a correction that the service has not stored. */
  kind: 'unsaved' | 'empty' | 'flagged' | 'draft';
  flags: SegmentFlagCode[];
  source: string;
}

/**
 * The open problems of a job, unsaved ones first, then in the file's order. A confirmed segment has none but that the file lacks it, and
 * a draft is one only if the user confirms segments at all.
 */
export async function openProblemsOf(
  job: Job,
  unsaved: ReadonlyMap<number, unknown>,
  segments: readonly SegmentResource[],
): Promise<OpenProblem[]> {
  const found = new Map<number, OpenProblem>();
  if ((job.flagged_segments ?? 0) > 0)
    for (const { index, flags, text, state } of await all(job, { ...ALL, flag: 'any' })) {
      // A confirmed text is no problem, unless the file lacks it.
      const codes = flags
        .map(({ code }) => code)
        .filter((code) => (state === 'confirmed' ? code === 'kept_source' : code !== 'edited'));
      if (codes.length > 0)
        found.set(index, {
          index,
          kind: codes.includes('empty') ? 'empty' : 'flagged',
          flags: codes,
          source: text,
        });
    }
  if ((job.confirmed_segments ?? 0) > 0)
    for (const { index, text } of await all(job, { ...ALL, state: 'draft' }))
      if (!found.has(index)) found.set(index, { index, kind: 'draft', flags: [], source: text });
  const bySource = new Map(segments.map(({ index, text }) => [index, text]));
  const refused = [...unsaved.keys()].map((index): OpenProblem => ({
    index,
    kind: 'unsaved',
    flags: [],
    source: bySource.get(index) ?? '',
  }));
  const others = [...found.values()].filter(({ index }) => !unsaved.has(index));
  return [refused, others].flatMap((list) => list.sort((a, b) => a.index - b.index));
}

async function all(job: Job, filter: SegmentFilter): Promise<SegmentResource[]> {
  const found: SegmentResource[] = [];
  for await (const page of segmentPages(job, filter, new AbortController().signal))
    found.push(...page.segments);
  return found;
}
