import { formatFacts, ProblemError, resultTypeOf, translatedName } from '../../contract/index.ts';
import type { Job } from '../../contract/index.ts';
import type { JobRecord } from '../../records/job-record.ts';
import type { FileStat, Store } from '../../store/store-port.ts';
import type { EffortTask, SegmentsFilter, SegmentsPage, SegmentsTask } from '../../worker/document-port.ts';
import type { TranslationPort } from '../../worker/translation-port.ts';
import type { JobFile } from '../jobs-port.ts';
import { hasSimple } from '../admit/file-type.ts';
import { gone, readRefusalOf } from './refusals.ts';
import type { ResultFiles } from './result-files.ts';

const JSON_TYPE = 'application/json';

/** Files and segments of ended jobs. */
export interface Contents {
  /** The result of a done document. Throws `layout_unavailable` if only a simple rebuild was possible. */
  result(job: Job, record: JobRecord, options: { simple: boolean }): Promise<JobFile>;
  /** The result of a done batch: a JSON array. */
  batch(record: JobRecord): Promise<JobFile>;
  source(record: JobRecord): Promise<JobFile>;
  /** See Jobs.effort. */
  effort(record: JobRecord, format: EffortTask['format']): Promise<{ bytes: Uint8Array; fileName: string }>;
  /** Segments from `start`, at most `limit`. */
  segments(
    record: JobRecord,
    page: SegmentsFilter & Pick<SegmentsTask, 'start' | 'limit' | 'grammar'>,
  ): Promise<SegmentsPage>;
}

export interface ContentsParts {
  readonly store: Pick<Store, 'files'>;
  readonly translation: Pick<TranslationPort, 'segments' | 'effort'>;
  readonly results: Pick<ResultFiles, 'find'>;
}

export function createContents({ store, translation, results }: ContentsParts): Contents {
  return {
    async result(job, record, options) {
      const simple = options.simple && hasSimple(record);
      if (!simple && job.warnings.some(({ code }) => code === 'layout_unavailable')) {
        throw new ProblemError(
          'layout_unavailable',
          'The layout of this document could not be rebuilt. Ask with ?simple=1 for its translation as a simple document.',
        );
      }
      const { path, stat } = await results.find(record, simple);
      return {
        path,
        bytes: stat.bytes,
        fileName: resultName(record),
        mediaType: resultMediaTypeOf(record),
        etag: etagOf(record.id, stat),
      };
    },
    async batch(record) {
      const { path, stat } = await results.find(record, false);
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
        to: record.to,
        segmentsPath: segments,
        journalPath: journal,
        editsPath: edits,
        ...page,
      };
      return translation.segments(task).catch((error: unknown) => {
        throw readRefusalOf(error);
      });
    },
    async effort(record, format) {
      const { segments, journal, edits } = store.files.paths(record);
      const task = {
        ...{ account: record.account_id, kind: record.kind, format },
        ...{ segmentsPath: segments, journalPath: journal, editsPath: edits },
      };
      const bytes = await translation.effort(task).catch((error: unknown) => {
        throw readRefusalOf(error);
      });
      return { bytes, fileName: `effort.${record.id}.${format}` };
    },
    async source(record) {
      const { source } = store.files.paths(record);
      const stat = await store.files.stat(source);
      if (!stat) throw gone("The original file is no longer in the job's folder.");
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

/** `contract.docx` into Spanish is `contract.es.docx`, and so is `contract.pdf`. */
function resultName(record: JobRecord): string {
  const name = sourceName(record);
  const hasExtension = name.lastIndexOf('.') > 0;
  const extension = record.file_type ? formatFacts(record.file_type).result : undefined;
  return translatedName(hasExtension ? name : `${name}.${record.file_type ?? 'txt'}`, {
    ...{ from: record.from, to: record.to },
    ...(extension && { extension }),
  });
}

export function sourceName(record: JobRecord): string {
  // Some clients send a whole path; the last part is the file's name.
  const name = record.file_name?.split(/[/\\]/).at(-1) ?? '';
  return name === '' ? `document.${record.file_type ?? 'txt'}` : name;
}

export function mediaTypeOf({ file_type }: Pick<JobRecord, 'file_type'>): string {
  return file_type ? formatFacts(file_type).mediaTypes[0] : JSON_TYPE;
}

export function resultMediaTypeOf({ file_type }: Pick<JobRecord, 'file_type'>): string {
  return file_type ? formatFacts(resultTypeOf(file_type)).mediaTypes[0] : JSON_TYPE;
}

function etagOf(id: string, { bytes, version }: FileStat): string {
  return `"${id}-${bytes.toString(36)}-${version}"`;
}
