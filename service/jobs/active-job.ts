import type { Job, JobError, Warning } from '../contract/index.ts';
import type { JobEntry, JobPaths, JobRecord } from '../store/port.ts';
import type { JournalEndLine } from '../worker/port.ts';
import { statusOf } from './state.ts';
import type { JobState } from './state.ts';

/** A job that runs: what the folder holds, and what is only known while it runs. */
export interface ActiveJob {
  readonly record: JobRecord;
  readonly paths: JobPaths;
  state: JobState;
  /** Segments that are complete and on the disk. */
  completed: number;
  /** First occurrences that are not on the disk yet. */
  outstanding: number;
  updatedAt: string;
  /** The end once it is decided. */
  end?: JournalEndLine;
  /** The last write to the journal: the next one follows it. */
  writing: Promise<void>;
  /** Resolves when the end is stored. */
  readonly ended: Promise<void>;
  readonly markEnded: () => void;
  /** Failures in a row without progress. */
  failures: number;
  /** performance.now() of the last that counted: chunks that were under way then do not count again. */
  failedAt: number;
}

export function activate(record: JobRecord, paths: JobPaths, now: string): ActiveJob {
  let markEnded = (): void => undefined;
  const ended = new Promise<void>((resolve) => (markEnded = resolve));
  return {
    record,
    paths,
    state: 'translating',
    completed: 0,
    outstanding: 0,
    updatedAt: later(now, record.created_at),
    writing: Promise.resolve(),
    ended,
    markEnded,
    failures: 0,
    failedAt: -Infinity,
  };
}

/** The later of two times in RFC 3339 UTC: in the story of a job a clock that is set back stands still. */
export function later(a: string, b: string): string {
  return a > b ? a : b;
}

/** A running job as status shows it. */
export function viewActive(job: ActiveJob): Job {
  const ended = job.state === 'done' || job.state === 'failed' || job.state === 'cancelled';
  if (ended && job.end) return viewEnded(job.record, job.end);
  const { status, stage } = statusOf(job.state);
  return {
    ...viewRecord(job.record),
    status,
    ...(stage ? { stage } : {}),
    completed_segments: job.completed,
    updated_at: job.updatedAt,
    warnings: job.record.warnings,
  };
}

/** An ended job as status shows it, from its folder. */
export function viewEnded(record: JobRecord, end: JournalEndLine): Job {
  return {
    ...viewRecord(record),
    status: end.status,
    completed_segments: end.completed,
    updated_at: end.at,
    finished_at: end.at,
    warnings: end.warnings,
    ...(end.error ? { error: end.error } : {}),
  };
}

/** A job whose `job.json` cannot be read: the little that is known, and why it does not go on. */
export function viewDamaged(
  id: string,
  found: { fileType?: Job['file_type']; createdAt: string },
  at: string,
): JobEntry['job'] {
  const error: JobError = {
    code: 'damaged_job',
    message: 'The file job.json in the folder of this job is missing or damaged. Upload the document again.',
  };
  return {
    id,
    kind: found.fileType ? 'document' : 'batch',
    status: 'failed',
    ...(found.fileType ? { file_type: found.fileType } : {}),
    segment_count: 0,
    source_chars: 0,
    completed_segments: 0,
    total_segments: 0,
    from: 'und',
    to: 'und',
    engine: 'unknown',
    engine_pair: { from: 'und', to: 'und' },
    options: {},
    created_at: found.createdAt,
    updated_at: at,
    finished_at: at,
    warnings: [],
    error,
  };
}

/** Fields present in every state. A job's whole is its `segment_count`: copied segments count as complete. */
function viewRecord(
  record: JobRecord,
): Omit<Job, 'status' | 'completed_segments' | 'updated_at' | 'warnings'> {
  const { tone, context, glossary_id } = record.options;
  return {
    id: record.id,
    kind: record.kind,
    ...(record.file_type ? { file_type: record.file_type } : {}),
    ...(record.file_name === undefined ? {} : { file_name: record.file_name }),
    segment_count: record.segment_count,
    source_chars: record.source_chars,
    total_segments: record.segment_count,
    from: record.from,
    to: record.to,
    engine: record.engine,
    engine_pair: record.engine_pair,
    options: {
      ...(tone === undefined ? {} : { tone }),
      ...(context === undefined ? {} : { context }),
      ...(glossary_id === undefined ? {} : { glossary_id }),
    },
    created_at: record.created_at,
  };
}

/** Warnings of one code become one, with their counts summed. */
export function mergeWarnings(...lists: readonly Warning[][]): Warning[] {
  const merged = new Map<string, Warning>();
  for (const warning of lists.flat()) {
    const key = `${warning.code}\n${warning.message}`;
    const known = merged.get(key);
    if (!known) merged.set(key, { ...warning });
    else if (warning.count !== undefined) known.count = (known.count ?? 0) + warning.count;
  }
  return [...merged.values()];
}
