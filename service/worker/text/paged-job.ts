import type { SegmentEdit } from '../../records/edits.ts';
import { versionOfFiles } from '../../records/files-version.ts';
import type { Journal } from '../../records/journal.ts';
import { firstOccurrences, resolveLines } from '../../records/resolve-lines.ts';
import type { ResolvedLine } from '../../records/resolve-lines.ts';
import type { SegmentLine } from '../../records/segments.ts';
import { readEditedJob } from '../job-files.ts';
import type { SegmentsTask } from '../document-port.ts';

/** A job as its pages show it. */
export interface PagedJob {
  readonly segments: readonly SegmentLine[];
  readonly lines: readonly (ResolvedLine | undefined)[];
  /** The number of other segments equal to a segment in text and codes. */
  readonly repetitions: (index: number) => number;
  /** Whether no earlier segment equals one. */
  readonly isFirst: (index: number) => boolean;
}

type JobFiles = Pick<SegmentsTask, 'segmentsPath' | 'journalPath' | 'editsPath'>;

/** Larger files are read again for each page: parsed they take several times as much memory. */
const MAX_KEPT_BYTES = 67_108_864;

export function pagedJob(
  segments: readonly SegmentLine[],
  journal: Journal,
  edits: readonly SegmentEdit[],
): PagedJob {
  const lines = resolveLines(segments, journal, edits);
  const firsts = firstOccurrences(segments);
  return {
    ...{ segments, lines, repetitions: countRepetitions(segments, firsts) },
    isFirst: (index) => firsts[index] === index,
  };
}

export async function readPagedJob(files: JobFiles): Promise<PagedJob> {
  const { segments, journal, edits } = await readEditedJob(files);
  return pagedJob(segments, journal, edits?.edits ?? []);
}

/**
 * Reads jobs, and keeps the last one while its files do not change. Clients request page after page, and each
 * would take a tenth of a second in a job of 20,000 segments.
 */
export function createPagedJobReader(maxKeptBytes = MAX_KEPT_BYTES): typeof readPagedJob {
  let kept: { version: string; job: PagedJob } | undefined;
  return async (files) => {
    const { segmentsPath, journalPath, editsPath } = files;
    // Before the files are read: the next page at the latest reads later changes.
    const { version, bytes } = await versionOfFiles([segmentsPath, journalPath, editsPath]);
    if (kept?.version === version) return kept.job;
    // Not two at a time.
    kept = undefined;
    const job = await readPagedJob(files);
    if (bytes <= maxKeptBytes) kept = { version, job };
    return job;
  };
}

export function countRepetitions(
  segments: readonly SegmentLine[],
  firsts = firstOccurrences(segments),
): (index: number) => number {
  const counts = new Map<number, number>();
  for (const first of firsts) counts.set(first, (counts.get(first) ?? 0) + 1);
  return (index) => (counts.get(firsts[index]!) ?? 1) - 1;
}
