import { FILE_MEDIA_TYPES, ProblemError } from '../contract/index.ts';
import type { Job } from '../contract/index.ts';
import type { FileStat, JobRecord, Store } from '../store/port.ts';
import type { TranslationPort } from '../worker/port.ts';
import { assembleTask } from './assembling.ts';
import { asProblem } from './failures.ts';
import type { JobFile } from './port.ts';

const JSON_TYPE = 'application/json';

/** Files of ended jobs. What is missing is built again from source and journal; callers at the same time share one build. */
export interface Contents {
  /** The result of a done document. Throws `layout_unavailable` where only the simple rebuild was possible. */
  result(job: Job, record: JobRecord, options: { simple: boolean }): Promise<JobFile>;
  /** The result of a done batch: a JSON array. */
  batch(record: JobRecord): Promise<JobFile>;
  source(record: JobRecord): Promise<JobFile>;
}

export function createContents(store: Pick<Store, 'files'>, translation: TranslationPort): Contents {
  const building = new Map<string, Promise<void>>();

  const build = (record: JobRecord, simple: boolean): Promise<void> => {
    const paths = store.files.paths(record);
    const key = simple ? paths.simple : paths.result;
    const shared =
      building.get(key) ??
      translation
        .assemble(assembleTask({ record, paths }, { simple }))
        .then(() => undefined)
        .finally(() => building.delete(key));
    building.set(key, shared);
    return shared;
  };
  const find = async (record: JobRecord, simple: boolean): Promise<{ path: string; stat: FileStat }> => {
    const paths = store.files.paths(record);
    const path = simple ? paths.simple : paths.result;
    const found = await store.files.stat(path);
    if (found) return { path, stat: found };
    try {
      await build(record, simple);
    } catch (error) {
      throw asProblem(error);
    }
    const built = await store.files.stat(path);
    if (!built) throw gone('The translated file of this job is no longer there. Retry the upload.');
    return { path, stat: built };
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

function sourceName(record: JobRecord): string {
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
