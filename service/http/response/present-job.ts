import { LIMITS, specificsOf } from '../../contract/index.ts';
import type { Job, JobKind } from '../../contract/index.ts';
import type { CreatedJob } from '../../jobs/jobs-port.ts';

/** The job as status and list show it: exactly these members, absent if they do not apply. */
export function presentJob(job: Job): Job {
  return {
    id: job.id,
    client_id: job.client_id,
    kind: job.kind,
    ...(job.group_id === undefined ? {} : { group_id: job.group_id }),
    status: job.status,
    ...(job.status === 'running' && job.stage ? { stage: job.stage } : {}),
    ...(job.status === 'running' && job.waiting
      ? { waiting: { for: job.waiting.for, since: job.waiting.since } }
      : {}),
    ...(job.file_type ? { file_type: job.file_type } : {}),
    ...(job.file_name === undefined ? {} : { file_name: job.file_name }),
    segment_count: job.segment_count,
    source_chars: job.source_chars,
    ...(job.source_words === undefined ? {} : { source_words: job.source_words }),
    ...(job.source_bytes === undefined ? {} : { source_bytes: job.source_bytes }),
    ...(job.edited_segments ? { edited_segments: job.edited_segments } : {}),
    ...(job.followed_segments ? { followed_segments: job.followed_segments } : {}),
    ...(job.checked_segments ? { checked_segments: job.checked_segments } : {}),
    ...(job.flagged_segments ? { flagged_segments: job.flagged_segments } : {}),
    ...(job.kept_segments ? { kept_segments: job.kept_segments } : {}),
    ...(job.confirmed_segments ? { confirmed_segments: job.confirmed_segments } : {}),
    ...(job.confirmed_words === undefined ? {} : { confirmed_words: job.confirmed_words }),
    revision: job.revision,
    completed_segments: job.completed_segments,
    total_segments: job.total_segments,
    from: job.from,
    to: job.to,
    engine: job.engine,
    engine_pair: { from: job.engine_pair.from, to: job.engine_pair.to },
    options: {
      ...(job.options.tone === undefined ? {} : { tone: job.options.tone }),
      ...(job.options.context === undefined ? {} : { context: job.options.context }),
      ...(job.options.glossary_id === undefined ? {} : { glossary_id: job.options.glossary_id }),
      ...(job.options.memory_id === undefined ? {} : { memory_id: job.options.memory_id }),
      ...(job.options.min_match === undefined ? {} : { min_match: job.options.min_match }),
      ...(job.options.memory === undefined ? {} : { memory: job.options.memory }),
      ...(job.options.learning === undefined ? {} : { learning: job.options.learning }),
      ...(job.options.checks === undefined ? {} : { checks: job.options.checks }),
      ...(job.options.format === undefined ? {} : { format: job.options.format }),
    },
    created_at: job.created_at,
    updated_at: job.updated_at,
    ...(job.finished_at ? { finished_at: job.finished_at } : {}),
    warnings: job.warnings.map(({ code, message, count, ...specifics }) => ({
      code,
      message,
      ...specificsOf(specifics),
      ...(count === undefined ? {} : { count }),
    })),
    ...(job.error
      ? { error: { code: job.error.code, message: job.error.message, ...specificsOf(job.error) } }
      : {}),
  };
}

/** The 202 to a new job: only the given fields. */
export function presentCreated(job: CreatedJob): CreatedJob {
  return {
    id: job.id,
    status: 'running',
    ...(job.file_type ? { file_type: job.file_type } : {}),
    segment_count: job.segment_count,
    source_chars: job.source_chars,
  };
}

export function jobPath(kind: JobKind, id: string): string {
  return kind === 'document' ? `/v1/translate/documents/${id}` : `/v1/translate/batch/${id}`;
}

/** `Retry-After`, in seconds. */
export const POLL_AFTER = String(LIMITS.pollSeconds);
