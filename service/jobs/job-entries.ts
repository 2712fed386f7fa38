import type { FileType } from '../contract/index.ts';
import type { EditsRecord } from '../records/edits.ts';
import type { JobEntry } from '../records/job-entry.ts';
import type { JobRecord } from '../records/job-record.ts';
import type { JournalEndLine } from '../records/journal.ts';

/** The index's row of a running job. */
export function runningEntry(record: JobRecord, updatedAt: string): JobEntry {
  return { ...entryOf(record), status: 'running', updated_at: updatedAt, warnings: record.warnings };
}

/** The index's row of an ended job and its later edits. `bytes`: of its folder. */
export function endedEntry(
  record: JobRecord,
  end: JournalEndLine,
  { bytes, edits }: { bytes?: number | undefined; edits?: EditsRecord | undefined } = {},
): JobEntry {
  return {
    ...entryOf(record),
    ...(bytes === undefined ? {} : { bytes }),
    ...(end.flagged === undefined ? {} : { flagged: end.flagged }),
    ...(end.kept === undefined ? {} : { kept: end.kept }),
    ...(end.confirmed === undefined ? {} : { confirmed: end.confirmed }),
    ...(end.confirmed_words === undefined ? {} : { confirmed_words: end.confirmed_words }),
    ...(edits ? editedMembers(edits) : {}),
    status: end.status,
    ...(end.completed === undefined ? {} : { completed: end.completed }),
    updated_at: edits && edits.at > end.at ? edits.at : end.at,
    finished_at: end.at,
    warnings: end.warnings,
    ...(end.error ? { error: end.error } : {}),
  };
}

/** The members of a job's row that edits change. */
export function editedMembers({
  edited,
  flagged,
  kept = 0,
  confirmed,
  confirmed_words,
  segments,
  at,
}: Pick<
  EditsRecord,
  'edited' | 'flagged' | 'kept' | 'confirmed' | 'confirmed_words' | 'segments' | 'at'
>): Pick<
  JobEntry,
  'edited' | 'flagged' | 'kept' | 'confirmed' | 'confirmed_words' | 'segments' | 'updated_at'
> {
  return {
    ...{ edited, flagged, kept, confirmed, confirmed_words },
    ...(segments === undefined ? {} : { segments }),
    updated_at: at,
  };
}

/** Differs after each accepted edit: no two edits of a job have the same time. */
export function revisionOf({ edited, updated_at }: Pick<JobEntry, 'edited' | 'updated_at'>): string {
  return edited === undefined ? '0' : Date.parse(updated_at).toString(36);
}

/** The row of a job whose `job.json` is unreadable: the few known facts, and the reason. */
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

/** The row of a job that was found to be damaged. */
export function failedAsDamaged(
  at: string,
  file = 'job.json',
): Pick<JobEntry, 'status' | 'updated_at' | 'finished_at' | 'error' | 'settled'> {
  return {
    status: 'failed',
    updated_at: at,
    finished_at: at,
    error: {
      code: 'damaged_job',
      message: `The file ${file} in the folder of this job is missing or damaged. Translate the document again.`,
    },
    settled: true,
  };
}

function entryOf(record: JobRecord): Omit<JobEntry, 'status' | 'updated_at' | 'warnings'> {
  const options = { ...record.options };
  delete options.glossary;
  return {
    id: record.id,
    account_id: record.account_id,
    ...(record.client_id === undefined ? {} : { client_id: record.client_id }),
    kind: record.kind,
    ...(record.file_type ? { file_type: record.file_type } : {}),
    ...(record.file_name === undefined ? {} : { file_name: record.file_name }),
    ...(record.group_id === undefined ? {} : { group_id: record.group_id }),
    segment_count: record.segment_count,
    source_chars: record.source_chars,
    source_words: record.source_words,
    ...(record.source ? { source_bytes: record.source.bytes } : {}),
    from: record.from,
    to: record.to,
    engine: record.engine,
    engine_pair: record.engine_pair,
    options,
    created_at: record.created_at,
    ...(record.session ? { session: true } : {}),
  };
}
