import type { JobRecord } from '../records/job-record.ts';
import type { FileStore, JobPaths } from '../store/port.ts';

/** Whether a document's source is still the file that was uploaded. Jobs of the first release do not say what that was. */
export async function isSourceWhole(
  files: Pick<FileStore, 'stat' | 'fingerprint'>,
  { record, paths }: { record: JobRecord; paths: JobPaths },
): Promise<boolean> {
  if (record.kind === 'batch') return true;
  const { source } = record;
  if (!source) return (await files.stat(paths.source)) !== undefined;
  const found = await files.fingerprint(paths.source);
  return found?.bytes === source.bytes && found.crc32 === source.crc32;
}
