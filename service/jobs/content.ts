import { FILE_MEDIA_TYPES, ProblemError } from '../contract/index.ts';
import type { Job, JobError } from '../contract/index.ts';
import type { Fingerprint, JobRecord } from '../records/job-record.ts';
import type { JournalEnd } from '../records/journal.ts';
import type { FileStat, Store } from '../store/port.ts';
import { WorkerError } from '../worker/port.ts';
import type { SegmentsFilter, SegmentsPage, TranslationPort } from '../worker/port.ts';
import { assembleTask, sourceDamaged } from './assembling.ts';
import type { JobFile } from './port.ts';
import { isSourceWhole } from './source.ts';
import type { Exclusive } from './exclusive.ts';

const NOT_REBUILT =
  'The translated file of this job is gone or damaged, and what it could be built from again is as well. Upload the document again.';
const TRUSTED_KEPT = 1_000;
const JSON_TYPE = 'application/json';

/** Files of ended jobs. What is missing or damaged is built again from source and journal; callers at the same time share one build, and none is under way while the job is edited. */
export interface Contents {
  /** The result of a done document. Throws `layout_unavailable` where only the simple rebuild was possible. */
  result(job: Job, record: JobRecord, options: { simple: boolean }): Promise<JobFile>;
  /** The result of a done batch: a JSON array. */
  batch(record: JobRecord): Promise<JobFile>;
  source(record: JobRecord): Promise<JobFile>;
  /** Segments from `start`, at most `limit`. */
  segments(record: JobRecord, page: SegmentsFilter & { start: number; limit: number }): Promise<SegmentsPage>;
}

/** `built`: told of each job whose folder has a new file. */
export function createContents(
  store: Pick<Store, 'files'>,
  translation: TranslationPort,
  { exclusive, built }: { exclusive: Exclusive; built: (record: JobRecord) => Promise<void> },
): Contents {
  /** Versions of result files that were built or checked in this run. */
  const trusted = new Map<string, string>();

  const trust = (path: string, { version }: FileStat): void => {
    trusted.set(path, version);
    for (const [oldest] of trusted) if (trusted.size > TRUSTED_KEPT) trusted.delete(oldest);
  };
  /** A file cut off or zeroed by a failing disk must not pass for the translation. Read once a version, at its first use. */
  const isWhole = async (record: JobRecord, path: string, found: FileStat): Promise<boolean> => {
    if (trusted.get(path) === found.version) return true;
    // At once: under load each step of its own is a wait for the disk's turn.
    const [known, own] = await Promise.all([builtResult(record.id), store.files.fingerprint(path)]);
    if (known && (known.bytes !== found.bytes || own?.crc32 !== known.crc32)) return false;
    trust(path, found);
    return true;
  };
  /** Of the result as it was last built, where that is known. */
  const builtResult = async (id: string): Promise<Fingerprint | undefined> => {
    const [edits, { end }] = await Promise.all([
      store.files.readEdits(id),
      store.files.readJournalEnd(id).catch((): JournalEnd => ({})),
    ]);
    return edits ? edits.result : end?.result;
  };
  const find = async (record: JobRecord, simple: boolean): Promise<{ path: string; stat: FileStat }> => {
    const paths = store.files.paths(record);
    const path = simple ? paths.simple : paths.result;
    const whole = async (): Promise<{ path: string; stat: FileStat } | undefined> => {
      const stat = await store.files.stat(path);
      return stat && (simple || (await isWhole(record, path, stat))) ? { path, stat } : undefined;
    };
    // Not while it is edited: what is built from the translations of before must not replace what comes of the edits.
    return (
      (await whole()) ?? exclusive(record.id, async () => (await whole()) ?? rebuilt(record, simple, path))
    );
  };
  const rebuilt = async (
    record: JobRecord,
    simple: boolean,
    path: string,
  ): Promise<{ path: string; stat: FileStat }> => {
    const paths = store.files.paths(record);
    if (!(await isSourceWhole(store.files, { record, paths }))) throw jobFailed(sourceDamaged());
    try {
      await translation.assemble(assembleTask({ record, paths }, { simple }));
      await built(record);
    } catch (error) {
      // Segments or journal are damaged as well, or the source of a job that does not say what its source was.
      if (error instanceof ProblemError && error.code === 'invalid_request') throw jobFailed(sourceDamaged());
      if (error instanceof WorkerError && !error.retryable) throw gone(NOT_REBUILT);
      throw error;
    }
    const stat = await store.files.stat(path);
    if (!stat) throw gone(NOT_REBUILT);
    trust(path, stat);
    return { path, stat };
  };

  return {
    async result(job, record, options) {
      const simple = options.simple && record.file_type === 'docx';
      if (!simple && job.warnings.some(({ code }) => code === 'layout_unavailable')) {
        throw new ProblemError(
          'layout_unavailable',
          'The layout of this document could not be rebuilt. Ask with ?simple=1 for its translation as a simple document.',
        );
      }
      const { path, stat } = await find(record, simple);
      return {
        path,
        bytes: stat.bytes,
        fileName: resultName(record),
        mediaType: mediaTypeOf(record),
        etag: etagOf(record.id, stat),
      };
    },
    async batch(record) {
      const { path, stat } = await find(record, false);
      return {
        path,
        bytes: stat.bytes,
        fileName: `batch.${record.to}.json`,
        mediaType: JSON_TYPE,
        etag: etagOf(record.id, stat),
      };
    },
    async segments(record, page) {
      const { segments, journal, edits } = store.files.paths(record);
      if (!(await store.files.stat(segments)))
        throw gone('The segments of this job are no longer in its folder.');
      const task = {
        account: record.account_id,
        kind: record.kind,
        segmentsPath: segments,
        journalPath: journal,
        editsPath: edits,
        ...page,
      };
      return translation.segments(task).catch((error: unknown) => {
        throw readRefusalOf(error);
      });
    },
    async source(record) {
      const { source } = store.files.paths(record);
      const stat = await store.files.stat(source);
      if (!stat) throw gone("The uploaded file is no longer in the job's folder.");
      return {
        path: source,
        bytes: stat.bytes,
        fileName: sourceName(record),
        mediaType: mediaTypeOf(record),
        etag: etagOf(record.id, stat),
      };
    },
  };
}

