import type { Job } from '../../service/contract/index.ts';
import { words } from '../i18n/words.ts';

/** A sentence for each file that was translated before: nobody has to wonder about two equal rows. */
export function translatedBefore(
  files: readonly File[],
  jobs: readonly Job[],
  targets: readonly string[],
): string[] {
  const byName = new Map(files.map((file) => [file.name, file]));
  return [...byName.values()].flatMap(({ name, size }) => {
    const before = jobs.find(
      (job) =>
        job.status === 'done' &&
        job.file_name === name &&
        job.source_bytes === size &&
        targets.includes(job.to),
    );
    return before ? [words.t('upload.twice', { name, at: words.moment(before.created_at, new Date()) })] : [];
  });
}
