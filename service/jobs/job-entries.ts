import type { FileType } from '../contract/index.ts';
import type { JobEntry } from '../records/job-entry.ts';
import type { JobRecord } from '../records/job-record.ts';
import type { JournalEndLine } from '../records/journal.ts';

/** The index's row of a job that runs. */
export function runningEntry(record: JobRecord, updatedAt: string): JobEntry {
  return { ...entryOf(record), status: 'running', updated_at: updatedAt, warnings: record.warnings };
}

/** The index's row of a job that has ended. */
export function endedEntry(record: JobRecord, end: JournalEndLine): JobEntry {
  return {
    ...entryOf(record),
    status: end.status,
    ...(end.completed === undefined ? {} : { completed: end.completed }),
    updated_at: end.at,
    finished_at: end.at,
    warnings: end.warnings,
    ...(end.error ? { error: end.error } : {}),
  };
}

/** The row of a job whose `job.json` cannot be read: the little that is known, and why it does not go on. */
export function damagedEntry(
  id: string,
  accountId: string,
  found: { fileType?: FileType; createdAt: string },
  at: string,
): JobEntry {
  return {
    id,
    account_id: accountId,
    kind: found.fileType ? 'document' : 'batch',
    ...(found.fileType ? { file_type: found.fileType } : {}),
    segment_count: 0,
    source_chars: 0,
    from: 'und',
    to: 'und',
    engine: 'unknown',
    engine_pair: { from: 'und', to: 'und' },
    options: {},
    created_at: found.createdAt,
    warnings: [],
    ...failedAsDamaged(at),
  };
}

/** What becomes of a row whose job turns out to be damaged. */
export function failedAsDamaged(
  at: string,
): Pick<JobEntry, 'status' | 'updated_at' | 'finished_at' | 'error' | 'settled'> {
  return {
    status: 'failed',
    updated_at: at,
    finished_at: at,
    error: {
      code: 'damaged_job',
      message:
        'The file job.json in the folder of this job is missing or damaged. Upload the document again.',
    },
    settled: true,
  };
}

function entryOf(record: JobRecord): Omit<JobEntry, 'status' | 'updated_at' | 'warnings'> {
  const { tone, context, glossary_id } = record.options;
  return {
    id: record.id,
    account_id: record.account_id,
    kind: record.kind,
    ...(record.file_type ? { file_type: record.file_type } : {}),
    ...(record.file_name === undefined ? {} : { file_name: record.file_name }),
    segment_count: record.segment_count,
    source_chars: record.source_chars,
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
