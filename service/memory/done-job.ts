import { readFile } from 'node:fs/promises';
import type { SegmentEdit } from '../records/edits.ts';
import { versionOfFiles } from '../records/files-version.ts';
import { parseJournal } from '../records/journal.ts';
import { readEdits } from '../records/read-edits.ts';
import { reshape } from '../records/reshape.ts';
import { resolveLines } from '../records/resolve-lines.ts';
import type { ResolvedLine } from '../records/resolve-lines.ts';
import { parseSegments } from '../records/segments.ts';
import type { SegmentLine } from '../records/segments.ts';
import type { FollowedJob } from './memory-port.ts';

/** A done job as its edits left it. */
export interface DoneJob {
  readonly segments: readonly SegmentLine[];
  readonly lines: readonly (ResolvedLine | undefined)[];
  /** By the index of the segment. */
  readonly edits: ReadonlyMap<number, SegmentEdit>;
}

/** Larger files are read again for each step: parsed they take several times as much memory. */
const MAX_KEPT_BYTES = 67_108_864;

/**
 * Reads done jobs, and keeps the last one while its files do not change: one is worked on step by step, and
 * reading 20,000 segments takes as long as a step.
 */
export function createDoneJobReader(
  maxKeptBytes = MAX_KEPT_BYTES,
): (files: Pick<FollowedJob, 'segmentsPath' | 'journalPath' | 'editsPath'>) => Promise<DoneJob> {
  let kept: { version: string; job: DoneJob } | undefined;
  return async ({ segmentsPath, journalPath, editsPath }) => {
    // Before the files are read: the next step at the latest reads later changes.
    const { version, bytes } = await versionOfFiles([segmentsPath, journalPath, editsPath]);
    if (kept?.version === version) return kept.job;
    // Not two at a time.
    kept = undefined;
    const edits = await readEdits(editsPath);
    const stored = parseSegments(await readFile(segmentsPath));
    const { segments, journal } = reshape(
      { segments: stored, journal: parseJournal(await readFile(journalPath), stored.length) },
      edits?.reshaped,
    );
    const lines = resolveLines(segments, journal, edits?.edits);
    const byIndex = new Map(edits?.edits.map((edit) => [edit.i, edit]));
    const job = { segments, lines, edits: byIndex };
    if (bytes <= maxKeptBytes) kept = { version, job };
    return job;
  };
}