/** `contract.docx` into Spanish is `contract.es.docx`. */
function resultName(record: JobRecord): string {
  const name = sourceName(record);
  const dot = name.lastIndexOf('.');
  return dot > 0
    ? `${name.slice(0, dot)}.${record.to}${name.slice(dot)}`
    : `${name}.${record.to}.${record.file_type ?? 'txt'}`;
}

export function sourceName(record: JobRecord): string {
  // Some clients send a whole path; what a browser would save under is its last part.
  const name = record.file_name?.split(/[/\\]/).at(-1) ?? '';
  return name === '' ? `document.${record.file_type ?? 'txt'}` : name;
}

export function mediaTypeOf({ file_type }: Pick<JobRecord, 'file_type'>): string {
  return file_type ? FILE_MEDIA_TYPES[file_type] : JSON_TYPE;
}

function etagOf(id: string, { bytes, version }: FileStat): string {
  return `"${id}-${bytes.toString(36)}-${version}"`;
}

function gone(detail: string): ProblemError {
  return new ProblemError('not_found', detail);
}

/** Why a job's segments could not be read, for the client. */
export function readRefusalOf(error: unknown): unknown {
  if (!(error instanceof WorkerError)) return error;
  const { code, message } = error;
  if (code === 'aborted') return gone('The job was deleted meanwhile.');
  return code === 'damaged_job' ? jobFailed({ code, message }) : error;
}

/** The refusal of a file that the job cannot give, with the job's error. */
export function jobFailed(error: JobError | undefined): ProblemError {
  return new ProblemError(
    'job_failed',
    error?.message ?? 'This job failed.',
    error ? { jobError: error } : {},
  );
}
