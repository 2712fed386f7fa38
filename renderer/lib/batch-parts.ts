import type { Job } from '../../service/contract/index.ts';

/** A run of Batch as one job: its parts combined. `id`: of the run. `parts`: oldest first. */
export function jobOfParts(id: string, parts: readonly Job[]): Job {
  const [first] = parts;
  if (!first) throw new RangeError('A run has at least one part.');
  const sum = (of: (job: Job) => number | undefined): number =>
    parts.reduce((total, part) => total + (of(part) ?? 0), 0);
  const failed = parts.find(({ status }) => status === 'failed');
  return {
    ...(failed ?? first),
    id,
    status:
      (['running', 'failed', 'cancelled'] as const).find((one) =>
        parts.some((part) => part.status === one),
      ) ?? 'done',
    segment_count: sum((part) => part.segment_count),
    total_segments: sum((part) => part.total_segments),
    completed_segments: sum((part) => part.completed_segments),
    flagged_segments: sum((part) => part.flagged_segments),
    source_words: sum((part) => part.source_words),
    created_at: first.created_at,
    updated_at: parts.reduce((last, { updated_at: at }) => (at > last ? at : last), first.updated_at),
    warnings: [...new Map(parts.flatMap((part) => part.warnings).map((one) => [one.message, one])).values()],
  };
}
