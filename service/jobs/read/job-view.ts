import type { Job } from '../../contract/index.ts';
import { GENERAL } from '../../lib/owner.ts';
import type { JobEntry } from '../../records/job-entry.ts';
import type { EditedEntry } from '../job-events.ts';
import type { ActiveJob } from '../run/active-job.ts';
import { endedEntry, revisionOf, runningEntry } from '../job-entries.ts';
import { statusOf } from '../state.ts';

/** Of more, an event names the first. */
const MAX_FOLLOWED = 1_000;

/** A job's status from its index row. The total is `segment_count`: copied segments count as complete. */
export function presentEntry(entry: EditedEntry): Job {
  const { completed, file_type, file_name, group_id, finished_at, error, source_words, source_bytes } = entry;
  const { edited = 0, flagged = 0, kept = 0, confirmed = 0, segments = entry.segment_count } = entry;
  const confirmedWords = confirmedWordsOf(entry);
  return {
    id: entry.id,
    client_id: entry.client_id ?? GENERAL,
    kind: entry.kind,
    status: entry.status,
    ...(file_type ? { file_type } : {}),
    ...(file_name === undefined ? {} : { file_name }),
    ...(group_id === undefined ? {} : { group_id }),
    segment_count: entry.segment_count,
    source_chars: entry.source_chars,
    ...(source_words === undefined ? {} : { source_words }),
    ...(source_bytes === undefined ? {} : { source_bytes }),
    ...(edited > 0 ? { edited_segments: edited } : {}),
    ...(entry.checked ? { checked_segments: entry.checked.slice(0, MAX_FOLLOWED) } : {}),
    ...(entry.followed ? { followed_segments: entry.followed.slice(0, MAX_FOLLOWED) } : {}),
    ...(flagged > 0 ? { flagged_segments: flagged } : {}),
    ...(kept > 0 ? { kept_segments: kept } : {}),
    ...(confirmed > 0 ? { confirmed_segments: confirmed } : {}),
    ...(confirmed > 0 && confirmedWords !== undefined ? { confirmed_words: confirmedWords } : {}),
    revision: revisionOf(entry),
    ...(completed === undefined ? {} : { completed_segments: completed + segments - entry.segment_count }),
    total_segments: segments,
    from: entry.from,
    to: entry.to,
    engine: entry.engine,
    engine_pair: entry.engine_pair,
    options: entry.options,
    created_at: entry.created_at,
    updated_at: entry.updated_at,
    ...(finished_at === undefined ? {} : { finished_at }),
    warnings: entry.warnings,
    ...(error ? { error } : {}),
  };
}

/**
 * Source words of the confirmed segments. Sentences counted one by one may differ by a word or so from the
 * paragraphs that `source_words` counts: once all are confirmed, this equals `source_words`.
 */
function confirmedWordsOf({
  confirmed,
  confirmed_words: words,
  source_words: all,
  segments,
  segment_count: count,
}: JobEntry): number | undefined {
  if (words === undefined || all === undefined) return words;
  return confirmed === (segments ?? count) ? all : Math.min(words, all);
}

/** A running job in the form of the status. */
export function presentActive(job: ActiveJob): Job {
  const { status, stage } = statusOf(job.state);
  if (status !== 'running' && job.end) return presentEntry(endedEntry(job.record, job.end));
  const waiting = stage === 'translating' ? job.waiting() : undefined;
  return {
    ...presentEntry(runningEntry(job.record, job.updatedAt)),
    ...(stage ? { stage } : {}),
    ...(waiting ? { waiting } : {}),
    ...(job.completed === undefined ? {} : { completed_segments: job.completed }),
  };
}
