import { optionsTaken, ProblemError, resultTypeOf } from '../../contract/index.ts';
import type { JobError, Warning } from '../../contract/index.ts';
import { isStorageFull } from '../../lib/storage-error.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { JobPaths } from '../../store/store-port.ts';
import type { AssembleResult, AssembleTask } from '../../worker/document-port.ts';
import type { EndDetails } from '../end/ending.ts';
import { nothingTranslated } from '../end/nothing-translated.ts';
import { hasSimple } from '../admit/file-type.ts';
import { isAborted, isRetryable, isSourceDamaged, jobErrorOf } from './failures.ts';

const LAYOUT_UNAVAILABLE: Warning = {
  code: 'layout_unavailable',
  message:
    'The layout of this document could not be rebuilt. Its translation is available as a simple document.',
};

/**
 * Builds the result or, if the layout of a DOCX cannot be rebuilt, the simple document in its place. Returns
 * the warnings of the job's end, and its error if both failed. Rejects as aborted if the job was cancelled
 * meanwhile. `append`: to the journal.
 */
export async function assembleJob(
  job: { record: JobRecord; paths: JobPaths },
  assemble: (task: AssembleTask) => Promise<AssembleResult>,
  append: (lines: Uint8Array) => Promise<void>,
): Promise<EndDetails> {
  const { warnings } = job.record;
  try {
    const built = await assemble(assembleTask(job, { durable: false }));
    const { bytes, crc32, flagged, kept, marks, confirmed, confirmed_words = 0 } = built;
    if (isUnanswered(built)) return { warnings, error: noAnswers() };
    if (marks) await append(marks);
    return {
      warnings: mergeWarnings(warnings, built.warnings, nothingTranslated(job.record, built)),
      result: { bytes, crc32 },
      flagged,
      ...(kept === 0 ? {} : { kept }),
      ...(confirmed === undefined ? {} : { confirmed, confirmed_words }),
    };
  } catch (error) {
    if (isAborted(error)) throw error;
    if (isStorageFull(error) || isSourceDamaged(error) || !hasSimple(job.record))
      return { warnings, error: buildError(error, job.record) };
  }
  try {
    const result = await assemble(assembleTask(job, { simple: true }));
    if (isUnanswered(result)) return { warnings, error: noAnswers() };
    const nothing = nothingTranslated(job.record, result);
    const all = mergeWarnings(warnings, result.warnings, nothing, [LAYOUT_UNAVAILABLE]);
    return { warnings: all, flagged: result.flagged };
  } catch (error) {
    if (isAborted(error)) throw error;
    return { warnings, error: buildError(error, job.record) };
  }
}

function isUnanswered({ translated, unanswered }: AssembleResult): boolean {
  return translated === 0 && unanswered > 0;
}

/** The error of a job without any translation. */
export function noAnswers(): JobError {
  const said = 'The engine gave no translation of any text.';
  return {
    code: 'engine_failed',
    message: `${said} Try another engine or model, or retry the job.`,
    details: { said },
  };
}

/** The task for a job's result file, or for its simple rebuild. */
export function assembleTask(
  { record, paths }: { record: JobRecord; paths: JobPaths },
  { simple = false, durable = true }: { simple?: boolean; durable?: boolean } = {},
): AssembleTask {
  return {
    jobId: record.id,
    account: record.account_id,
    kind: record.kind,
    ...builtFrom(record, paths),
    fileName: record.file_name,
    segmentsPath: paths.segments,
    journalPath: paths.journal,
    editsPath: paths.edits,
    resultPath: simple ? paths.simple : paths.result,
    from: record.from,
    to: record.to,
    durable,
    ...(simple ? { simple } : {}),
  };
}

/** The file that a job's segments come from: its source, or what that was converted to. */
function builtFrom(
  { file_type, source, converted, options: { format } }: JobRecord,
  paths: JobPaths,
): Pick<AssembleTask, 'fileType' | 'sourcePath' | 'source' | 'formatOptions'> {
  if (file_type === undefined || !converted)
    return {
      fileType: file_type,
      sourcePath: paths.source,
      ...(source ? { source } : {}),
      ...(format ? { formatOptions: format } : {}),
    };
  const fileType = resultTypeOf(file_type);
  return {
    ...{ fileType, sourcePath: paths.converted, source: converted },
    ...(format ? { formatOptions: optionsTaken(fileType, format) } : {}),
  };
}

/** The error of a batch whose texts are gone, so that it cannot be translated again. */
export function batchDamaged(): JobError {
  return {
    code: 'damaged_job',
    message: "The texts in this job's folder are missing. Send them again.",
  };
}

function buildError(error: unknown, record: JobRecord): JobError {
  // An outside cause, such as a process that is killed repeatedly, says nothing about the layout.
  if (isStorageFull(error) || isRetryable(error) || isSourceDamaged(error)) return jobErrorOf(error);
  if (error instanceof ProblemError) return { code: 'layout_unavailable', message: error.message };
  if (!hasSimple(record))
    return {
      code: 'layout_unavailable',
      reason: 'no_simple_document',
      message:
        'The translation could not be put into the layout of this file; the log says why. Open it in the program that made it, ' +
        'save it again, or as DOCX, and translate the new copy. GET /v1/jobs/{id}/segments gives the translated text.',
    };
  return {
    code: 'layout_unavailable',
    message:
      'The translated file could not be built, neither with its layout nor as a simple document. The log says why. ' +
      'GET /v1/jobs/{id}/segments gives the translated text.',
  };
}

/** Warnings of one code become one, with their counts summed. */
function mergeWarnings(...lists: readonly Warning[][]): Warning[] {
  const merged = new Map<string, Warning>();
  for (const warning of lists.flat()) {
    const key = `${warning.code}\n${warning.message}`;
    const known = merged.get(key);
    if (!known) merged.set(key, { ...warning });
    else if (warning.count !== undefined) known.count = (known.count ?? 0) + warning.count;
  }
  return [...merged.values()];
}
